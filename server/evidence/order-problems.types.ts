/** Why a piece of evidence cannot be handed in with an order, each with the word where a field of the order names the evidence. */
export const orderProblems = {
  'wrong-state': 'evidenceUnfinished',
  'original-missing': 'evidenceOriginal',
  'not-ready': 'evidenceUnready',
} as const
export type OrderProblem = keyof typeof orderProblems
