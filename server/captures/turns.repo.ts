import { sql } from 'kysely'
import type { Database, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'

/** One at a time chooses, in all processes: two would choose by the same turns. */
const choosing = sql`select pg_advisory_xact_lock(hashtext('capture turns'))`

interface Turn {
  id: string
  accountId: string
  personId: string
  accountAt: number
  personAt: number
  weight: number
}

/**
 * Takes the waiting capture whose turn it is, by account and by person in it; undefined where none waits. Its own worker's captures
 * are not among them.
 */
export async function claimNext(tx: Tx) {
  await choosing.execute(tx)
  for (;;) {
    const {
      rows: [turn],
    } = await sql<Turn>`select * from capture_order() limit 1`.execute(tx)
    if (!turn) return undefined
    // Cancelled in this moment where there is none: the next one's turn.
    const claimed = await begin(tx, turn.id)
    if (claimed) {
      await passOn(tx, turn)
      return claimed
    }
  }
}

/** Takes this very capture. */
export const claim = (db: Database, id: string) => begin(db.system, id)

function begin(db: Pick<Tx, 'updateTable'>, id: string) {
  return db
    .updateTable('evidence')
    .set({
      status: 'collecting',
      step: 'starting',
      percent: 0,
      capture: null,
      finishedAt: null,
      attempt: sql<number>`attempt + 1`,
      startedAt: now,
      heartbeatAt: now,
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
}
export type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

const passOn = (tx: Tx, { accountId, personId, accountAt, personAt, weight }: Turn) =>
  sql`
    insert into capture_turn (account_id, person_id, served, pass)
    values (${accountId}, null, ${accountAt}, ${accountAt}::float8 + 1.0 / ${weight}::float8), (${accountId}, ${personId}, ${personAt}, ${personAt}::float8 + 1)
    on conflict (account_id, person_id) do update set served = excluded.served, pass = excluded.pass`.execute(tx)

/** Whether anybody of another account waits for a worker. */
export async function othersWait(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from evidence where status = 'queued' and not own_worker and account_id <> ${accountId}) as waits`.execute(
    db.system,
  )
  return rows[0]?.waits ?? false
}
