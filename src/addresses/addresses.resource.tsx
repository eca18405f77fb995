import { EnvironmentOutlined } from '@ant-design/icons'
import { Address, AddressBody, addressCalls, AddressRow } from '../../contract/addresses/addresses.ts'
import { cityOf, divisionCalls, provinceOf } from '../../contract/addresses/divisions.ts'
import { digitsOf } from '../../contract/kit/typed/clean.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { recordRoutes } from '../kit/resource/record-routes.ts'

const byId = (row: Address) => ({ params: { id: row.id } })

/** Where papers and parcels go. */
export default defineResource<Address>({
  name: 'addresses',
  words: 'addresses',
  schema: Address,
  title: 'name',
  endpoints: {
    list: addressCalls.list,
    one: { call: addressCalls.get, request: (id) => ({ params: { id } }) },
    create: addressCalls.create,
    update: addressCalls.update,
    removeMany: { call: addressCalls.removeMany, request: (ids) => ({ body: { ids } }) },
    createMany: addressCalls.import,
  },
  routes: recordRoutes('address'),
  access: 'addresses.read',
  create: { right: 'addresses.write' },
  menu: { icon: <EnvironmentOutlined />, group: 'account', order: 65 },
  history: 'address',
  live: 'addresses',
  fields: {
    name: { kind: 'text', sortable: true, width: 140, maxLength: 25 },
    phone: { kind: 'phone', width: 140, maxLength: 30, help: true },
    regionCode: {
      kind: 'region',
      width: 210,
      names: ['provinceName', 'cityName', 'regionName'],
      implies: { provinceCode: provinceOf, cityCode: cityOf },
    },
    detail: { kind: 'text', maxLength: 100, help: true },
    postcode: { kind: 'text', width: 100, maxLength: 6, clean: digitsOf },
    tag: { kind: 'text', width: 84, maxLength: 10, help: true },
    isDefault: { kind: 'flag', width: 112 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    updatedAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['name', 'phone', 'regionCode', 'detail', 'tag', 'isDefault'],
  card: ['phone', 'regionCode', 'detail', 'tag', 'isDefault'],
  filters: {
    keyWord: { kind: 'keyword' },
    provinceCode: { kind: 'remote', load: divisionCalls.provinces, value: 'id', label: 'name' },
  },
  defaultSort: '-createdAt',
  form: {
    schema: AddressBody,
    rows: [['name'], ['phone'], ['regionCode'], ['detail'], ['postcode', 'tag'], ['isDefault']],
  },
  io: {
    import: {
      schema: AddressRow,
      fields: ['name', 'phone', 'regionCode', 'detail', 'postcode', 'tag', 'isDefault'],
    },
  },
  actions: [
    { name: 'edit', right: 'addresses.write', scope: 'row', allowed: () => true, edits: true },
    {
      name: 'makeDefault',
      right: 'addresses.write',
      scope: 'row',
      allowed: (row) => !row.isDefault,
      run: { send: 'each', call: addressCalls.makeDefault, request: byId },
    },
    {
      name: 'remove',
      right: 'addresses.write',
      scope: 'both',
      danger: true,
      confirm: true,
      removes: true,
      allowed: () => true,
    },
  ],
})
