import { sql } from 'kysely'
import type { Database, Queryable, Tx } from '../../kit/db/db.ts'
import { inSeconds, now } from '../../kit/db/now.ts'
import type { Channel, Message } from '../../kit/notify/messages.ts'
import { leaseOf } from '../../kit/work/lease.ts'

/** No vendor takes a minute. */
const lease = leaseOf('messageOutbox', { waiting: 'waiting', leased: 'sending', since: 'triedAt', seconds: 60 })
/** A due message whose job is gone gets another. */
const forgottenAfterSeconds = 60
const keptDays = 90

/** A message is repeated only once where nobody knows whether it arrived. */
const mostUnanswered = 2

export interface NewMessage {
  id: string
  message: Message
  recipient: string
  /** Left out where the message is only shown. */
  sealed?: { text: string; goodFor: number }
}

export async function insertMessage(tx: Tx, { id, message: m, recipient, sealed }: NewMessage) {
  const body = sealed
    ? {
        state: 'waiting',
        sealed: sealed.text,
        goodUntil: inSeconds(sealed.goodFor),
        dueAt: now,
        text: null,
        subject: null,
      }
    : { text: m.text, subject: m.subject ?? null }
  await tx
    .insertInto('messageOutbox')
    .values({
      id,
      platformId: m.platformId,
      channel: m.channel,
      recipient,
      template: m.template,
      lang: m.lang,
      ...body,
    })
    .execute()
}

export interface Claimed {
  id: string
  channel: Channel
  template: string
  lang: string
  sealed: string
  attempts: number
}

/** Takes a message that waits and is still good; undefined for all but the first. */
export async function claimMessage(db: Queryable, id: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`update message_outbox set ${lease.take()}
    where id = ${id} and state = 'waiting' and good_until > app_now() returning id, channel, template, lang, sealed, attempts`.execute(
    db,
  )
  return rows[0]
}

/** Whoever hears late that the vendor took it is right all the same: it must not be sent again. */
export async function markSent(tx: Tx, id: string, vendorId: string | undefined) {
  await tx
    .updateTable('messageOutbox')
    .set({ state: 'sent', sentAt: now, vendorId: vendorId?.slice(0, 200) ?? null, sealed: null, error: null })
    .where('id', '=', id)
    .where('state', 'in', ['sending', 'waiting', 'failed'])
    .execute()
}

const held = (tx: Tx, claimed: Claimed) => tx.updateTable('messageOutbox').where(lease.isHeldBy(claimed))

export async function markUndeliverable(tx: Tx, claimed: Claimed, error: string) {
  await held(tx, claimed).set({ state: 'undeliverable', error, sealed: null }).execute()
}

interface Again {
  error: string
  afterSeconds: number
  /** Nobody knows whether it arrived. */
  unanswered: boolean
  /** After so many it is given up. */
  mostAttempts: number
}

/** Waits for another attempt, if one may be made and comes in time: true where it does. */
export async function markAgain(
  tx: Tx,
  claimed: Claimed,
  { error, afterSeconds, unanswered, mostAttempts }: Again,
): Promise<boolean> {
  const row = await held(tx, claimed)
    .set((e) => ({
      error,
      ...lease.giveBack(afterSeconds),
      unanswered: e('unanswered', '+', unanswered ? 1 : 0),
      state: sql<string>`case when attempts < ${mostAttempts} and unanswered + ${unanswered ? 1 : 0} < ${mostUnanswered} and ${inSeconds(afterSeconds)} < good_until then 'waiting' else 'failed' end`,
    }))
    .returning('state')
    .executeTakeFirst()
  return row?.state === 'waiting'
}

/**
 * Messages whose process was lost in mid-attempt are repeated once, for a lost code is worse than one that comes twice; after the
 * second loss they are given up. Gives those that need a job.
 */
export async function reviveMessages(tx: Tx): Promise<string[]> {
  await sql`update message_outbox set sealed = null, error = coalesce(error, 'too-late'), state = 'failed'
    where state in ('waiting', 'failed') and sealed is not null and good_until <= app_now()`.execute(tx)
  await sql`update message_outbox set unanswered = unanswered + 1, error = 'worker-lost', due_at = ${inSeconds(-forgottenAfterSeconds - 1)},
      state = case when unanswered + 1 < ${mostUnanswered} then 'waiting' else 'failed' end
    where ${lease.isLost}`.execute(tx)
  const { rows } = await sql<{ id: string }>`update message_outbox set due_at = app_now() where id in (
      select id from message_outbox where state = 'waiting' and due_at < ${inSeconds(-forgottenAfterSeconds)} order by due_at limit 200 for update skip locked)
    returning id`.execute(tx)
  return rows.map((r) => r.id)
}

export async function sweepOutbox(db: Database) {
  await sql`delete from message_outbox where created_at < app_now() - make_interval(days => ${keptDays})`.execute(
    db.system,
  )
}

export async function markWaiting(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messageOutbox')
    .set({ ...lease.giveBack(), attempts: 0, unanswered: 0 })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('sealed', 'is not', null)
    .where('goodUntil', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
