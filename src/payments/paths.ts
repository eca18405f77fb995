import { payPath } from './parts/pay-path.ts'

const costs = '/accountSetting/costCenter'

export const paths = {
  costs,
  /** Opens the form to pay in so many fen. */
  topUp: (fen: number) => `${costs}?topUp=${fen}`,
  recharges: `${costs}/rechargeOrderDetail`,
  transfers: `${costs}/transfers`,
  transfer: (id: string) => `${costs}/transfers/${id}`,
  /** The form to tell of a bank transfer of so many fen. */
  sendTransfer: (fen: number) => `${costs}/transfer?amount=${fen}`,
  statements: `${costs}/statements`,
  packages: `${costs}/packages`,
  package: (id: string) => `${costs}/packages/${id}`,
  /** The form to ask for an invoice, with an order chosen. */
  applyInvoice: (order?: string) => `${costs}/applyInvoice${order ? `?order=${order}` : ''}`,
  pay: payPath,
}
