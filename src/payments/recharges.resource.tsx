import { HistoryOutlined } from '@ant-design/icons'
import {
  AnyScene,
  PayMethod,
  PayOrder,
  payOrderCalls,
  PayOrderState,
  PayPurpose,
} from '../../contract/payments/pay-orders.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { paths } from './paths.ts'

/** What was paid through vendors, into the account or as an office's fee, and what is to be paid yet. */
export default defineResource<PayOrder>({
  name: 'recharges',
  words: 'payments',
  schema: PayOrder,
  title: 'orderNumber',
  endpoints: {
    list: payOrderCalls.list,
    one: { call: payOrderCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: { list: paths.recharges, show: ({ id }) => paths.pay(id) },
  access: 'money.read',
  menu: { icon: <HistoryOutlined />, group: 'money', order: 56 },
  live: 'wallet',
  fields: {
    orderNumber: { kind: 'text', width: 200 },
    purpose: { kind: 'choice', width: 90, values: PayPurpose.options },
    amount: { kind: 'money', sortable: true, width: 130 },
    channel: { kind: 'choice', width: 120, values: PayMethod.options },
    scene: { kind: 'choice', width: 100, values: AnyScene.options },
    payState: {
      kind: 'choice',
      width: 110,
      values: PayOrderState.options,
      tones: { waiting: 'active', paid: 'good' },
    },
    paidBack: { kind: 'money', width: 130 },
    isSandbox: { kind: 'flag', width: 90 },
    personName: { kind: 'text', width: 140 },
    paidAt: { kind: 'instant', width: 176 },
    expiresAt: { kind: 'instant', width: 176 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['orderNumber', 'purpose', 'amount', 'channel', 'payState', 'personName', 'createdAt'],
  card: ['purpose', 'amount', 'channel', 'payState', 'createdAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    purpose: { kind: 'choice', values: PayPurpose.options, words: 'choice.purpose' },
    payState: { kind: 'choice', values: PayOrderState.options, words: 'choice.payState' },
    channel: { kind: 'choice', values: PayMethod.options, words: 'choice.channel' },
    createdAt: { kind: 'days' },
  },
  defaultSort: '-createdAt',
  actions: [],
})
