import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import { type Payback, type StaffOrder, staffOrderCalls } from '../../../contract/payments/staff-orders.ts'
import { Failed, Loading, Nothing } from '../../kit/page/Panels.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useRead } from '../../kit/resource/useCall.ts'

/** What of an order goes back to whoever paid it: who asked, who agreed, and how its vendor ended it. */
export function OrderPaybacks({ row: { id } }: { row: StaffOrder }) {
  const { t } = useTranslation(['payments'])
  const { data, error, refetch } = useRead(staffOrderCalls.paybacks, { params: { id } }, { staleTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  if (!data.list.length) return <Nothing text={t('payback.none')} />
  return (
    <SmallTable<Payback>
      caption={t('tab.paybacks')}
      rows={data.list}
      keyOf={(payback) => payback.id}
      columns={[
        { key: 'at', title: t('field.createdAt'), width: 176, render: (p) => formatInstant(p.createdAt) },
        { key: 'amount', title: t('field.amount'), width: 120, render: (p) => formatMoney(p.amount) },
        {
          key: 'state',
          title: t('field.paybackState'),
          width: 180,
          render: (p) => (
            <>
              {t(`choice.paybackState.${p.paybackState}`)}
              {p.vendorCode && <code className="skz-event"> {p.vendorCode}</code>}
            </>
          ),
        },
        { key: 'reason', title: t('form.reason'), render: (p) => p.reason },
        {
          key: 'by',
          title: t('payback.by'),
          width: 160,
          render: (p) => [p.askedName, p.decidedName].filter(Boolean).join(' · '),
        },
        {
          key: 'number',
          title: t('field.refundNumber'),
          width: 190,
          render: (p) => <code className="skz-event">{p.refundNumber ?? '-'}</code>,
        },
      ]}
    />
  )
}
