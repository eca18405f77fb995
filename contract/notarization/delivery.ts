/**
 * From a certificate that is issued to one that its applicant has, and its review, as every kind that a notary office answers has it: who thinks it is wrong
 * asks for a review within a year, another notary than who drafted it decides within thirty days, and the certificate stands, is corrected, or is revoked
 * (Notary Law, article 39; Rules of Notarial Procedure, chapter 9).
 */
export const delivery = {
  states: {
    ISSUED: { tone: 'good', turn: 'office', lapses: { days: 30, step: 'settle' } },
    DELIVERING: { tone: 'good', turn: 'applicant', lapses: { days: 10, step: 'settle' } },
    DELIVERED: { tone: 'good', isDone: true, lapses: { days: 365, step: 'conclude' } },
    REVIEW: { tone: 'warning', clock: 'recheck', turn: 'office' },
    CORRECTED: { tone: 'good', turn: 'office', lapses: { days: 30, step: 'settle' } },
    CONCLUDED: { tone: 'good', isEnd: true },
    REVOKED: { tone: 'bad', isEnd: true },
  },
  steps: {
    send: { from: ['ISSUED', 'CORRECTED'], to: 'DELIVERING', by: 'office', inputs: ['delivery'] },
    handOver: { from: ['ISSUED', 'CORRECTED'], to: 'DELIVERED', by: 'office' },
    confirm: { from: ['ISSUED', 'CORRECTED', 'DELIVERING'], to: 'DELIVERED', by: 'applicant' },
    settle: { from: ['ISSUED', 'CORRECTED', 'DELIVERING'], to: 'DELIVERED', by: 'system' },
    requestReview: { from: ['DELIVERED'], to: 'REVIEW', by: 'applicant', inputs: ['reason'], hands: ['grounds'] },
    // Offices review what they find wrong themselves, or what somebody else with an interest in it objects to.
    openReview: { from: ['DELIVERED'], to: 'REVIEW', by: 'office', isDecision: true, inputs: ['reason'] },
    uphold: {
      from: ['REVIEW'],
      to: 'CONCLUDED',
      by: 'office',
      isDecision: true,
      inputs: ['reason'],
      notBy: 'draft',
      paper: 'upheld',
    },
    correct: {
      from: ['REVIEW'],
      to: 'CORRECTED',
      by: 'office',
      isDecision: true,
      inputs: ['reason'],
      newParts: ['corrected'],
      notBy: 'draft',
      paper: 'corrected',
      ends: 'replaces',
    },
    revoke: {
      from: ['REVIEW'],
      to: 'REVOKED',
      by: 'office',
      isDecision: true,
      inputs: ['reason', 'kept'],
      notBy: 'draft',
      money: 'giveBack',
      paper: 'revocation',
      ends: 'voids',
    },
    conclude: { from: ['DELIVERED'], to: 'CONCLUDED', by: 'system' },
  },
  parts: {
    grounds: { by: 'applicant', in: ['DELIVERED'], most: 5 },
    corrected: { by: 'office', in: ['REVIEW'], most: 1, isPdf: true },
  },
  papers: {
    upheld: { shows: ['matter', 'decision'] },
    corrected: { shows: ['matter', 'decision'], original: 'corrected' },
    revocation: { shows: ['matter', 'decision'] },
  },
  clocks: { recheck: { days: 30, isCalendar: true, rule: '公证程序规则 64' } },
} as const
