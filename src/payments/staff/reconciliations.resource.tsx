import { AuditOutlined } from '@ant-design/icons'
import { PayChannelName } from '../../../contract/payments/pay-orders.ts'
import { BillState, Reconciliation, reconciliationCalls } from '../../../contract/payments/reconciliations.ts'
import { PayAttention } from '../../../contract/payments/staff-orders.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource } from '../../kit/resource/resource.ts'

const right = 'operator.money'
const list = '/operator/reconciliations'

/** Vendors' bills, day by day, compared with what stands here. */
export default defineResource<Reconciliation>({
  name: 'reconciliations',
  words: 'payments',
  schema: Reconciliation,
  title: 'day',
  endpoints: {
    list: reconciliationCalls.list,
    one: { call: reconciliationCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: { list, showPath: `${list}/:id`, show: ({ id }) => `${list}/${id}` },
  access: right,
  menu: { icon: <AuditOutlined />, group: 'desk', order: 878 },
  above: lazyPart(async () => (await import('./CompareDay.tsx')).CompareDay),
  waits: { attention: 'needed' },
  fields: {
    day: { kind: 'text', sortable: true, width: 130 },
    channel: { kind: 'choice', width: 120, values: PayChannelName.options },
    billState: {
      kind: 'choice',
      width: 140,
      values: BillState.options,
      tones: { waiting: 'active', agrees: 'good', differs: 'bad' },
    },
    payments: { kind: 'number', width: 110 },
    paid: { kind: 'money', width: 140 },
    paybacks: { kind: 'number', width: 110 },
    paidBack: { kind: 'money', width: 130 },
    differences: { kind: 'number', width: 120 },
    problem: { kind: 'text', width: 160 },
    comparedAt: { kind: 'instant', width: 176 },
    clearedName: { kind: 'text', width: 130 },
    clearedAt: { kind: 'instant', width: 176 },
    clearedNote: { kind: 'long-text', width: 220 },
  },
  columns: ['day', 'channel', 'billState', 'payments', 'paid', 'paidBack', 'differences'],
  card: ['channel', 'billState', 'paid', 'differences'],
  filters: {
    channel: { kind: 'choice', values: PayChannelName.options, words: 'choice.channel' },
    billState: { kind: 'choice', values: BillState.options, words: 'choice.billState' },
    attention: { kind: 'choice', values: PayAttention.options, words: 'choice.attention' },
    day: { kind: 'days' },
  },
  defaultSort: '-day',
  tabs: [{ name: 'differences', part: lazyPart(async () => (await import('./Differences.tsx')).Differences) }],
  actions: [
    {
      name: 'compareAgain',
      right,
      scope: 'row',
      allowed: () => true,
      run: {
        send: 'each',
        call: reconciliationCalls.compare,
        request: ({ channel, day }) => ({ body: { channel, day } }),
      },
    },
    {
      name: 'look',
      right,
      scope: 'row',
      allowed: ({ billState, clearedAt }) => billState === 'differs' && clearedAt === null,
      form: reasoned<Reconciliation>({
        action: 'look',
        why: 'lookAtBill',
        nameOf: ({ day }) => day,
        refresh: 'reconciliations',
        call: reconciliationCalls.clear,
        request: ({ id }) => ({ params: { id } }),
      }),
    },
  ],
})
