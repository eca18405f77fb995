import { sql } from 'kysely'
import type { IntegrityStage } from '../../../contract/trust/integrity.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { inSeconds, now } from '../../kit/db/now.ts'
import { newLease, noLease } from '../../kit/work/lease.ts'
import type { Json } from '../../kit/db/schema.ts'
import { newId } from '../../kit/ids.ts'
import type { Counts, Finding, Step } from './audit.ts'

const leaseSeconds = 60

const leaseEnd = inSeconds(leaseSeconds)

/** A run that nobody works at, taken by this process alone. */
export interface Taken {
  id: string
  lease: string
  stage: IntegrityStage
  cursor: unknown
}

export async function takeRun(db: Queryable): Promise<Taken | undefined> {
  const token = newLease(leaseSeconds)
  const row = await db
    .updateTable('integrityRun')
    .set(token)
    .where('state', '=', 'RUNNING')
    .where((e) => e.or([e('leaseUntil', 'is', null), e('leaseUntil', '<', now)]))
    .returning(['id', 'stage', 'cursor'])
    .executeTakeFirst()
  return row && { id: row.id, lease: token.lease, stage: row.stage as IntegrityStage, cursor: row.cursor ?? undefined }
}

const ours = (db: Queryable, { id, lease }: Pick<Taken, 'id' | 'lease'>) =>
  db.updateTable('integrityRun').where('id', '=', id).where('lease', '=', lease)

/** False where another process took it over meanwhile. */
export async function beat(db: Queryable, taken: Taken): Promise<boolean> {
  return Boolean(await ours(db, taken).set({ leaseUntil: leaseEnd }).returning('id').executeTakeFirst())
}

/** Left for whoever comes next, with the reason where there is one. */
export async function giveBack(db: Queryable, taken: Taken, trouble: string | null) {
  await ours(db, taken)
    .set({ lease: null, leaseUntil: trouble === null ? null : leaseEnd, trouble })
    .execute()
}

/** So many stand with the run; all of them are counted. */
const mostFindings = 1_000

/** What a step has found, and where the next begins; false where another process took the run over meanwhile. */
export async function saveStep(
  tx: Tx,
  taken: Taken,
  { counts, findings }: Step<unknown>,
  next: { stage: IntegrityStage; cursor: unknown },
): Promise<boolean> {
  const plus = (name: keyof Counts) => sql<number>`${sql.ref(name)} + ${counts[name] ?? 0}`
  const row = await ours(tx, taken)
    .set({
      stage: next.stage,
      cursor: next.cursor === undefined ? null : (JSON.stringify(next.cursor) as unknown as Json),
      leaseUntil: leaseEnd,
      trouble: null,
      objects: plus('objects'),
      bytes: plus('bytes'),
      entries: plus('entries'),
      checkpoints: plus('checkpoints'),
      stamps: plus('stamps'),
      acts: plus('acts'),
      findings: sql<number>`findings + ${findings.length}`,
    })
    .returning('findings')
    .executeTakeFirst()
  if (!row) return false
  const room = Math.max(0, mostFindings - (row.findings - findings.length))
  if (findings.length && room)
    await tx
      .insertInto('integrityFinding')
      .values(findings.slice(0, room).map((f) => insertable(taken.id, f)))
      .execute()
  return true
}

const insertable = (runId: string, { what, place, evidenceId, expected, found }: Finding) => ({
  id: newId(),
  runId,
  what,
  place,
  evidenceId: evidenceId ?? null,
  expected: expected.slice(0, 500),
  found: found.slice(0, 500),
})

export async function endRun(tx: Tx, taken: Taken) {
  return ours(tx, taken)
    .set({ state: 'DONE', endedAt: now, ...noLease })
    .returning(['objects', 'bytes', 'entries', 'checkpoints', 'stamps', 'acts', 'findings'])
    .executeTakeFirst()
}

/** Undefined while another is under way. */
export async function beginRun(tx: Tx, byStaff: boolean): Promise<string | undefined> {
  const objectsDue = sql<number>`(select count(*) from stored_object)`
  const made = await tx
    .insertInto('integrityRun')
    .values({ id: newId(), byStaff, objectsDue })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}
