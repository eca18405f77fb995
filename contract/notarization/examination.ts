/**
 * From an order that is paid for to a report that is received, as every kind that two examiners of an institute answer has it (General Rules of
 * Judicial Appraisal Procedure, article 19).
 */
export const examination = {
  states: {
    EXAMINING: { tone: 'active', clock: 'examination', turn: 'office' },
    SUPPLEMENT: { tone: 'warning', clock: 'examination', isPaused: true, turn: 'applicant' },
    DRAFTED: { tone: 'active', clock: 'examination', turn: 'office' },
    REPORTED: { tone: 'good', turn: 'applicant', lapses: { days: 10, step: 'settle' } },
    DELIVERED: { tone: 'good', isEnd: true },
    REJECTED: { tone: 'bad', isEnd: true },
    ABANDONED: { tone: 'neutral', isEnd: true },
    TERMINATED: { tone: 'bad', isEnd: true },
  },
  steps: {
    draft: { from: ['EXAMINING'], to: 'DRAFTED', by: 'office', isDecision: true, newParts: ['report'] },
    ask: { from: ['EXAMINING'], to: 'SUPPLEMENT', by: 'office', inputs: ['reason'], paper: 'supplement' },
    report: {
      from: ['DRAFTED'],
      to: 'REPORTED',
      by: 'office',
      isDecision: true,
      notBy: 'draft',
      money: 'collect',
      paper: 'report',
    },
    sendBack: { from: ['DRAFTED'], to: 'EXAMINING', by: 'office', isDecision: true, inputs: ['reason'], isInner: true },
    confirm: { from: ['REPORTED'], to: 'DELIVERED', by: 'applicant' },
    deliver: { from: ['REPORTED'], to: 'DELIVERED', by: 'office', inputs: ['delivery'] },
    settle: { from: ['REPORTED'], to: 'DELIVERED', by: 'system' },
  },
} as const
