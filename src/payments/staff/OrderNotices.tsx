import { useTranslation } from 'react-i18next'
import { type PayNotice, type StaffOrder, staffOrderCalls } from '../../../contract/payments/staff-orders.ts'
import { Failed, Loading, Nothing } from '../../kit/page/Panels.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useRead } from '../../kit/resource/useCall.ts'

/** What the vendor told of an order, in the order in which it came. */
export function OrderNotices({ row: { id } }: { row: StaffOrder }) {
  const { t } = useTranslation(['payments'])
  const { data, error, refetch } = useRead(staffOrderCalls.notices, { params: { id } }, { staleTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  if (!data.list.length) return <Nothing text={t('notice.none')} />
  return (
    <SmallTable<PayNotice>
      caption={t('tab.notices')}
      rows={data.list}
      keyOf={(notice) => notice.id}
      columns={[
        { key: 'at', title: t('notice.at'), width: 176, render: (n) => formatInstant(n.receivedAt) },
        { key: 'outcome', title: t('notice.outcome'), width: 150, render: (n) => t(`choice.outcome.${n.outcome}`) },
        { key: 'event', title: t('notice.event'), render: (n) => <code className="skz-event">{n.eventId}</code> },
        {
          key: 'body',
          title: t('notice.raw'),
          render: (n) => (
            <details>
              <summary>{t('notice.body')}</summary>
              <pre className="skz-raw">{n.body || t('notice.emptied')}</pre>
            </details>
          ),
        },
      ]}
    />
  )
}
