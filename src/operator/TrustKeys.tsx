import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrustKey, TrustOverview } from '../../contract/operator/trust.ts'
import { CopyText } from '../kit/CopyText.tsx'
import { formatInstant } from '../kit/format.ts'
import type { Tone } from '../kit/resource.ts'
import { SmallTable } from '../kit/SmallTable.tsx'
import { StatusTag } from '../kit/StatusTag.tsx'

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
      {list && <p>{t('trust.list', { number: list.number, issued: formatInstant(list.issued), next: formatInstant(list.next) })}</p>}
      {former.length > 0 && <details><summary>{t('trust.formerKeys')} ({former.length})</summary><Keys caption={t('trust.formerKeys')} keys={former} /></details>}
    </section>
  )
}

function Keys({ caption, keys }: { caption: string; keys: TrustKey[] }) {
  const { t } = useTranslation(['operator'])
  const column = (key: 'purpose' | 'state' | 'algorithm' | 'signs' | 'valid' | 'fingerprint', width: number, render: (k: TrustKey) => ReactNode) => ({ key, width, title: t(`trust.column.${key}`), render })
  return (
    <SmallTable
      caption={caption} rows={keys} keyOf={(k) => k.serial}
      columns={[
        column('purpose', 110, (k) => t(`trust.purpose.${k.purpose}`)),
        column('state', 110, (k) => (k.inUse || k.revokedAt ? <StatusTag tone={tones[stateOf(k)]}>{t(`trust.keyState.${stateOf(k)}`)}</StatusTag> : '-')),
        column('algorithm', 120, (k) => k.algorithm),
        column('signs', 170, (k) => (k.signUntil ? <time dateTime={k.signUntil}>{formatInstant(k.signUntil)}</time> : k.purpose === 'root' ? t('trust.ceremony') : '-')),
        column('valid', 170, (k) => <time dateTime={k.notAfter}>{formatInstant(k.notAfter)}</time>),
        column('fingerprint', 260, (k) => <CopyText text={k.fingerprint} label={t('trust.column.fingerprint')} />),
      ]}
    />
  )
}
