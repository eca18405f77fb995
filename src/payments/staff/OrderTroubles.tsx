import { useTranslation } from 'react-i18next'
import type { OrderTrouble, StaffOrder } from '../../../contract/payments/staff-orders.ts'
import { Nothing } from '../../kit/page/Panels.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { formatInstant } from '../../kit/plain/format.ts'

/** All that staff had to look at of an order, each with its result. */
export function OrderTroubles({ row: { troubles } }: { row: StaffOrder }) {
  const { t } = useTranslation(['payments'])
  if (!troubles.length) return <Nothing text={t('troubles.none')} />
  return (
    <SmallTable<OrderTrouble>
      caption={t('tab.troubles')}
      rows={troubles}
      keyOf={(one) => `${one.trouble} ${one.vendorNumber}`}
      columns={[
        { key: 'at', title: t('troubles.at'), width: 176, render: (one) => formatInstant(one.createdAt) },
        { key: 'trouble', title: t('field.trouble'), width: 200, render: (one) => t(`choice.trouble.${one.trouble}`) },
        { key: 'vendor', title: t('field.vendorNumber'), width: 200, render: (one) => one.vendorNumber || '-' },
        {
          key: 'cleared',
          title: t('field.clearedAt'),
          width: 176,
          render: (one) => (one.clearedAt ? formatInstant(one.clearedAt) : t('troubles.open')),
        },
        { key: 'by', title: t('field.clearedName'), width: 130, render: (one) => one.clearedName ?? '-' },
        { key: 'note', title: t('field.clearedNote'), width: 240, render: (one) => one.clearedNote || '-' },
      ]}
    />
  )
}
