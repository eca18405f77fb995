const costs = '/accountSetting/costCenter'

export const paths = {
  costs,
  /** Opens the form to pay in so many fen. */
  topUp: (fen: number) => `${costs}?topUp=${fen}`,
  recharges: `${costs}/rechargeOrderDetail`,
  statements: `${costs}/statements`,
  packages: `${costs}/packages`,
  package: (id: string) => `${costs}/packages/${id}`,
  /** The form to ask for an invoice, with an order chosen. */
  applyInvoice: (order?: string) => `${costs}/applyInvoice${order ? `?order=${order}` : ''}`,
  pay: (id: string) => `${costs}/wePay?id=${id}`,
}
