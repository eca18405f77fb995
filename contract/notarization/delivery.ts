/** From a certificate that is issued to one that its applicant has, as every kind that a notary office answers has it. */
export const delivery = {
  states: {
    ISSUED: { tone: 'good', turn: 'office', lapses: { days: 30, step: 'settle' } },
    DELIVERING: { tone: 'good', turn: 'applicant', lapses: { days: 10, step: 'settle' } },
    DELIVERED: { tone: 'good', isEnd: true },
  },
  steps: {
    send: { from: ['ISSUED'], to: 'DELIVERING', by: 'office', inputs: ['delivery'] },
    handOver: { from: ['ISSUED'], to: 'DELIVERED', by: 'office' },
    confirm: { from: ['ISSUED', 'DELIVERING'], to: 'DELIVERED', by: 'applicant' },
    settle: { from: ['ISSUED', 'DELIVERING'], to: 'DELIVERED', by: 'system' },
  },
} as const
