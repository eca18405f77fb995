import { sql } from 'kysely'
import type { EvidenceKind } from '../../contract/evidence/kinds.ts'
import type { OwnerColumns } from '../evidence/evidence-owner.service.ts'
import { categoryColumn, depositCategories } from '../evidence/kinds/kind-column.types.ts'
import type { AccountTx, Database, Scope, Tx } from '../kit/db/db.ts'
import type { Json } from '../kit/db/schema.ts'
import { visibleTo } from '../kit/db/visible-to.ts'

const json = (value: unknown) => JSON.stringify(value) as unknown as Json

export interface NewDeposit extends OwnerColumns {
  id: string
  number: string
  kind: EvidenceKind
  name: string
  remark: string
  labels: string[]
  request: object
  uniqueId: string | null
  startedAt: Date | ReturnType<typeof sql<Date>>
}

/** Nothing waits for a browser here: what was handed over is sealed at once. */
export const insertDeposit = (tx: AccountTx, { kind, ...d }: NewDeposit) =>
  tx
    .insertInto('evidence')
    .values({
      ...d,
      ...categoryColumn(kind),
      request: json(d.request),
      status: 'uploading',
      step: 'sealing',
      percent: 92,
    })
    .execute()

export interface HashClaim {
  sha256: Buffer
  sm3: Buffer | null
  size: number | null
  fileName: string
}

export const insertHash = (
  tx: AccountTx,
  evidence: { id: string; accountId: string },
  { sha256, sm3, size, fileName }: HashClaim,
) =>
  tx
    .insertInto('hashDeposit')
    .values({
      evidenceId: evidence.id,
      accountId: evidence.accountId,
      claimedSha256: sha256,
      claimedSm3: sm3,
      size,
      fileName,
    })
    .execute()

/** A hash deposit whose original may come, locked until it has. */
export const lockHash = (tx: AccountTx, scope: Scope, number: string) =>
  tx
    .selectFrom('hashDeposit')
    .innerJoin('evidence', 'evidence.id', 'hashDeposit.evidenceId')
    .select([
      'hashDeposit.claimedSha256',
      'hashDeposit.claimedSm3',
      'hashDeposit.size',
      'hashDeposit.uploadId',
      'evidence.id',
      'evidence.status',
      'evidence.accountId',
      'evidence.personId',
    ])
    .where(visibleTo(scope))
    .where('evidence.number', '=', number)
    .forUpdate('hashDeposit')
    .executeTakeFirst()

export const setOriginal = (
  tx: AccountTx,
  evidenceId: string,
  original: { uploadId: string; actingName: string; actingRole: string; actingIdentityId: string | null },
) =>
  tx
    .updateTable('hashDeposit')
    .set(original)
    .where('evidenceId', '=', evidenceId)
    .where('uploadId', 'is', null)
    .execute()

/** Files of many deposits, first file first; hash deposits by what was claimed. */
export async function contentsOf(tx: AccountTx, ids: string[]) {
  const some = sql<boolean>`evidence_id = any(${ids}::uuid[])`
  const files = await tx
    .selectFrom('evidenceFile')
    .select(['evidenceId', 'path', 'shownName', 'mediaType', 'size', 'sha256', 'sm3'])
    .where(some)
    .orderBy('evidenceId')
    .orderBy('ordinal')
    .execute()
  const hashes = await tx
    .selectFrom('hashDeposit')
    .select(['evidenceId', 'fileName', 'size', 'claimedSha256', 'claimedSm3', 'sealedAt'])
    .where(some)
    .execute()
  const sealed = await tx
    .selectFrom('evidence')
    .select(['id', 'sealedAt', 'capture'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return { files, hashes, sealed }
}

export const depositById = (db: Database, id: string) =>
  db.system
    .selectFrom('evidence')
    .selectAll()
    .where('id', '=', id)
    .where('category', 'in', depositCategories)
    .executeTakeFirst()
export type DepositRecord = NonNullable<Awaited<ReturnType<typeof depositById>>>

export const hashById = (db: Database, evidenceId: string) =>
  db.system.selectFrom('hashDeposit').selectAll().where('evidenceId', '=', evidenceId).executeTakeFirst()
export type HashRecord = NonNullable<Awaited<ReturnType<typeof hashById>>>

export interface SecondStatement {
  statement: Buffer
  statementSha256: Buffer
  token: Buffer
  tokenSerial: string
  sealedAt: Date
}

/** False where another run of the job was first. */
export async function markOriginal(tx: Tx, evidenceId: string, sealed: SecondStatement): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('hashDeposit')
    .set(sealed)
    .where('evidenceId', '=', evidenceId)
    .where('statement', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return false
  await tx.updateTable('evidence').set({ originalAt: sealed.sealedAt }).where('id', '=', evidenceId).execute()
  return true
}

/** What was handed over an hour ago and is not sealed: its job ran out of tries, as it does while nothing can be stamped. */
export async function unsealed(tx: Tx): Promise<string[]> {
  const late = sql<boolean>`evidence.created_at < app_now() - interval '1 hour'`
  const first = await tx
    .selectFrom('evidence')
    .select('id')
    .where('category', 'in', depositCategories)
    .where('status', '=', 'uploading')
    .where(late)
    .execute()
  const second = await tx
    .selectFrom('hashDeposit')
    .innerJoin('upload', 'upload.id', 'hashDeposit.uploadId')
    .select('hashDeposit.evidenceId as id')
    .where('hashDeposit.statement', 'is', null)
    .where('upload.touchedAt', '<', sql<Date>`app_now() - interval '1 hour'`)
    .execute()
  return [...first, ...second].map((r) => r.id)
}

/** Whose evidence the file belongs to; undefined where the caller has no such file. */
export const renameFile = (tx: AccountTx, scope: Scope, id: string, shownName: string) =>
  tx
    .updateTable('evidenceFile')
    .set({ shownName })
    .where('evidenceFile.id', '=', id)
    .where((e) => e('evidenceId', 'in', e.selectFrom('evidence').select('evidence.id').where(visibleTo(scope))))
    .returning(['evidenceId', 'path'])
    .executeTakeFirst()
