import { sql } from 'kysely'
import type { AccountTx, Database, Scope } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import type { Json } from '../../kit/db/schema.ts'
import { visibleTo } from '../../kit/db/visible-to.ts'
import type { SheetRow } from './sheet-rows.ts'

export interface NewBatch {
  id: string
  platformId: string
  accountId: string
  personId: string
  personName: string
  fileName: string
  rows: SheetRow[]
}

export async function insertBatch(tx: AccountTx, { rows, ...batch }: NewBatch) {
  await tx
    .insertInto('captureBatch')
    .values({ ...batch, rows: JSON.stringify(rows) as unknown as Json })
    .execute()
}

export async function findBatch(tx: AccountTx, scope: Scope, id: string, { lock = false } = {}) {
  const query = tx.selectFrom('captureBatch').selectAll().where(visibleTo(scope, 'captureBatch')).where('id', '=', id)
  const found = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return found && { ...found, rows: found.rows as unknown as SheetRow[] }
}

export async function dropPending(tx: AccountTx, scope: Scope, id: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('captureBatch')
    .where(visibleTo(scope, 'captureBatch'))
    .where('id', '=', id)
    .where('submittedAt', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function markSubmitted(tx: AccountTx, scope: Scope, id: string) {
  await tx
    .updateTable('captureBatch')
    .set({ submittedAt: now })
    .where(visibleTo(scope, 'captureBatch'))
    .where('id', '=', id)
    .execute()
}

export async function sizeOfBatch(tx: AccountTx, scope: Scope, id: string) {
  const { n } = await tx
    .selectFrom('evidence')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(visibleTo(scope))
    .where('batchId', '=', id)
    .executeTakeFirstOrThrow()
  return n
}

const countIn = (...states: string[]) =>
  sql<number>`count(*) filter (where status in (${sql.join(states.map((s) => sql.lit(s)))}))::int`
/** Among the captures of a batch: those that ended well, those that did not, and those that did not end. */
export const countDone = countIn('collected', 'to-confirm')
export const countFailed = countIn('failed', 'cancelled')
export const countOpen = countIn('queued', 'collecting', 'uploading')

/** Started batches, newest first, with how far each is. */
export async function listBatches(
  tx: AccountTx,
  scope: Scope,
  { pageNum, pageSize, importId }: { pageNum: number; pageSize: number; importId?: string | undefined },
) {
  const some = () => {
    const started = tx
      .selectFrom('captureBatch')
      .where(visibleTo(scope, 'captureBatch'))
      .where('submittedAt', 'is not', null)
    return importId ? started.where('captureBatch.id', '=', importId) : started
  }
  const page = some()
    .select(['captureBatch.id', 'fileName', 'personName', 'submittedAt'])
    .orderBy('submittedAt', 'desc')
    .orderBy('captureBatch.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
  const rows = await tx
    .selectFrom(page.as('b'))
    .leftJoin('evidence as e', (join) => join.onRef('e.batchId', '=', 'b.id').on('e.accountId', '=', scope.accountId))
    .select(['b.id', 'b.fileName', 'b.personName', 'b.submittedAt'])
    .select([sql<number>`count(e.id)::int`.as('count'), countDone.as('done'), countFailed.as('failed')])
    .groupBy(['b.id', 'b.fileName', 'b.personName', 'b.submittedAt'])
    .orderBy('b.submittedAt', 'desc')
    .orderBy('b.id')
    .execute()
  const { total } = await some()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Sheets that were checked and never started. */
export async function sweepImports(db: Database) {
  await sql`delete from capture_batch where submitted_at is null and created_at < app_now() - interval '1 day'`.execute(
    db.system,
  )
}
