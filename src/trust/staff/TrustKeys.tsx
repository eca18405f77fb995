import { useTranslation } from 'react-i18next'
import type { TrustKey, TrustOverview } from '../../../contract/operator/trust.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import type { Tone } from '../../kit/resource/resource.ts'
import { StatusTag } from '../../kit/page/StatusTag.tsx'
import { type FactCard, FactCards } from './FactCards.tsx'

const monthMs = 30 * 86_400_000
const tones = { good: 'good', soon: 'warning', ended: 'bad', revoked: 'bad' } satisfies Record<string, Tone>

function stateOf({ revokedAt, signUntil, notAfter }: TrustKey): keyof typeof tones {
  const left = new Date(signUntil ?? notAfter).getTime() - Date.now()
  return revokedAt ? 'revoked' : left <= 0 ? 'ended' : left < monthMs ? 'soon' : 'good'
}

/** Keys that sign, and those that did; of none of them anything that is secret. */
export function TrustKeys({ keys, list }: Pick<TrustOverview, 'keys' | 'list'>) {
  const { t } = useTranslation(['operator'])
  const [inUse, former] = [keys.filter((k) => k.inUse), keys.filter((k) => !k.inUse)]
  return (
    <section aria-labelledby="trust-keys">
      <h2 id="trust-keys">{t('trust.keys')}</h2>
      {inUse.length ? <Keys caption={t('trust.keys')} keys={inUse} /> : <p>{t('trust.noKeys')}</p>}
      {list && (
        <p>
          {t('trust.list', { number: list.number, issued: formatInstant(list.issued), next: formatInstant(list.next) })}
        </p>
      )}
      {former.length > 0 && (
        <details>
          <summary>
            {t('trust.formerKeys')} ({former.length})
          </summary>
          <Keys caption={t('trust.formerKeys')} keys={former} />
        </details>
      )}
    </section>
  )
}

function Keys({ caption, keys }: { caption: string; keys: TrustKey[] }) {
  const { t } = useTranslation(['operator'])
  const card = (k: TrustKey): FactCard => ({
    id: k.serial,
    title: t(`trust.purpose.${k.purpose}`),
    state: (k.inUse || k.revokedAt) && (
      <StatusTag tone={tones[stateOf(k)]}>{t(`trust.keyState.${stateOf(k)}`)}</StatusTag>
    ),
    facts: [
      [t('trust.column.algorithm'), k.algorithm],
      [
        t('trust.column.signs'),
        k.signUntil ? formatInstant(k.signUntil) : k.purpose === 'root' ? t('trust.ceremony') : '-',
      ],
      [t('trust.column.valid'), formatInstant(k.notAfter)],
      [
        t('trust.column.serial'),
        <code key="serial" className="skz-break">
          {k.serial}
        </code>,
      ],
      [
        t('trust.column.fingerprint'),
        <CopyText key="fingerprint" text={k.fingerprint} label={t('trust.column.fingerprint')} />,
      ],
    ],
  })
  return <FactCards label={caption} cards={keys.map(card)} />
}
