import type { Side, StepFacts } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind, type OrderPart } from '../../../contract/notarization/order-kinds.ts'
import type { ErrorCode } from '../../../contract/kit/errors.ts'
import type { Right } from '../../../contract/kit/rights.ts'
import type { OrderRecord } from '../orders/orders.repo.ts'
import { kindOf } from './orders.types.ts'

/** Somebody who looks at orders from one side. */
export interface Viewer {
  side: Exclude<Side, 'system'>
  personId: string
  rights: ReadonlySet<Right>
}

/** Rights that somebody of a side needs to take steps, and to take those that decide. */
export const rightsOfSide: Record<Viewer['side'], { takes: Right; decides: Right }> = {
  applicant: { takes: 'judicial.write', decides: 'judicial.write' },
  office: { takes: 'office.assist', decides: 'office.decide' },
}

export const mayTake = ({ side, rights }: Viewer, { by, isDecision }: StepFacts) =>
  by === side && rights.has(rightsOfSide[side][isDecision ? 'decides' : 'takes'])

interface Course {
  name: string
  step: StepFacts
  /** Undefined where a time has passed. */
  personId: string | undefined
  /** Steps that were taken, of each name the last one last. */
  taken: readonly { step: string | null; personId: string | null }[]
  /** People who count as one with whoever takes it. */
  linked?: ReadonlySet<string>
}

/** A period is extended once, what comes first was done, and two people stand for a paper; undefined where all of it holds. */
export function judgeCourse({ name, step, personId, taken, linked }: Course): ErrorCode | undefined {
  const last = (wanted: string) => taken.findLast((one) => one.step === wanted)
  const first = step.notBy && last(step.notBy)?.personId
  if (step.extends && last(name)) return 'wrong-state'
  if (step.after && !last(step.after)) return 'wrong-state'
  if (step.notBy && last(step.notBy)?.personId === personId) return 'other-person-needed'
  if (first && linked?.has(first)) return 'independent-person-needed'
  return undefined
}

/** Parts of which whoever looks may add files now. */
export const openParts = (viewer: Viewer, order: Pick<OrderRecord, 'kind' | 'state'>): OrderPart[] =>
  viewer.rights.has(rightsOfSide[viewer.side].takes)
    ? Object.entries(factsOfKind(kindOf(order)).parts).flatMap(([part, { by, in: states }]) =>
        by === viewer.side && states.includes(order.state) ? [part as OrderPart] : [],
      )
    : []
