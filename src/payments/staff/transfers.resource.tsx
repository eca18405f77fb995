import { BankOutlined } from '@ant-design/icons'
import { formatMoney } from '../../../contract/kit/money.ts'
import { StaffTransfer, staffTransferCalls } from '../../../contract/payments/transfers.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { transferFields, transferFilters } from '../transfer-fields.ts'

const EnterArrival = lazyDialog(async () => (await import('./EnterArrival.tsx')).EnterArrival)

const right = 'operator.money'
const list = '/operator/transfers'
const waits = ({ transferState }: StaffTransfer) => transferState === 'waiting'

/** What customers say they sent to the bank: one of staff enters what arrived, another applies it. */
export default defineResource<StaffTransfer>({
  name: 'staffTransfers',
  words: 'payments',
  schema: StaffTransfer,
  title: 'transferNumber',
  endpoints: {
    list: staffTransferCalls.list,
    one: { call: staffTransferCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: { list, showPath: `${list}/:id`, show: ({ id }) => `${list}/${id}` },
  access: right,
  menu: { icon: <BankOutlined />, group: 'desk', order: 874 },
  waits: { transferState: 'waiting' },
  fields: { ...transferFields, accountName: { kind: 'text' } },
  columns: ['transferNumber', 'accountName', 'amount', 'payerName', 'sentOn', 'transferState', 'createdAt'],
  card: ['accountName', 'amount', 'payerName', 'transferState', 'createdAt'],
  filters: transferFilters,
  defaultSort: '-createdAt',
  tabs: [
    { name: 'course', part: lazyPart(async () => (await import('./StaffTransferCourse.tsx')).StaffTransferCourse) },
  ],
  actions: [
    { name: 'arrive', right, scope: 'row', allowed: waits, form: EnterArrival },
    {
      name: 'refuseTransfer',
      right,
      scope: 'row',
      danger: true,
      allowed: waits,
      form: reasoned<StaffTransfer>({
        action: 'refuseTransfer',
        why: 'refuseTransfer',
        nameOf: ({ accountName, amount }) => `${accountName} (${formatMoney(amount)})`,
        refresh: 'staffTransfers',
        call: staffTransferCalls.refuse,
        request: ({ id }) => ({ params: { id } }),
      }),
    },
  ],
})
