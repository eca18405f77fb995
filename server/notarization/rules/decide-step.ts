import { clockOf } from '../../../contract/notarization/clock.ts'
import type { StepFacts } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind, type OrderPaperName, type OrderStep } from '../../../contract/notarization/order-kinds.ts'
import type { Inquired } from '../../../contract/notarization/order-records.ts'
import type { Terms } from '../../../contract/notarization/terms.ts'
import { AppError } from '../../kit/errors.ts'
import { kindOf, listWay, stepOf } from './orders.types.ts'
import type { HandingIn, Situation } from './situation.types.ts'
import type { FilesMoved } from '../orders/files.repo.ts'
import { filesMoved } from './step-files.ts'
import { inquiryOf, stepNote, termsAfter } from './step-inputs.ts'
import { collectedWith, feeAfter, paidOf } from './step-money.ts'

/** All that a step makes of its order: columns, its own row, money, paper and news. */
export interface Change {
  row: {
    state: string
    /** The last day of the period that runs from now on. */
    dueOn: string | null
    fee: number | null
    terms: Terms | null
    /** From which the database moves money that is held. */
    collected?: number
    owner?: Owner
  }
  /** Calendar days from now after which the system goes on by itself. */
  lapsesAfter: number | undefined
  /** It comes to its office for the first time. */
  isSubmitted: boolean
  /** The order is held to each of these statements, and to what each was called. */
  evidence: HandingIn['found']
  /** The changes since it was returned become the order, or end with that. */
  draft: 'handedIn' | 'dropped' | undefined
  /** The files that it keeps and shows. */
  files: FilesMoved | undefined
  /** The order gets the next number of this year, which begins with this word. */
  caseOf: { year: number; word: string } | undefined
  step: NewStep
  money: MoneyChange | undefined
  paper: OrderPaperName | undefined
  /** Sides that are told. */
  tells: readonly ('applicant' | 'office')[]
}
type Owner = Exclude<HandingIn['owner'], AppError>

interface NewStep {
  step: OrderStep
  state: string
  side: StepFacts['by']
  reason: string
  code: string | null
  told: string
  extra: number
  inquiry: Inquired[] | null
  personId: string | null
  personName: string
}

export type MoneyChange =
  | { move: 'hold'; amount: number }
  | { move: 'giveBack'; charge: { id: string; accountId: string }; amount: number; reason: string }

/** Decides what becomes of an order by a step that nothing refuses. */
export function decideStep(situation: Situation): Change {
  const { order, body, handingIn } = situation
  const step = stepOf(order, situation.name)!
  const terms = termsAfter(step, order, body)
  const collected = collectedWith(situation, step, terms)
  return {
    row: {
      state: step.to,
      dueOn: dueAfter(situation, step),
      fee: feeAfter(situation, step),
      terms,
      ...(collected !== undefined && { collected }),
      ...(handingIn && { owner: pickOwner(handingIn) }),
    },
    lapsesAfter: factsOfKind(kindOf(order)).states[step.to]!.lapses?.days,
    isSubmitted: step.handsIn === true && !order.submittedAt,
    evidence: handingIn?.found ?? [],
    draft: draftAfter(situation, step),
    files: filesMoved(kindOf(order), situation.name),
    caseOf: step.numbers && { year: Number(order.today.slice(0, 4)), word: situation.office!.caseWord },
    step: newStep(situation, step),
    money: moneyAfter(situation, step),
    paper: step.paper as OrderPaperName | undefined,
    tells: (['applicant', 'office'] as const).filter((side) => side !== step.by && !step.isInner),
  }
}

/** A draft lasts while its order can be changed. */
function draftAfter({ order }: Situation, step: StepFacts): Change['draft'] {
  const { states } = factsOfKind(kindOf(order))
  if (!states[order.state]!.isEditable || states[step.to]!.isEditable) return undefined
  return step.by === 'applicant' && step.hands ? 'handedIn' : 'dropped'
}

/** The applicant as they are known now; later changes of their names change nothing of it. */
const pickOwner = ({ owner }: HandingIn): Owner => {
  const { ownerName, ownerKind, ownerIdentityId } = owner as Owner
  return { ownerName, ownerKind, ownerIdentityId }
}

/** The last day of the period that runs once the step is taken; null where none runs, or it stands still. */
function dueAfter({ order, before, exceptions }: Situation, step: StepFacts): string | null {
  const now = { state: step.to, extra: step.extends ?? 0, day: order.today }
  return clockOf(factsOfKind(kindOf(order)), [...listWay(before), now], order.today, exceptions)?.dueOn ?? null
}

const newStep = ({ name, body, before, asker }: Situation, step: StepFacts): NewStep => ({
  step: name,
  state: step.to,
  side: step.by,
  reason: body.reason ?? '',
  code: body.code ?? null,
  told: stepNote(step, body),
  extra: step.extends ?? 0,
  inquiry: inquiryOf(step, body, before),
  personId: asker?.personId ?? null,
  personName: asker?.personName ?? '',
})

function moneyAfter(situation: Situation, step: StepFacts): MoneyChange | undefined {
  if (step.money === 'hold') return { move: 'hold', amount: feeAfter(situation, step)! }
  const { charge, body } = situation
  if (step.money !== 'giveBack' || charge?.state !== 'posted') return undefined
  const amount = paidOf(situation, step) - body.kept!
  return amount > 0 ? { move: 'giveBack', charge, amount, reason: body.reason! } : undefined
}
