import type { StepFacts } from '../../../contract/notarization/order-kind.ts'
import { heldFor, type Terms } from '../../../contract/notarization/terms.ts'
import type { Situation } from './situation.types.ts'

/** The fee of an order after a step: what its office says or lists now, else as it was. */
export function feeAfter({ order, office, body }: Situation, { inputs = [], charges }: StepFacts): number | null {
  if (inputs.includes('fee')) return body.fee!
  if (inputs.includes('terms')) return heldFor(body.terms!)
  return charges ? (office?.[charges] ?? null) : order.fee
}

/** Fen of an order that its office may keep with a step: what is held, or after the paper, what of it was collected. */
export function paidOf({ order, charge }: Pick<Situation, 'order' | 'charge'>, { money }: StepFacts): number {
  if (money === 'giveBack') return charge?.state === 'posted' ? charge.left : 0
  return charge?.state === 'reserved' ? order.fee! : 0
}

/** Fen that are collected with a step; undefined where it collects nothing. */
export function collectedWith(situation: Situation, step: StepFacts, terms: Terms | null): number | undefined {
  const { order, charge, body } = situation
  switch (step.money) {
    case 'collect':
      return order.fee!
    case 'outcome':
      return (terms!.spent ?? 0) + terms![step.outcome!]
    case 'split':
    case 'giveBack':
      return body.kept!
    case 'refund':
      return charge?.state === 'reserved' ? 0 : undefined
    default:
      return undefined
  }
}
