import { sql } from 'kysely'
import { eraseBy, ofAccounts } from '../kit/personal-data/personal-data.ts'
import { anyOf, shadowOf } from '../kit/personal-data/leaving.ts'
import { defineDomain } from '../kit/work/domain.ts'
import { invoiceRoutes, staffInvoiceRoutes } from './applications/invoices.routes.ts'
import { nuonuoSettings } from './gateway/nuonuo/nuonuo.settings.ts'
import { sendSubmissions } from './gateway/send-submissions.ts'
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
      {
        name: 'invoices',
        order: 221,
        ofOwner: true,
        tables: ['invoice', 'invoice_order', 'invoice_paper', 'invoice_step', 'invoice_submission'],
        shown: ['at', 'number', 'title', 'amount', 'state', 'invoiceNumber'],
        query: (of) =>
          sql`select i.created_at as at, i.number, i.state, i.attempt, i.amount, i.invoice_type, i.title, i.header, i.medium, i.email, i.receiver, i.remark, i.reason, i.person_name as applied_by,
            p.number as invoice_number, p.code as invoice_code, p.issued_at, p.carrier, p.tracking_number, p.mailed_at,
            (select json_agg(json_build_object('number', o.number, 'amount', io.amount) order by o.created_at) from invoice_order io join pay_order o on o.id = io.order_id where io.invoice_id = i.id) as orders,
            (select json_agg(json_build_object('at', s.at, 'attempt', s.attempt, 'state', s.state, 'reason', s.reason, 'told', s.told) order by s.at, s.id) from invoice_step s where s.invoice_id = i.id) as steps
            from invoice i left join invoice_paper p on p.invoice_id = i.id and p.attempt = i.attempt where ${ofAccounts('i.account_id', of)} order by i.created_at desc, i.id desc`,
      },
    ],
    // Whom an invoice was issued to is an accounting record, which the law keeps for five years; where it was sent is not.
    erase: eraseBy(({ person: { id }, owned }) => [
      sql`delete from invoice_header where account_id = ${anyOf(owned)}`,
      sql`update invoice set email = null, receiver = null, remark = '' where account_id = ${anyOf(owned)}`,
      sql`update invoice i set title = '-', header = '{}' where account_id = ${anyOf(owned)} and not exists (select from invoice_paper p where p.invoice_id = i.id)`,
      sql`update invoice_step set told = '' where account_id = ${anyOf(owned)} and state = 'APPLIED'`,
      sql`update invoice set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update invoice_step set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update invoice_submission set problem = '' where account_id = ${anyOf(owned)} and state <> 'sending'`,
      sql`update invoice_submission set person_name = ${shadowOf(id)} where person_id = ${id}`,
    ]),
  },
  settings: [nuonuoSettings],
  sweeps: [{ name: 'invoices that tax gateways issue', everySeconds: 5, run: sendSubmissions }],
  recordNames: {
    'invoice-header': { table: 'invoice_header', column: 'title', only: 'owner' },
    invoice: { table: 'invoice', column: 'number' },
  },
  routes: (services) => [headerRoutes(services), invoiceRoutes(services), staffInvoiceRoutes(services)],
})
