import { factsOfKind, type OrderKind } from '../../../contract/notarization/order-kinds.ts'
import type { Standing } from '../../../contract/notarization/standing.ts'
import type { Queryable } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { kindOf } from '../rules/orders.types.ts'
import { papersOf } from './papers.repo.ts'

/** Papers of steps that end what was issued before, by what they make of it. */
function endings(kind: OrderKind) {
  const { steps } = factsOfKind(kind)
  const of = (ends: 'replaces' | 'voids') =>
    Object.values(steps).flatMap((step) => (step.ends === ends && step.paper ? [step.paper] : []))
  return { replacing: of('replaces'), voiding: of('voids') }
}

const unknown: Standing = { standing: 'unknown', at: null, by: null }
const stands: Standing = { standing: 'stands', at: null, by: null }

/** Whether a paper of this platform still stands: what its office issued may have been corrected or revoked since. */
export const standingOf = ({ db }: Services, platformId: string, paperNumber: string): Promise<Standing> =>
  db.asSystem(async (tx) => {
    const [number, ordinal] = paperNumber.split('-') as [string, string]
    if (await isReport(tx, platformId, number)) return stands
    const order = await tx
      .selectFrom('judicialOrder')
      .select(['id', 'kind'])
      .where('number', '=', number)
      .where('platformId', '=', platformId)
      .executeTakeFirst()
    const papers = order ? await papersOf(tx, order.id) : []
    const asked = papers.find((p) => p.ordinal === Number(ordinal))
    if (!order || !asked) return unknown
    if (!factsOfKind(kindOf(order)).papers[asked.paper]!.original) return stands
    const { replacing, voiding } = endings(kindOf(order))
    const later = papers.filter((p) => p.ordinal > asked.ordinal)
    const end =
      later.find(({ paper }) => voiding.includes(paper)) ?? later.findLast(({ paper }) => replacing.includes(paper))
    if (!end) return stands
    return {
      standing: voiding.includes(end.paper) ? 'revoked' : 'replaced',
      at: end.createdAt.toISOString(),
      by: `${number}-${end.ordinal}`,
    }
  })

const isReport = async (db: Queryable, platformId: string, number: string) =>
  (await db
    .selectFrom('preservationReport')
    .select('id')
    .where('number', '=', number)
    .where('platformId', '=', platformId)
    .executeTakeFirst()) !== undefined
