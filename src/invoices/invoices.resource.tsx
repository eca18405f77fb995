import { FileDoneOutlined } from '@ant-design/icons'
import { Invoice, invoiceCalls, mayReapply, mayWithdraw } from '../../contract/invoices/invoices.ts'
import { lazyDialog } from '../kit/page/lazy-dialog.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { recordRoutes } from '../kit/resource/record-routes.ts'
import { defineResource } from '../kit/resource/resource.ts'
import { invoiceFields, invoiceFilters } from './invoice-fields.ts'
import { paths } from './paths.ts'

const Reapply = lazyDialog(async () => (await import('./Reapply.tsx')).Reapply)

/** What the account asked to be invoiced, and what came of it. */
export default defineResource<Invoice>({
  name: 'invoices',
  words: 'invoices',
  schema: Invoice,
  title: 'applyNo',
  endpoints: {
    list: invoiceCalls.list,
    one: { call: invoiceCalls.get, request: (id) => ({ params: { id } }) },
  },
  routes: recordRoutes('invoice'),
  access: 'invoices.read',
  create: { right: 'invoices.write', path: paths.apply },
  menu: { icon: <FileDoneOutlined />, group: 'money', order: 59 },
  above: lazyPart(async () => (await import('./InvoiceTabs.tsx')).InvoiceTabs),
  live: 'invoices',
  fields: invoiceFields,
  columns: ['applyNo', 'title', 'amount', 'invoiceType', 'invoiceState', 'appliedAt'],
  card: ['title', 'amount', 'invoiceState', 'appliedAt'],
  filters: invoiceFilters,
  defaultSort: '-appliedAt',
  tabs: [
    { name: 'course', part: lazyPart(async () => (await import('./InvoiceCourse.tsx')).InvoiceCourse) },
    { name: 'orders', part: lazyPart(async () => (await import('./InvoiceOrders.tsx')).InvoiceOrders) },
  ],
  actions: [
    {
      name: 'reapply',
      right: 'invoices.write',
      scope: 'row',
      allowed: ({ invoiceState }) => mayReapply(invoiceState),
      form: Reapply,
    },
    {
      name: 'withdraw',
      right: 'invoices.write',
      scope: 'row',
      danger: true,
      confirm: true,
      allowed: ({ invoiceState }) => mayWithdraw(invoiceState),
      run: { send: 'each', call: invoiceCalls.withdraw, request: ({ id }) => ({ params: { id } }) },
    },
  ],
})
