import { defineDomain } from '../kit/work/domain.ts'
import { headerRoutes } from './headers.routes.ts'
import { invoicesPersonalData } from './personal-data.ts'

/** Invoices and whom they are made out to. */
export const invoicesDomain = defineDomain({
  name: 'invoices',
  personalData: invoicesPersonalData,
  recordNames: { 'invoice-header': { table: 'invoice_header', column: 'title', only: 'owner' } },
  routes: (services) => [headerRoutes(services)],
})
