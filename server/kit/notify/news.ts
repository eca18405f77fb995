import type { MessageKind } from '../../../contract/messages/messages.ts'
import type { Tx } from '../db/db.ts'
import type { Json } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { defineQueue, type Jobs } from '../work/jobs.ts'

/** News that people are to be told of, in the ways that each chose. */
export const newsQueue = defineQueue('news', { retryLimit: 8, retryDelay: 2, expireInSeconds: 60 })

/** Something that happened and that somebody should be told. */
export interface News {
  kind: MessageKind
  platformId: string
  personId: string
  /** The account it is about: read where the person acts for that one. Null where it is about the person. */
  accountId: string | null
  /** The record it leads to. */
  subjectId?: string
  /** What its words name; `reason` is a code of a failed capture. */
  params?: Record<string, string | number>
  /** Told a single time under this name, however often it is asked for. */
  once?: string
  /** Staff who write it themselves. */
  sender?: { id: string; name: string }
}

/** Tells somebody in the transaction of what happened: which ways it takes to them is decided by a job (`server/messages/`). */
export async function tell(
  tx: Tx,
  jobs: Jobs,
  { params = {}, subjectId, once, sender, ...news }: News,
): Promise<string> {
  const id = newId()
  const row = {
    ...news,
    id,
    params: JSON.stringify(params) as unknown as Json,
    subjectId: subjectId ?? null,
    once: once ?? null,
    senderId: sender?.id ?? null,
    senderName: sender?.name ?? null,
  }
  // Without RETURNING: who is told of something is not for whoever caused it to read.
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('message')
    .values(row)
    .onConflict((c) => c.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows) await jobs.enqueue(tx, newsQueue, { id })
  return id
}

/** Whoever asked for something, while they act for its account; else whose account it is. */
export const readerOf = async (tx: Tx, accountId: string, personId: string | null): Promise<string | undefined> =>
  personId !== null && (await actsFor(tx, accountId, personId)) ? personId : ownerOf(tx, accountId)

const actsFor = async (tx: Tx, accountId: string, personId: string) =>
  (await tx
    .selectFrom('membership')
    .select('id')
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()) !== undefined

/** The person whose account it is. */
export async function ownerOf(tx: Tx, accountId: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('membership')
    .select('personId')
    .where('accountId', '=', accountId)
    .where('role', '<>', 'sub')
    .where('status', '=', 'ACTIVE')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return found?.personId
}
