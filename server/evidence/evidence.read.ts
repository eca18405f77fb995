import { sql } from 'kysely'
import type { AccountTx, Scope, Tx } from '../kit/db/db.ts'
import { visibleTo } from '../kit/db/visible-to.ts'
import type { Caution, PageNote } from '../../contract/evidence/evidence.ts'

/** Kept with what pages show of a capture. */
export const cautionsColumn = sql<Caution[]>`coalesce(capture->'cautions', '[]'::jsonb)`.as('cautions')
export const notesColumn = sql<PageNote[]>`coalesce(capture->'notes', '[]'::jsonb)`.as('notes')

export function findEvidence(tx: AccountTx, scope: Scope, by: { id?: string; number?: string }) {
  return tx
    .selectFrom('evidence')
    .selectAll()
    .select([cautionsColumn, notesColumn])
    .where(visibleTo(scope))
    .where((e) => (by.id ? e('id', '=', by.id) : e('number', '=', by.number ?? '')))
    .executeTakeFirst()
}

export type EvidenceRecord = NonNullable<Awaited<ReturnType<typeof findEvidence>>>

export function filesOf(tx: Tx, evidenceId: string) {
  return tx.selectFrom('evidenceFile').selectAll().where('evidenceId', '=', evidenceId).orderBy('ordinal').execute()
}

type EvidenceFileRecord = Awaited<ReturnType<typeof filesOf>>[number]

/** What a sealed file is called outside its package, from the facts that were sealed with it. */
export function nameOfFile(path: string, capture: unknown): string {
  const { originals } = (capture ?? {}) as { originals?: { path: string; name: string }[] }
  return originals?.find((o) => o.path === path)?.name ?? path.replace(/^data\//, '')
}

/** The wire's file. */
export const toFile = (f: EvidenceFileRecord, capture: unknown) => ({
  id: f.id,
  fileName: nameOfFile(f.path, capture),
  path: f.path,
  fileSize: f.size,
  fileType: f.mediaType,
  sha256: f.sha256.toString('hex'),
  sm3: f.sm3.toString('hex'),
  shownName: f.shownName,
})

/** A file with its evidence's number, for one account. */
export function findFile(tx: AccountTx, scope: Scope, fileId: string) {
  return tx
    .selectFrom('evidenceFile')
    .innerJoin('evidence', 'evidence.id', 'evidenceFile.evidenceId')
    .select([
      'evidenceFile.path',
      'evidenceFile.mediaType',
      'evidenceFile.size',
      'evidenceFile.sha256',
      'evidence.number',
      'evidence.category',
      'evidence.id as evidenceId',
    ])
    .where('evidenceFile.accountId', '=', scope.accountId)
    .where(visibleTo(scope))
    .where('evidenceFile.id', '=', fileId)
    .executeTakeFirst()
}
