import { sql } from 'kysely'
import { newId } from '../ids.ts'
import { inSeconds, now } from '../db/now.ts'
import type { Tx } from '../db/db.ts'
import type { DB } from '../db/schema.ts'

/** Tables whose rows wait until they are due, and count how often they were taken. */
type LeasedTable = {
  [T in keyof DB]: DB[T] extends { id: unknown; state: unknown; attempts: unknown; dueAt: unknown } ? T : never
}[keyof DB]

interface Lease<T extends LeasedTable> {
  /** Values of `state`. */
  waiting: string
  leased: string
  /** The column that tells when a row was taken. */
  since: keyof DB[T] & string
  /** Longer than the work at one row may take: a row that was taken before this lost its process. */
  seconds: number
}

/** A row as one process took it. */
interface Attempt {
  id: string
  attempts: number
}

/**
 * Pieces of SQL for rows that one process at a time works at. Taking a row (`for update skip locked`) is committed before anybody
 * outside is asked, so that no lock is held meanwhile and a second process cannot ask as well. The number of the attempt is the
 * fencing token: whoever was thought dead and comes back finds that the row was taken again, and writes nothing.
 */
export function leaseOf<T extends LeasedTable>(table: T, { waiting, leased, since, seconds }: Lease<T>) {
  // Literals, not parameters: partial indexes name these states.
  const [whileWaiting, whileLeased] = [sql.lit(waiting), sql.lit(leased)]
  // Columns by their table, for a table that is joined may have some of the same name.
  const column = (name: string, row: string = table) => sql.ref(`${row}.${name}`)
  const isHeldBy = ({ id, attempts }: Attempt) =>
    sql<boolean>`(${column('id')} = ${id} and ${column('state')} = ${whileLeased} and ${column('attempts')} = ${attempts})`
  return {
    /** `row` is what the query calls the table, where it gives it a short name. */
    isDue: (row?: string) =>
      sql<boolean>`(${column('state', row)} = ${whileWaiting} and ${column('dueAt', row)} <= ${now})`,
    /** What an update sets to take a row; `row` as in `isDue`. */
    take: (row?: string) =>
      sql`state = ${whileLeased}, attempts = ${column('attempts', row)} + 1, ${sql.ref(since)} = ${now}`,
    isHeldBy,
    isLost: sql<boolean>`(${column('state')} = ${whileLeased} and ${column(since)} < ${inSeconds(-seconds)})`,
    /** What an update sets to give a row back. */
    giveBack: (afterSeconds = 0) => ({ state: waiting, dueAt: inSeconds(afterSeconds) }),
    /** Whether the row is still held by this attempt, and stays so until the transaction ends. */
    async hold(tx: Tx, attempt: Attempt): Promise<boolean> {
      const { rows } = await sql`select id from ${sql.table(table)} where ${isHeldBy(attempt)} for update`.execute(tx)
      return rows.length > 0
    },
  }
}

/** Where the row is no attempt at something but looked after again and again, a token of its own fences it. */
export const newLease = (seconds: number) => ({ lease: newId(), leaseUntil: inSeconds(seconds) })
export const noLease = { lease: null, leaseUntil: null }
