import { sql } from 'kysely'
import type { Database, Queryable, Tx } from '../../kit/db/db.ts'
import { inSeconds, now } from '../../kit/db/now.ts'
import { newId } from '../../kit/ids.ts'
import type { Stamped } from '../../trust/stamps/ask-authority.service.ts'
import type { TimestampProvider } from '../../trust/stamps/timestamps.settings.ts'
import { leaseOf } from '../../kit/work/lease.ts'
import { originalFollows } from '../kinds/kind-column.types.ts'

/** Asking every provider takes less than ten minutes. */
const lease = leaseOf('timestampNeed', { waiting: 'WAITING', leased: 'ASKING', since: 'askedAt', seconds: 600 })

export async function insertNeed(
  tx: Tx,
  need: { accountId: string; evidenceId: string; statementSha256: Buffer; wanted: number; required: boolean },
) {
  await tx
    .insertInto('timestampNeed')
    .values({ id: newId(), ...need })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Gives back what is held for stamps of evidence that nobody is asked for. */
export async function releaseUnasked(tx: Tx, evidenceId: string) {
  await sql`select end_stamp_charge(${evidenceId}, false)
    where not exists (select from timestamp_need where evidence_id = ${evidenceId} and state <> 'DONE')`.execute(tx)
}

/**
 * Evidence whose owner's money is held for stamps that are late, oldest first. Asking goes on, and what comes then costs nothing: nobody's money waits for a
 * third party that may never answer.
 */
export async function heldForLate(db: Queryable, lateAfterSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from charge c join evidence e on e.id = c.subject_id
    where c.product = 'timestamp' and c.state = 'reserved' and e.status = 'collected' and e.sealed_at < ${inSeconds(-lateAfterSeconds)}
    order by e.sealed_at limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

export const releaseStamps = (tx: Tx, evidenceId: string) =>
  sql`select end_stamp_charge(${evidenceId}, false)`.execute(tx)

/** A statement that should be stamped, taken by this process. */
export interface Due {
  id: string
  evidenceId: string
  accountId: string
  platformId: string
  personId: string
  statementSha256: Buffer
  statement: Buffer
  token: Buffer
  wanted: number
  required: boolean
  attempts: number
}

export async function takeDue(db: Database, most: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      select n.id from timestamp_need n join evidence e on e.id = n.evidence_id
      where ${lease.isDue('n')} and e.status in ('collected', 'to-confirm') order by n.due_at limit ${most} for update of n skip locked)
    update timestamp_need n set ${lease.take('n')}
    from due, evidence e left join hash_deposit h on h.evidence_id = e.id
    where n.id = due.id and e.id = n.evidence_id
    returning n.id, n.evidence_id, n.account_id, e.platform_id, e.person_id, n.statement_sha256, n.wanted, n.required, n.attempts,
      case when e.statement_sha256 = n.statement_sha256 then e.statement else h.statement end as statement,
      case when e.statement_sha256 = n.statement_sha256 then e.token else h.token end as token`.execute(db.system)
  return rows
}

const held = (tx: Tx, due: Due) => tx.updateTable('timestampNeed').where(lease.isHeldBy(due))

export async function markWaiting(tx: Tx, due: Due, afterSeconds: number) {
  await held(tx, due).set(lease.giveBack(afterSeconds)).execute()
}

export async function markDone(tx: Tx, due: Due): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, due).set({ state: 'DONE', doneAt: now }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False where it was lost to another process meanwhile: nothing may be written then. */
export const holdNeed = (tx: Tx, due: Due) => lease.hold(tx, due)

/** What a process that died had in hand goes on; what became no evidence is asked for no more. */
export async function reviveNeeds({ system }: Database) {
  await system.updateTable('timestampNeed').set(lease.giveBack()).where(lease.isLost).execute()
  await sql`delete from timestamp_need n using evidence e where e.id = n.evidence_id and n.state = 'WAITING' and e.status in ('failed', 'cancelled')`.execute(
    system,
  )
}

export function tokensFor(db: Queryable, evidenceId: string) {
  return db
    .selectFrom('timestampToken')
    .select(['provider', 'number', 'statementSha256'])
    .where('evidenceId', '=', evidenceId)
    .execute()
}

export async function insertToken(
  tx: Tx,
  due: Due,
  number: number,
  { id: provider, name: providerName }: TimestampProvider,
  { received, stamp, milliseconds }: Stamped,
) {
  const { evidenceId, accountId, statementSha256 } = due
  const told = {
    authority: stamp.authority,
    serial: stamp.serial,
    policy: stamp.policy,
    genTime: stamp.genTime,
    milliseconds,
    der: Buffer.from(received),
  }
  await tx
    .insertInto('timestampToken')
    .values({ id: newId(), evidenceId, accountId, statementSha256, number, provider, providerName, ...told })
    .execute()
}

/**
 * The statement whose package will be handed out, as it stands now: of a hash deposit that of its original. The row is held, so
 * that a certificate which is just being issued either sees what is kept here or is seen.
 */
export async function packagedStatement(tx: Tx, evidenceId: string) {
  const e = await tx
    .selectFrom('evidence')
    .select(['category', 'statementSha256', 'certifiedAt', 'status'])
    .where('id', '=', evidenceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!originalFollows(e)) return e
  const original = await tx
    .selectFrom('hashDeposit')
    .select('statementSha256')
    .where('evidenceId', '=', evidenceId)
    .executeTakeFirst()
  return { ...e, statementSha256: original?.statementSha256 ?? null }
}
