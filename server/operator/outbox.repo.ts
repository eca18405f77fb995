import { sql } from 'kysely'
import type { MessageFind } from '../../contract/operator/outbox.ts'
import type { Queryable } from '../kit/db/db.ts'

const ofPlatform = (db: Queryable, platformId: string) =>
  db.selectFrom('messageOutbox').where('platformId', '=', platformId)
type Some = ReturnType<typeof ofPlatform>

const shown = (some: Some) =>
  some.select([
    'id',
    'channel',
    'recipient',
    'template',
    'state',
    'attempts',
    'error',
    'text',
    'vendorId',
    'sentAt',
    'createdAt',
    sql<boolean>`state = 'failed' and sealed is not null and good_until > app_now()`.as('good'),
  ])

export async function listMessages(
  db: Queryable,
  platformId: string,
  { channel, messageState, pageNum, pageSize }: MessageFind,
) {
  let some = ofPlatform(db, platformId)
  if (channel) some = some.where('channel', '=', channel)
  if (messageState) some = some.where('state', '=', messageState)
  const rows = await shown(some)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const { total } = await some.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
export type MessageRecord = Awaited<ReturnType<typeof listMessages>>['rows'][number]

export const findMessage = (db: Queryable, platformId: string, id: string): Promise<MessageRecord | undefined> =>
  shown(ofPlatform(db, platformId).where('id', '=', id)).executeTakeFirst()
