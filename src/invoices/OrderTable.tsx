import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoicedOrder } from '../../contract/invoices/invoices.ts'
import { formatMoney } from '../../contract/kit/money.ts'
import { SmallTable } from '../kit/page/SmallTable.tsx'
import { formatInstant } from '../kit/plain/format.ts'

interface Props {
  caption: string
  orders: readonly InvoicedOrder[]
  /** Stands before each, where they are chosen from. */
  pick?: { all: ReactNode; of(order: InvoicedOrder): ReactNode }
}

/** Orders with what of each is invoiced. */
export function OrderTable({ caption, orders, pick }: Props) {
  const { t } = useTranslation(['invoices', 'payments'])
  return (
    <SmallTable<InvoicedOrder>
      caption={caption}
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        ...(pick ? [{ key: 'pick', title: pick.all, width: 48, render: pick.of }] : []),
        {
          key: 'number',
          title: t('apply.number'),
          render: (o) => (
            <>
              <span className="skz-number">{o.orderNumber}</span> {o.isSandbox && <Tag>{t('apply.sandbox')}</Tag>}
              <div className="skz-muted">
                {t(`payments:choice.channel.${o.channel}`)} · {formatInstant(o.paidAt)}
              </div>
            </>
          ),
        },
        { key: 'amount', title: t('apply.amount'), width: 110, end: true, render: (o) => formatMoney(o.amount) },
      ]}
    />
  )
}
