import { sql } from 'kysely'
import type { MessageFind } from '../../contract/messages/messages.ts'
import { type MessageKind, messageKinds, typeOfKind } from '../../contract/messages/messages.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { endOfDay, startOfDay } from '../kit/db/days.ts'
import type { AccountTx, Database, Tx } from '../kit/db/db.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { now } from '../kit/db/now.ts'
import { listPage } from '../kit/db/list-page.ts'
import { spokenOtherwise } from './say-message.service.ts'

const columns = ['id', 'kind', 'params', 'subjectId', 'readAt', 'createdAt'] as const

/** What a person may read while acting for an account: of that account, and of themselves. */
const readable = (tx: AccountTx, { accountId, personId }: Caller) =>
  tx
    .selectFrom('message')
    .where('personId', '=', personId)
    .where((e) => e.or([e('accountId', '=', accountId), e('accountId', 'is', null)]))
    .where('shown', '=', true)
    .where('removedAt', 'is', null)

const kindsOf = (type: string) => messageKinds.filter((kind) => typeOfKind[kind] === type)

/** `saying`: kinds whose own words hold the word that is sought. */
export function listMessages(tx: AccountTx, caller: Caller, find: MessageFind, saying: readonly MessageKind[]) {
  let some = readable(tx, caller)
  if (find.startDate) some = some.where('createdAt', '>=', startOfDay(find.startDate))
  if (find.endDate) some = some.where('createdAt', '<', endOfDay(find.endDate))
  if (find.keyWord)
    some = some.where(
      sql<boolean>`(kind = any(${saying}::text[]) or exists (
        select from jsonb_each_text(params) p(name, value) where p.name <> all(${spokenOtherwise}::text[]) and p.value ilike ${likeWord(find.keyWord)}))`,
    )
  if (find.type) some = some.where('kind', 'in', kindsOf(find.type))
  if (find.isRead !== undefined) some = some.where('readAt', find.isRead ? 'is not' : 'is', null)
  return listPage(tx, some, (q) => q.select([...columns]), find, { date: 'created_at' })
}

export const findMessage = (tx: AccountTx, caller: Caller, id: string) =>
  readable(tx, caller)
    .select([...columns])
    .where('id', '=', id)
    .executeTakeFirst()
export type MessageRecord = NonNullable<Awaited<ReturnType<typeof findMessage>>>

export const countUnread = (tx: AccountTx, caller: Caller) =>
  readable(tx, caller)
    .select(['kind', sql<number>`count(*)::int`.as('n')])
    .where('readAt', 'is', null)
    .groupBy('kind')
    .execute()

/** Those among them that were there; without ids, all. */
export async function mark(
  tx: AccountTx,
  caller: Caller,
  what: 'readAt' | 'removedAt',
  ids?: string[],
): Promise<string[]> {
  const seen = readable(tx, caller).select('id')
  const some = ids ? seen.where('id', 'in', ids) : seen.where('readAt', 'is', null)
  const rows = await tx
    .updateTable('message')
    .set({ [what]: sql<Date>`coalesce(${sql.ref(what)}, app_now())` })
    .where('id', 'in', some)
    .returning('id')
    .execute()
  return rows.map((r) => r.id)
}

/** The message of a job, for it alone; undefined where it was told before. */
export const takeUntold = (tx: Tx, id: string) =>
  tx
    .selectFrom('message')
    .select(['id', 'platformId', 'accountId', 'personId', 'kind', 'params', 'subjectId'])
    .where('id', '=', id)
    .where('toldAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const markTold = (tx: Tx, id: string, shown: boolean) =>
  tx.updateTable('message').set({ shown, toldAt: now }).where('id', '=', id).execute()

/** Whom a message is for, and in which accounts they may see it. */
export async function recipientOf(tx: Tx, personId: string) {
  const person = await tx
    .selectFrom('person')
    .select(['phone', 'mail', 'lang', 'status'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const parts = await tx
    .selectFrom('membership')
    .select(['accountId', 'role'])
    .where('personId', '=', personId)
    .where('status', '=', 'ACTIVE')
    .execute()
  return { ...person, parts }
}

/** Where somebody gets mail; null where they gave no address. */
export const mailOf = async (db: Database, personId: string) =>
  (await db.system.selectFrom('person').select('mail').where('id', '=', personId).executeTakeFirstOrThrow()).mail

/** What nobody reads any more goes: two years after it was told, a month after its reader removed it. What staff wrote stays two years for them. */
export async function sweepMessages(db: Database) {
  await sql`delete from message where created_at < app_now() - interval '2 years' or (removed_at < app_now() - interval '1 month' and kind <> 'note')`.execute(
    db.system,
  )
}
