import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import type { AtOrder } from './at-order.ts'
import { tellAct, tellApplicant, tellOffice } from './tell-step.ts'

const mostShown = 200

/** The newest of an order, the oldest of them first. */
export async function messagesOf(db: Queryable, orderId: string) {
  const newest = await db
    .selectFrom('judicialMessage')
    .select(['id', 'side', 'personName', 'content', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  return newest.toReversed()
}

/** Writes to the other side, which is told; nobody reads a draft, so nothing is written in one. */
export const say = (services: Services, at: AtOrder, content: string) =>
  services.db.asSystem((tx) => sayIn(services, tx, at, content))

async function sayIn(services: Services, tx: Tx, { caller, viewer: { side }, lock }: AtOrder, content: string) {
  const order = await lock(tx)
  if (!order.submittedAt) throw new AppError('wrong-state')
  const id = newId()
  await tx
    .insertInto('judicialMessage')
    .values({
      id,
      orderId: order.id,
      platformId: order.platformId,
      accountId: order.accountId,
      side,
      content,
      ...authorOf(caller),
    })
    .execute()
  await tellAct(tx, caller, order, 'said')
  if (side === 'office') await tellApplicant(services, tx, order, 'orderSaid', {})
  else await tellOffice(services, tx, order, 'orderAsked', {})
  return { id }
}

const authorOf = ({ personId, personName }: Caller) => ({ personId, personName })
