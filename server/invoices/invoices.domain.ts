import { sql } from 'kysely'
import { eraseBy, ofAccounts } from '../kit/personal-data/personal-data.ts'
import { anyOf } from '../kit/personal-data/leaving.ts'
import { defineDomain } from '../kit/work/domain.ts'
import { headerRoutes } from './headers.routes.ts'

/** Invoices and whom they are made out to. */
export const invoicesDomain = defineDomain({
  name: 'invoices',
  personalData: {
    sections: [
      {
        name: 'invoiceHeaders',
        order: 220,
        ofOwner: true,
        tables: ['invoice_header'],
        shown: ['headType', 'title', 'taxNo', 'address', 'phone', 'bank', 'account'],
        query: (of) =>
          sql`select head_type, title, tax_no, address, phone, bank, account, is_default, created_at, updated_at from invoice_header where ${ofAccounts('account_id', of)} order by created_at desc`,
      },
    ],
    erase: eraseBy(({ owned }) => [sql`delete from invoice_header where account_id = ${anyOf(owned)}`]),
  },
  recordNames: { 'invoice-header': { table: 'invoice_header', column: 'title', only: 'owner' } },
  routes: (services) => [headerRoutes(services)],
})
