import { defineDomain } from '../kit/work/domain.ts'
import { headerRoutes } from './headers.routes.ts'

/** Invoices and whom they are made out to. */
export const invoicesDomain = defineDomain({ name: 'invoices', routes: (services) => [headerRoutes(services)] })
