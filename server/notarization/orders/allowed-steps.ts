import type { StepFacts } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind, type OrderStep } from '../../../contract/notarization/order-kinds.ts'
import type { Queryable } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { linkedTo } from '../../platform/approvals/independence.service.ts'
import { judgeCourse, mayTake, type Viewer } from '../rules/may-take.ts'
import type { OrderRecord } from './orders.repo.ts'
import { kindOf } from '../rules/orders.types.ts'
import { lastTakers } from './steps.repo.ts'

/** Steps that whoever looks may take now, of each order; `db` sees what they see. */
export async function allowedSteps(
  { db: { system }, config }: Services,
  db: Queryable,
  viewer: Viewer,
  orders: readonly Pick<OrderRecord, 'id' | 'kind' | 'state'>[],
): Promise<Map<string, OrderStep[]>> {
  const open = orders.map((order) => {
    const { steps } = factsOfKind(kindOf(order))
    const some = Object.entries(steps).filter(([, s]) => s.from.includes(order.state) && mayTake(viewer, s))
    return { id: order.id, some }
  })
  const bound = open.flatMap(({ id, some }) =>
    some.flatMap(([name, s]) => past(name, s).map((step) => ({ id, step, notBy: s.notBy }))),
  )
  const takers = await lastTakers(
    db,
    [...new Set(bound.map(({ id }) => id))],
    [...new Set(bound.map(({ step }) => step))],
  )
  const firsts = new Set(bound.flatMap(({ id, notBy }) => takerOf(takers, id, notBy) ?? []))
  const linked = firsts.size ? await linkedTo(system, config, viewer.personId, [...firsts]) : firsts
  return new Map(
    open.map(({ id, some }) => {
      const taken = takers.filter(({ orderId }) => orderId === id)
      const { personId } = viewer
      const allowed = some.filter(([name, step]) => !judgeCourse({ name, step, personId, taken, linked }))
      return [id, allowed.map(([name]) => name as OrderStep)]
    }),
  )
}

/** Steps of before on which it depends whether one may be taken: another person's, its own, which is taken once, or one that comes first. */
const past = (name: string, { notBy, after, extends: more }: StepFacts) => [
  ...(notBy ? [notBy] : []),
  ...(after ? [after] : []),
  ...(more ? [name] : []),
]

const takerOf = (takers: Awaited<ReturnType<typeof lastTakers>>, id: string, step: string | undefined) =>
  takers.find((one) => one.orderId === id && one.step === step)?.personId
