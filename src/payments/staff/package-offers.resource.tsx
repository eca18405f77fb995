import { GiftOutlined } from '@ant-design/icons'
import { OfferBody, offerCalls, SaleState, StaffOffer } from '../../../contract/payments/packages.ts'
import { productNames } from '../../../contract/payments/products.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource } from '../../kit/resource/resource.ts'

const right = 'platform.manage'
const sale = (onSale: boolean) =>
  ({
    send: 'each',
    call: offerCalls.sell,
    request: ({ id }: StaffOffer) => ({ params: { id }, body: { onSale } }),
  }) as const

/** Packages that people can buy. What one says is never changed: it is taken off sale, and another is added. */
export default defineResource<StaffOffer>({
  name: 'packageOffers',
  words: 'payments',
  schema: StaffOffer,
  title: 'product',
  endpoints: { list: offerCalls.list, create: offerCalls.add },
  routes: { list: '/operator/packages' },
  access: right,
  above: lazyPart(async () => (await import('./WaitingOffers.tsx')).WaitingOffers),
  create: { right },
  menu: { icon: <GiftOutlined />, group: 'platform', order: 933 },
  fields: {
    product: { kind: 'choice', width: 170, values: productNames },
    units: { kind: 'number', width: 110, help: true },
    price: { kind: 'money', sortable: true, width: 130 },
    oneByOne: { kind: 'money', width: 140 },
    validDays: { kind: 'number', width: 130, help: true },
    saleState: { kind: 'choice', width: 110, values: SaleState.options, tones: { 'on-sale': 'good' } },
    sold: { kind: 'number', width: 90 },
    note: { kind: 'text', maxLength: 200, help: true },
    madeBy: { kind: 'text', width: 130 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['product', 'units', 'price', 'oneByOne', 'validDays', 'saleState', 'sold', 'createdAt'],
  card: ['units', 'price', 'validDays', 'saleState', 'sold'],
  filters: {
    product: { kind: 'choice', values: productNames, words: 'choice.product' },
    saleState: { kind: 'choice', values: SaleState.options, words: 'choice.saleState' },
  },
  defaultSort: '-createdAt',
  form: {
    schema: OfferBody,
    rows: [['product'], ['units'], ['price'], ['validDays'], ['note']],
    initial: { product: 'capture.web', validDays: 365 },
  },
  actions: [
    {
      name: 'offSale',
      right,
      scope: 'both',
      confirm: true,
      allowed: (o) => o.saleState === 'on-sale',
      run: sale(false),
    },
    { name: 'onSale', right, scope: 'both', allowed: (o) => o.saleState === 'off-sale', run: sale(true) },
  ],
})
