import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoney } from '../../../contract/kit/money.ts'
import {
  type Difference,
  type Reconciliation,
  reconciliationCalls,
} from '../../../contract/payments/reconciliations.ts'
import { Failed, Loading, Nothing } from '../../kit/page/Panels.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { useRead } from '../../kit/resource/useCall.ts'

const money = (fen: number | null) => (fen === null ? '-' : formatMoney(fen))

/** What of a day a vendor and we have otherwise. */
export function Differences({ row: { id, billState, differences } }: { row: Reconciliation }) {
  const { t } = useTranslation(['payments'])
  const { data, error, refetch } = useRead(reconciliationCalls.differences, { params: { id } }, { staleTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  if (!data.list.length) return <Nothing text={t(`reconciliation.none.${billState}`)} />
  return (
    <>
      {data.list.length < differences && (
        <p>{t('reconciliation.some', { shown: data.list.length, all: differences })}</p>
      )}
      <SmallTable<Difference>
        caption={t('tab.differences')}
        rows={data.list}
        keyOf={(difference) => difference.id}
        columns={[
          {
            key: 'kind',
            title: t('reconciliation.kind'),
            width: 200,
            render: (d) => t(`choice.difference.${d.difference}`),
          },
          {
            key: 'what',
            title: t('field.purpose'),
            width: 110,
            render: (d) => t(d.isPayback ? 'choice.purpose.payback' : 'choice.purpose.payment'),
          },
          {
            key: 'number',
            title: t('reconciliation.number'),
            render: (d) =>
              d.orderId ? <Link to={`/operator/orders/${d.orderId}`}>{d.number}</Link> : <code>{d.number}</code>,
          },
          { key: 'ours', title: t('reconciliation.ours'), width: 130, render: (d) => money(d.ours) },
          { key: 'theirs', title: t('reconciliation.theirs'), width: 130, render: (d) => money(d.theirs) },
        ]}
      />
    </>
  )
}
