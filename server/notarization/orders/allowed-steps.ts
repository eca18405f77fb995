import type { OrderKindFacts, Side } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind, type OrderPart, type OrderStep } from '../../../contract/notarization/order-kinds.ts'
import type { Right } from '../../../contract/kit/rights.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { kindOf, lastTakers, type OrderRecord } from './orders.repo.ts'

/** Somebody who looks at orders from one side. */
export interface Viewer {
  side: Exclude<Side, 'system'>
  personId: string
  rights: ReadonlySet<Right>
}

/** What somebody of a side needs to take steps, and to take those that decide. */
export const rightsOfSide: Record<Viewer['side'], { takes: Right; decides: Right }> = {
  applicant: { takes: 'judicial.write', decides: 'judicial.write' },
  office: { takes: 'office.assist', decides: 'office.decide' },
}

type Step = OrderKindFacts['steps'][string]

export const mayTake = ({ side, rights }: Viewer, { by, isDecision }: Step) =>
  by === side && rights.has(rightsOfSide[side][isDecision ? 'decides' : 'takes'])

/** Steps that whoever looks may take now, of each order; `db` sees what they see. */
export async function allowedSteps(
  db: Queryable,
  viewer: Viewer,
  orders: readonly Pick<OrderRecord, 'id' | 'kind' | 'state'>[],
): Promise<Map<string, OrderStep[]>> {
  const open = orders.map((order) => {
    const { steps } = factsOfKind(kindOf(order))
    const some = Object.entries(steps).filter(([, s]) => s.from.includes(order.state) && mayTake(viewer, s))
    return { id: order.id, some }
  })
  const bound = open.flatMap(({ id, some }) => some.flatMap(([name, s]) => past(name, s).map((step) => ({ id, step }))))
  const takers = await lastTakers(
    db,
    [...new Set(bound.map(({ id }) => id))],
    [...new Set(bound.map(({ step }) => step))],
  )
  const isBound = (id: string, name: string, { notBy, after, extends: more }: Step) => {
    const taken = takers.filter(({ orderId }) => orderId === id)
    return (
      taken.some((t) => t.step === notBy && t.personId === viewer.personId) ||
      (more !== undefined && taken.some((t) => t.step === name)) ||
      (after !== undefined && !taken.some((t) => t.step === after))
    )
  }
  return new Map(
    open.map(({ id, some }) => [
      id,
      some.filter(([name, step]) => !isBound(id, name, step)).map(([name]) => name as OrderStep),
    ]),
  )
}

/** Steps of before on which it depends whether one may be taken: another person's, its own, which is taken once, or one that comes first. */
const past = (name: string, { notBy, after, extends: more }: Step) => [
  ...(notBy ? [notBy] : []),
  ...(after ? [after] : []),
  ...(more ? [name] : []),
]

/** Parts of which whoever looks may add files now. */
export const openParts = (viewer: Viewer, order: Pick<OrderRecord, 'kind' | 'state'>): OrderPart[] =>
  viewer.rights.has(rightsOfSide[viewer.side].takes)
    ? Object.entries(factsOfKind(kindOf(order)).parts).flatMap(([part, { by, in: states }]) =>
        by === viewer.side && states.includes(order.state) ? [part as OrderPart] : [],
      )
    : []
