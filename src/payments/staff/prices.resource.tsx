import { TagsOutlined } from '@ant-design/icons'
import { formatMoney } from '../../../contract/kit/money.ts'
import { priceCalls, PriceState, PriceVersion } from '../../../contract/payments/prices.ts'
import { productNames } from '../../../contract/payments/products.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { TierList } from '../parts/TierList.tsx'

const right = 'platform.manage'

/** What each product cost, costs and will cost on this platform. What has begun is never changed: people were charged by it. */
export default defineResource<PriceVersion>({
  name: 'prices',
  words: 'payments',
  schema: PriceVersion,
  title: 'product',
  endpoints: {
    list: priceCalls.versions,
    remove: { call: priceCalls.remove, request: (id) => ({ params: { id } }) },
  },
  routes: { list: '/operator/prices' },
  access: right,
  menu: { icon: <TagsOutlined />, group: 'platform', order: 932 },
  above: lazyPart(async () => (await import('./PriceBoard.tsx')).PriceBoard),
  fields: {
    product: { kind: 'choice', width: 170, values: productNames },
    amount: {
      kind: 'money',
      width: 220,
      cell: ({ tiers }) => <TierList tiers={tiers} />,
      text: ({ tiers }) => tiers.map(({ from, amount }) => `${from}+ ${formatMoney(amount)}`).join('; '),
    },
    partialPercent: { kind: 'number', width: 130, cell: ({ partialPercent }) => `${partialPercent} %` },
    state: {
      kind: 'choice',
      width: 110,
      values: PriceState.options,
      tones: { current: 'good', future: 'active' },
    },
    effectiveAt: { kind: 'instant', sortable: true, width: 176 },
    note: { kind: 'text' },
    madeBy: { kind: 'text', width: 130 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['product', 'amount', 'partialPercent', 'state', 'effectiveAt', 'note', 'madeBy'],
  card: ['amount', 'state', 'effectiveAt'],
  filters: {
    product: { kind: 'choice', values: productNames, words: 'choice.product' },
    state: { kind: 'choice', values: PriceState.options, words: 'choice.state' },
  },
  defaultSort: '-effectiveAt',
  actions: [
    {
      name: 'remove',
      right,
      scope: 'row',
      danger: true,
      confirm: true,
      removes: true,
      allowed: ({ state }) => state === 'future',
    },
  ],
})
