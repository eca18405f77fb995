import { GiftOutlined } from '@ant-design/icons'
import { Package, packageCalls, PackageState } from '../../contract/payments/packages.ts'
import { productNames } from '../../contract/payments/products.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { UnitBar } from './parts/UnitBar.tsx'
import { paths } from './paths.ts'

/** What the account bought to be used up, beneath what can be bought. */
export default defineResource<Package>({
  name: 'packages',
  words: 'payments',
  schema: Package,
  title: 'packageNumber',
  endpoints: {
    list: packageCalls.list,
    one: { call: packageCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: { list: paths.packages, showPath: `${paths.packages}/:id`, show: ({ id }) => paths.package(id) },
  access: 'money.read',
  menu: { icon: <GiftOutlined />, group: 'money', order: 57 },
  above: lazyPart(async () => (await import('./PackageOffers.tsx')).PackageOffers),
  live: 'wallet',
  fields: {
    packageNumber: { kind: 'text', width: 200 },
    product: { kind: 'choice', width: 160, values: productNames },
    packageState: {
      kind: 'choice',
      width: 110,
      values: PackageState.options,
      tones: { active: 'good' },
    },
    left: { kind: 'number', width: 190, cell: (row) => <UnitBar of={row} /> },
    units: { kind: 'number', width: 100 },
    used: { kind: 'number', width: 100 },
    held: { kind: 'number', width: 110 },
    price: { kind: 'money', width: 120 },
    personName: { kind: 'text', width: 140 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    endsAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['packageNumber', 'product', 'packageState', 'left', 'price', 'endsAt'],
  card: ['product', 'packageState', 'left', 'endsAt'],
  filters: {
    product: { kind: 'choice', values: productNames, words: 'choice.product' },
    packageState: { kind: 'choice', values: PackageState.options, words: 'choice.packageState' },
  },
  defaultSort: '-createdAt',
  tabs: [{ name: 'uses', part: lazyPart(async () => (await import('./parts/PackageUses.tsx')).PackageUses) }],
  actions: [],
})
