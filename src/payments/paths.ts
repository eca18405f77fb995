const costs = '/accountSetting/costCenter'

export const paths = {
  costs,
  /** Opens the form to pay in so many fen. */
  topUp: (fen: number) => `${costs}?topUp=${fen}`,
  recharges: `${costs}/rechargeOrderDetail`,
  pay: (id: string) => `${costs}/wePay?id=${id}`,
}
