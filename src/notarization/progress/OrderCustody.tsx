import { useTranslation } from 'react-i18next'
import type { Material } from '../../../contract/notarization/custody.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'
import { type OrderSide, sideOf } from '../parts/sides.ts'

/** Everything that was handed in, with who had it in hand since. */
export function OrderCustody({ orderId, side }: { orderId: string; side: OrderSide }) {
  const { t } = useTranslation(['notarization'])
  const { custody, topic } = sideOf[side]
  const { data, error, refetch } = useRead(custody, { params: { id: orderId } }, { staleTime: 0 })
  useLiveRefresh(custody, topic)
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  if (!data.list.length) return <p className="skz-muted">{t('custody.none')}</p>
  return (
    <>
      <p className="skz-muted">{t('custody.lead')}</p>
      <SmallTable<Material>
        caption={t('tab.custody')}
        rows={data.list}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'material',
            title: t('custody.material'),
            render: ({ name, part, ano, sha256 }) => (
              <>
                <span className="skz-break">{name}</span>
                <div className="skz-muted">{part ? t(`choice.part.${part}`) : t('custody.evidence', { ano })}</div>
                <div className="skz-muted">
                  SHA-256 <CopyText text={sha256} label={`SHA-256 ${name}`} />
                </div>
              </>
            ),
          },
          {
            key: 'acts',
            title: t('custody.acts'),
            render: ({ acts }) => (
              <ol className="skz-chosen">
                {acts.map(({ act, at, personName, side: by }, i) => (
                  <li key={i}>
                    {t(`custody.act.${act}`)}{' '}
                    <span className="skz-muted">
                      {t(`choice.side.${by}`)} {personName} · <time dateTime={at}>{formatInstant(at)}</time>
                    </span>
                  </li>
                ))}
              </ol>
            ),
          },
        ]}
      />
    </>
  )
}
