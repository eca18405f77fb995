import { BankOutlined } from '@ant-design/icons'
import { Transfer, transferCalls, TransferState } from '../../contract/payments/transfers.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { paths } from './paths.ts'

/** What the account says it sent to the platform's bank, and what came of it. */
export default defineResource<Transfer>({
  name: 'transfers',
  words: 'payments',
  schema: Transfer,
  title: 'transferNumber',
  endpoints: {
    list: transferCalls.list,
    one: { call: transferCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: { list: paths.transfers, showPath: `${paths.transfers}/:id`, show: ({ id }) => paths.transfer(id) },
  access: 'money.read',
  menu: { icon: <BankOutlined />, group: 'money', order: 58 },
  live: 'wallet',
  fields: {
    transferNumber: { kind: 'text', width: 200 },
    amount: { kind: 'money', sortable: true, width: 130 },
    transferState: {
      kind: 'choice',
      width: 120,
      values: TransferState.options,
      tones: { waiting: 'active', checking: 'active', credited: 'good', refused: 'bad' },
    },
    credited: { kind: 'money', width: 130 },
    payerName: { kind: 'text', width: 180 },
    sentOn: { kind: 'text', width: 120 },
    saidReference: { kind: 'text', width: 180 },
    remark: { kind: 'long-text', width: 200 },
    answer: { kind: 'long-text', width: 200 },
    personName: { kind: 'text', width: 140 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    endedAt: { kind: 'instant', width: 176 },
  },
  columns: ['transferNumber', 'amount', 'transferState', 'credited', 'payerName', 'sentOn', 'createdAt'],
  card: ['amount', 'transferState', 'sentOn', 'createdAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    transferState: { kind: 'choice', values: TransferState.options, words: 'choice.transferState' },
  },
  defaultSort: '-createdAt',
  tabs: [{ name: 'course', part: lazyPart(async () => (await import('./parts/TransferCourse.tsx')).TransferCourse) }],
  actions: [
    {
      name: 'withdrawTransfer',
      right: 'money.pay',
      scope: 'row',
      danger: true,
      confirm: true,
      allowed: ({ transferState }) => transferState === 'waiting',
      run: { send: 'each', call: transferCalls.withdraw, request: ({ id }) => ({ params: { id } }) },
    },
  ],
})
