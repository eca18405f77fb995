import { recordKinds } from '../../contract/kit/records.ts'

export const paths = {
  invoices: recordKinds.invoice.pages.list,
  invoice: (id: string) => recordKinds.invoice.pages.show.replace(':id', id),
  headers: recordKinds['invoice-header'].pages.list,
  apply: '/accountSetting/costCenter/applyInvoice',
}
