import { Readable } from 'node:stream'
import type { UploadedFile } from '../../../contract/kit/call.ts'
import { mostMessageFiles } from '../../../contract/notarization/orders.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { againWhenGone, holdObjects } from '../../kit/storage/objects.ts'
import type { AtOrder } from './at-order.ts'
import { messageFilesOf } from './files.repo.ts'
import type { OrderRecord } from './orders.repo.ts'
import { insertFile, judgeFile } from './order-files.service.ts'
import { tellAct, tellApplicant, tellOffice } from './tell-step.ts'

const mostShown = 200

/** The newest of an order with the files that came with them, the oldest of them first. */
export async function messagesOf(db: Queryable, orderId: string) {
  const newest = await db
    .selectFrom('judicialMessage')
    .select(['id', 'side', 'personName', 'content', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  const files = await messageFilesOf(db, orderId)
  return newest.toReversed().map((m) => ({ ...m, file: files.find(({ messageId }) => messageId === m.id) ?? null }))
}

interface Said {
  /** Null where a file says it all. */
  content: string | null
  file?: UploadedFile | undefined
}

/** Writes to the other side, which is told; nobody reads a draft, so nothing is written in one. */
export async function say(services: Services, at: AtOrder, { content, file }: Said) {
  if (content === null && !file) throw badFields({ path: 'content', key: 'required' })
  if (!file) return services.db.asSystem(async (tx) => sayIn(services, tx, at, await at.lock(tx), content!))
  const { bytes, ...judged } = judgeFile(file)
  return againWhenGone(async () => {
    const stored = await services.store.put(Readable.from([bytes]))
    return services.db.asSystem(async (tx) => {
      const order = await at.lock(tx)
      const files = await messageFilesOf(tx, order.id)
      if (files.filter(({ side }) => side === at.viewer.side).length >= mostMessageFiles)
        throw new AppError('limit-reached', { limit: mostMessageFiles })
      const said = await sayIn(services, tx, at, order, content ?? '')
      await holdObjects(tx, services.store, [stored])
      await insertFile(tx, at, order, { id: newId(), part: 'message', ...judged, stored, messageId: said.id })
      return said
    })
  })
}

async function sayIn(
  services: Services,
  tx: Tx,
  { caller, viewer: { side } }: AtOrder,
  order: OrderRecord,
  content: string,
) {
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
