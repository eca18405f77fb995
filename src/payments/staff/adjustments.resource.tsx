import { MoneyCollectOutlined } from '@ant-design/icons'
import { Adjustment, adjustmentCalls, AdjustmentState, AnyPurpose } from '../../../contract/payments/adjustments.ts'
import { productNames } from '../../../contract/payments/products.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { formatMoney } from '../../../contract/kit/money.ts'
import { defineResource } from '../../kit/resource/resource.ts'

const right = 'operator.money'
const list = '/operator/adjustments'
const byId = (row: Adjustment) => ({ params: { id: row.id } })
const mayDecide = (a: Adjustment) => a.mayDecide

/** What staff put into accounts or take out of them, each asked for by one person and decided by another. */
export default defineResource<Adjustment>({
  name: 'adjustments',
  words: 'payments',
  schema: Adjustment,
  title: 'accountName',
  endpoints: {
    list: adjustmentCalls.list,
    one: { call: adjustmentCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: { list, showPath: `${list}/:id`, show: (row) => `${list}/${row.id}` },
  access: right,
  menu: { icon: <MoneyCollectOutlined />, group: 'desk', order: 876 },
  waits: { state: 'waiting' },
  fields: {
    accountName: { kind: 'text' },
    purpose: {
      kind: 'choice',
      width: 105,
      values: AnyPurpose.options,
      tones: { correction: 'warning', payback: 'warning', refund: 'warning' },
    },
    amount: { kind: 'money', sortable: true, width: 130 },
    product: { kind: 'choice', width: 150, values: productNames },
    units: { kind: 'number', width: 72 },
    reference: { kind: 'text', width: 130 },
    reason: { kind: 'long-text', width: 220 },
    state: {
      kind: 'choice',
      width: 100,
      values: AdjustmentState.options,
      tones: { waiting: 'active', applied: 'good', refused: 'bad' },
    },
    askedName: { kind: 'text', width: 100 },
    decidedName: { kind: 'text', width: 130 },
    decidedAt: { kind: 'instant', width: 176 },
    answer: { kind: 'long-text', width: 200 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['accountName', 'purpose', 'amount', 'units', 'product', 'reference', 'state', 'askedName', 'createdAt'],
  card: ['purpose', 'amount', 'state', 'askedName', 'createdAt'],
  filters: {
    keyWord: { kind: 'keyword' },
    state: { kind: 'choice', values: AdjustmentState.options, words: 'choice.state' },
    purpose: { kind: 'choice', values: AnyPurpose.options, words: 'choice.purpose' },
  },
  defaultSort: '-createdAt',
  actions: [
    {
      name: 'apply',
      right,
      scope: 'row',
      confirm: true,
      allowed: mayDecide,
      run: { send: 'each', call: adjustmentCalls.apply, request: byId },
    },
    {
      name: 'refuse',
      right,
      scope: 'row',
      danger: true,
      allowed: mayDecide,
      form: reasoned<Adjustment>({
        action: 'refuseAdjustment',
        why: 'refuseAdjustment',
        nameOf: (a) => (a.units ? a.accountName : `${a.accountName} (${formatMoney(a.amount)})`),
        refresh: 'adjustments',
        call: adjustmentCalls.refuse,
        request: byId,
      }),
    },
    {
      name: 'withdraw',
      right,
      scope: 'row',
      confirm: true,
      allowed: (a) => a.state === 'waiting' && a.mine,
      run: { send: 'each', call: adjustmentCalls.withdraw, request: byId },
    },
  ],
})
