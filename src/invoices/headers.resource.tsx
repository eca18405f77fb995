import { IdcardOutlined } from '@ant-design/icons'
import { detailsOfKind, HeaderBody, headerCalls, HeadType, InvoiceHeader } from '../../contract/invoices/headers.ts'
import { bareText, numberOf } from '../../contract/kit/typed/clean.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { recordRoutes } from '../kit/resource/record-routes.ts'

/** Kinds of header that ask for a detail. */
const asking = (detail: string) => ({
  field: 'headType',
  values: HeadType.options.filter((kind) => (detailsOfKind[kind] as readonly string[]).includes(detail)),
})
const byId = (row: InvoiceHeader) => ({ params: { id: row.id } })

/** Whom invoices are made out to. */
export default defineResource<InvoiceHeader>({
  name: 'invoiceHeaders',
  words: 'invoices',
  schema: InvoiceHeader,
  title: 'title',
  endpoints: {
    list: headerCalls.list,
    one: { call: headerCalls.get, request: (id) => ({ params: { id } }) },
    create: headerCalls.create,
    update: headerCalls.update,
    removeMany: { call: headerCalls.removeMany, request: (ids) => ({ body: { ids } }) },
    createMany: headerCalls.import,
  },
  routes: recordRoutes('invoice-header'),
  access: 'invoices.read',
  create: { right: 'invoices.write' },
  menu: { icon: <IdcardOutlined />, group: 'money', order: 60 },
  above: lazyPart(async () => (await import('./InvoiceTabs.tsx')).InvoiceTabs),
  history: 'invoice-header',
  live: 'invoiceHeaders',
  fields: {
    title: { kind: 'text', sortable: true, maxLength: 100 },
    headType: {
      kind: 'choice',
      sortable: true,
      width: 160,
      values: HeadType.options,
      tones: { ENTERPRISE_SPECIAL: 'active' },
    },
    taxNo: { kind: 'text', width: 210, maxLength: 30, clean: numberOf, when: asking('taxNo') },
    address: { kind: 'text', width: 240, maxLength: 100, when: asking('address') },
    phone: { kind: 'phone', width: 150, maxLength: 30, when: asking('phone') },
    bank: { kind: 'text', width: 200, maxLength: 100, when: asking('bank') },
    account: { kind: 'text', width: 200, maxLength: 40, clean: bareText, when: asking('account') },
    isDefault: { kind: 'flag', width: 110 },
    createdAt: { kind: 'instant', sortable: true, width: 176 },
    updatedAt: { kind: 'instant', sortable: true, width: 176 },
  },
  columns: ['title', 'headType', 'taxNo', 'isDefault', 'createdAt'],
  card: ['headType', 'taxNo', 'isDefault'],
  filters: {
    keyWord: { kind: 'keyword' },
    headType: { kind: 'choice', values: HeadType.options, words: 'choice.headType' },
  },
  defaultSort: '-createdAt',
  form: {
    schema: HeaderBody,
    rows: [['headType'], ['title'], ['taxNo'], ['address'], ['phone'], ['bank'], ['account'], ['isDefault']],
    initial: { headType: 'ENTERPRISE' },
  },
  io: {
    import: {
      schema: HeaderBody,
      fields: ['headType', 'title', 'taxNo', 'address', 'phone', 'bank', 'account', 'isDefault'],
    },
  },
  actions: [
    { name: 'edit', right: 'invoices.write', scope: 'row', allowed: () => true, edits: true },
    {
      name: 'makeDefault',
      right: 'invoices.write',
      scope: 'row',
      allowed: (row) => !row.isDefault,
      run: { send: 'each', call: headerCalls.makeDefault, request: byId },
    },
    {
      name: 'remove',
      right: 'invoices.write',
      scope: 'both',
      danger: true,
      confirm: true,
      removes: true,
      allowed: () => true,
    },
  ],
})
