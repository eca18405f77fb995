import { PayCircleOutlined } from '@ant-design/icons'
import { AnyScene, PayMethod, PayOrderState, PayPurpose, PayTrouble } from '../../../contract/payments/pay-orders.ts'
import { PayAttention, StaffOrder, staffOrderCalls } from '../../../contract/payments/staff-orders.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource } from '../../kit/resource/resource.ts'

const PaybackForm = lazyDialog(async () => (await import('./PaybackForm.tsx')).PaybackForm)

const right = 'operator.money'
const list = '/operator/orders'

/** What people pay through vendors; what went another way than it should waits for staff. */
export default defineResource<StaffOrder>({
  name: 'orders',
  words: 'payments',
  schema: StaffOrder,
  title: 'orderNumber',
  endpoints: {
    list: staffOrderCalls.list,
    one: { call: staffOrderCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: { list, showPath: `${list}/:id`, show: ({ id }) => `${list}/${id}` },
  access: right,
  menu: { icon: <PayCircleOutlined />, group: 'desk', order: 877 },
  waits: { attention: 'needed' },
  fields: {
    orderNumber: { kind: 'text', width: 190 },
    accountName: { kind: 'text' },
    purpose: { kind: 'choice', width: 110, values: PayPurpose.options },
    amount: { kind: 'money', sortable: true, width: 130 },
    channel: { kind: 'choice', width: 120, values: PayMethod.options },
    scene: { kind: 'choice', width: 100, values: AnyScene.options },
    payState: { kind: 'choice', width: 110, values: PayOrderState.options, tones: { waiting: 'active', paid: 'good' } },
    trouble: {
      kind: 'choice',
      width: 170,
      values: PayTrouble.options,
      tones: {
        late: 'warning',
        'other-amount': 'bad',
        twice: 'bad',
        returned: 'bad',
        'account-closed': 'bad',
        'payback-failed': 'bad',
      },
    },
    paidBack: { kind: 'money', width: 130 },
    vendorNumber: { kind: 'text', width: 220 },
    isSandbox: { kind: 'flag', width: 90 },
    personName: { kind: 'text', width: 140 },
    clearedName: { kind: 'text', width: 130 },
    clearedAt: { kind: 'instant', width: 176 },
    clearedNote: { kind: 'long-text', width: 220 },
    paidAt: { kind: 'instant', width: 176 },
    expiresAt: { kind: 'instant', width: 176 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['orderNumber', 'accountName', 'amount', 'channel', 'payState', 'trouble', 'createdAt'],
  card: ['accountName', 'purpose', 'amount', 'channel', 'payState', 'trouble', 'createdAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    purpose: { kind: 'choice', values: PayPurpose.options, words: 'choice.purpose' },
    payState: { kind: 'choice', values: PayOrderState.options, words: 'choice.payState' },
    channel: { kind: 'choice', values: PayMethod.options, words: 'choice.channel' },
    attention: { kind: 'choice', values: PayAttention.options, words: 'choice.attention' },
    createdAt: { kind: 'days' },
  },
  defaultSort: '-createdAt',
  tabs: [
    { name: 'notices', part: lazyPart(async () => (await import('./OrderNotices.tsx')).OrderNotices) },
    { name: 'paybacks', part: lazyPart(async () => (await import('./OrderPaybacks.tsx')).OrderPaybacks) },
    { name: 'troubles', part: lazyPart(async () => (await import('./OrderTroubles.tsx')).OrderTroubles) },
  ],
  actions: [
    {
      name: 'payback',
      right,
      scope: 'row',
      allowed: ({ payState, channel, amount, paidBack }) =>
        payState === 'paid' && channel !== 'bank' && paidBack < amount,
      form: PaybackForm,
    },
    {
      name: 'look',
      right,
      scope: 'row',
      allowed: ({ trouble, clearedAt }) => trouble !== null && clearedAt === null,
      form: reasoned<StaffOrder>({
        action: 'look',
        why: 'look',
        nameOf: ({ orderNumber }) => orderNumber,
        refresh: 'orders',
        call: staffOrderCalls.clear,
        request: ({ id, troubles }) => {
          const { trouble, vendorNumber } = troubles.find(({ clearedAt }) => clearedAt === null)!
          return { params: { id }, body: { trouble, vendorNumber } }
        },
      }),
    },
  ],
})
