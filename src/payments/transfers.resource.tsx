import { BankOutlined } from '@ant-design/icons'
import { Transfer, transferCalls } from '../../contract/payments/transfers.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { paths } from './paths.ts'
import { transferFields, transferFilters } from './transfer-fields.ts'

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
  fields: transferFields,
  columns: ['transferNumber', 'amount', 'transferState', 'credited', 'payerName', 'sentOn', 'createdAt'],
  card: ['amount', 'transferState', 'sentOn', 'createdAt'],
  filters: transferFilters,
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
