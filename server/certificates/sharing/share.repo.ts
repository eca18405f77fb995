import { type ExpressionBuilder, sql } from 'kysely'
import { cautionsColumn, notesColumn } from '../../evidence/evidence.read.ts'
import type { AccountTx, Database, Scope, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import type { DB } from '../../kit/db/schema.ts'
import { ofEvidenceVisibleTo, visibleTo } from '../../kit/db/visible-to.ts'
import { newId, newSecret, tokenHash } from '../../kit/ids.ts'

export async function createShare(
  tx: AccountTx,
  scope: Scope,
  share: { evidenceId: string; days: number; withPackage: boolean },
) {
  const token = newSecret()
  const row = await tx
    .insertInto('share')
    .values({
      id: newId(),
      evidenceId: share.evidenceId,
      accountId: scope.accountId,
      tokenSha256: tokenHash(token),
      withPackage: share.withPackage,
      expiresAt: sql<Date>`app_now() + ${sql.lit(`${share.days} days`)}::interval`,
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow()
  return { token, ...row }
}

export function sharesOf(tx: AccountTx, scope: Scope, number: string) {
  return tx
    .selectFrom('share')
    .innerJoin('evidence', 'evidence.id', 'share.evidenceId')
    .select(['share.id', 'share.createdAt', 'share.expiresAt', 'share.revokedAt', 'share.withPackage', 'share.views'])
    .where('share.accountId', '=', scope.accountId)
    .where(visibleTo(scope))
    .where('evidence.number', '=', number)
    .orderBy('share.createdAt', 'desc')
    .execute()
}

export function revokeShare(tx: AccountTx, scope: Scope, id: string) {
  return tx
    .updateTable('share')
    .set({ revokedAt: now })
    .where('accountId', '=', scope.accountId)
    .where(ofEvidenceVisibleTo(scope))
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning('evidenceId')
    .executeTakeFirst()
}

/** Shares that open something at this platform's address: unknown, expired and revoked ones are alike none. */
const good = (token: string, platformId: string) => (e: ExpressionBuilder<DB, 'share'>) =>
  e.and([
    e('tokenSha256', '=', tokenHash(token)),
    e('revokedAt', 'is', null),
    e('expiresAt', '>', now),
    e('evidenceId', 'in', e.selectFrom('evidence').select('id').where('platformId', '=', platformId)),
  ])

/** What a stranger's token opens, counted; asked for other evidence than its own (`number`), it is as if there was none. */
export async function openShare(db: Database, platformId: string, token: string, number?: string) {
  const share = await db.system
    .updateTable('share')
    .set((e) => ({ views: e('views', '+', 1) }))
    .where(good(token, platformId))
    .$if(number !== undefined, (q) =>
      q.where('evidenceId', 'in', (e) => e.selectFrom('evidence').select('id').where('number', '=', number!)),
    )
    .returning(['evidenceId', 'withPackage', 'expiresAt'])
    .executeTakeFirst()
  if (!share) return undefined
  const evidence = await sealedEvidence(db, platformId).where('id', '=', share.evidenceId).executeTakeFirst()
  return evidence && { ...share, evidence }
}

/** Evidence whose package a stranger's token lets be taken, not counted yet. */
export async function sharedPackage(db: Database, platformId: string, token: string) {
  const share = await db.system
    .selectFrom('share')
    .select(['id', 'evidenceId'])
    .where(good(token, platformId))
    .where('withPackage', '=', true)
    .executeTakeFirst()
  if (!share) return undefined
  const evidence = await sealedEvidence(db, platformId).where('id', '=', share.evidenceId).executeTakeFirst()
  return evidence && { shareId: share.id, evidence }
}

export const countView = (tx: Tx, shareId: string) =>
  tx
    .updateTable('share')
    .set((e) => ({ views: e('views', '+', 1) }))
    .where('id', '=', shareId)
    .execute()

/** Collected evidence of a platform, above accounts: for strangers who hold a link, a number or a file. */
export function sealedEvidence(db: Database, platformId: string) {
  return db.system
    .selectFrom('evidence')
    .selectAll()
    .select([cautionsColumn, notesColumn])
    .where('platformId', '=', platformId)
    .where('status', '=', 'collected')
}

/** Of what is no file in a package. */
const noFile = [sql<string | null>`null`.as('path'), sql<unknown>`null`.as('capture')] as const
const tokenSha256 = sql<Buffer | null>`sha256(evidence.token)`.as('tokenSha256')

interface Digests {
  sha256: Buffer | undefined
  sm3: Buffer | undefined
}

/** Evidence that holds a file of this hash, or whose statement or artefact it is; of the latter SHA-256 alone is kept. */
export async function evidenceByHash(db: Database, platformId: string, { sha256, sm3 }: Digests) {
  const files = await db.system
    .selectFrom('evidenceFile')
    .innerJoin('evidence', 'evidence.id', 'evidenceFile.evidenceId')
    .select([
      'evidence.number',
      'evidence.ownerName',
      'evidence.ownerKind',
      'evidence.sealedAt',
      'evidence.statementSha256',
      'evidenceFile.path',
      'evidence.capture',
      sql<string | null>`null`.as('fileName'),
      tokenSha256,
    ])
    .where('evidence.platformId', '=', platformId)
    .where('evidence.status', '=', 'collected')
    .where((e) =>
      e.or([
        ...(sha256 ? [e('evidenceFile.sha256', '=', sha256)] : []),
        ...(sm3 ? [e('evidenceFile.sm3', '=', sm3)] : []),
      ]),
    )
    .orderBy('evidence.sealedAt')
    .limit(20)
    .execute()
  const claimed = await db.system
    .selectFrom('hashDeposit')
    .innerJoin('evidence', 'evidence.id', 'hashDeposit.evidenceId')
    .select([
      'evidence.number',
      'evidence.ownerName',
      'evidence.ownerKind',
      'evidence.sealedAt',
      'evidence.statementSha256',
      'hashDeposit.fileName',
      ...noFile,
      tokenSha256,
    ])
    .where('evidence.platformId', '=', platformId)
    .where('evidence.status', '=', 'collected')
    .where((e) =>
      e.or([
        ...(sha256 ? [e('hashDeposit.claimedSha256', '=', sha256), e('hashDeposit.statementSha256', '=', sha256)] : []),
        ...(sm3 ? [e('hashDeposit.claimedSm3', '=', sm3)] : []),
      ]),
    )
    .limit(20)
    .execute()
  const artefacts = sha256 ? await artefactsByHash(db, platformId, sha256) : []
  // The original of a hash deposit is found by the hash that was deposited.
  const numbers = new Set(claimed.map((c) => c.number))
  return [...claimed, ...files.filter((f) => !numbers.has(f.number)), ...artefacts]
}

function artefactsByHash(db: Database, platformId: string, sha256: Buffer) {
  return (
    sealedEvidence(db, platformId)
      .clearSelect()
      .select([
        'number',
        'ownerName',
        'ownerKind',
        'sealedAt',
        'statementSha256',
        sql<string | null>`null`.as('fileName'),
        ...noFile,
        tokenSha256,
      ])
      // One look into an index each: with OR across tables the database would read all evidence.
      .where('id', 'in', (e) =>
        e
          .selectFrom('evidence')
          .select('id')
          .where('statementSha256', '=', sha256)
          .unionAll(e.selectFrom('evidence').select('id').where('certificateSha256', '=', sha256))
          .unionAll(e.selectFrom('evidence').select('id').where('packageSha256', '=', sha256))
          .unionAll(
            e.selectFrom('packageBefore').select('evidenceId as id').where('packageBefore.packageSha256', '=', sha256),
          ),
      )
      .limit(20)
      .execute()
  )
}
