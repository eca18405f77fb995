import { BankOutlined } from '@ant-design/icons'
import { formatMoney } from '../../../contract/kit/money.ts'
import { StaffTransfer, staffTransferCalls, TransferState } from '../../../contract/payments/transfers.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource } from '../../kit/resource/resource.ts'

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
  fields: {
    transferNumber: { kind: 'text', width: 200 },
    accountName: { kind: 'text' },
    amount: { kind: 'money', sortable: true, width: 130 },
    transferState: {
      kind: 'choice',
      width: 120,
      values: TransferState.options,
      tones: { waiting: 'active', checking: 'active', credited: 'good', refused: 'bad' },
    },
    credited: { kind: 'money', width: 130 },
    payerName: { kind: 'text', width: 160 },
    sentOn: { kind: 'text', width: 120 },
    saidReference: { kind: 'text', width: 180 },
    remark: { kind: 'long-text', width: 200 },
    answer: { kind: 'long-text', width: 200 },
    personName: { kind: 'text', width: 140 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    endedAt: { kind: 'instant', width: 176 },
  },
  columns: ['transferNumber', 'accountName', 'amount', 'payerName', 'sentOn', 'transferState', 'createdAt'],
  card: ['accountName', 'amount', 'payerName', 'transferState', 'createdAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    transferState: { kind: 'choice', values: TransferState.options, words: 'choice.transferState' },
  },
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
