import { sql } from 'kysely'
import type { AccountTx, Database, Scope } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import { ofEvidenceVisibleTo, visibleTo } from '../../kit/db/visible-to.ts'
import { sealedName } from '../../evidence/sealing/sealed-name.read.ts'
import { newId, newSecret, tokenHash } from '../../kit/ids.ts'

const packageColumns = [
  'id',
  'number',
  sealedName.as('name'),
  'ownerName',
  'url',
  'sealedAt',
  'status',
  'category',
  'originalAt',
  'labels',
  'completeness',
  'packageSha256',
  'packageSize',
  'packageEdition',
  'coreSha256',
  'coreSize',
  'certificateSha256',
] as const

export function evidenceByNumbers(tx: AccountTx, scope: Scope, numbers: string[]) {
  return tx
    .selectFrom('evidence')
    .select(packageColumns)
    .where(visibleTo(scope))
    .where('number', 'in', numbers)
    .execute()
}
export type Deliverable = Awaited<ReturnType<typeof evidenceByNumbers>>[number]

export async function insertBundle(tx: AccountTx, scope: Scope, evidenceIds: string[]) {
  const id = newId()
  await tx
    .insertInto('bundle')
    .values({ id, accountId: scope.accountId, evidenceIds, expiresAt: sql<Date>`app_now() + interval '1 day'` })
    .execute()
  return id
}

/** Evidence of a bundle in the order asked for; undefined where the bundle is unknown or too old. */
export async function bundleMembers(tx: AccountTx, scope: Scope, id: string): Promise<Deliverable[] | undefined> {
  const bundle = await tx
    .selectFrom('bundle')
    .select('evidenceIds')
    .where('accountId', '=', scope.accountId)
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (!bundle) return undefined
  const rows = await tx
    .selectFrom('evidence')
    .select(packageColumns)
    .where(visibleTo(scope))
    .where('id', 'in', bundle.evidenceIds)
    .execute()
  return bundle.evidenceIds.flatMap((wanted) => rows.find((r) => r.id === wanted) ?? [])
}

export async function putCode(
  tx: AccountTx,
  scope: Scope,
  code: { evidenceId: string; codePhc: string; days: number },
) {
  const expiresAt = sql<Date>`app_now() + make_interval(days => ${code.days})`
  const fresh = {
    accountId: scope.accountId,
    codePhc: code.codePhc,
    wrongTries: 0,
    lockedUntil: null,
    expiresAt,
    createdAt: now,
  }
  const row = await tx
    .insertInto('extractionCode')
    .values({ evidenceId: code.evidenceId, ...fresh })
    .onConflict((c) => c.column('evidenceId').doUpdateSet(fresh))
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return row.expiresAt
}

export function codeOf(tx: AccountTx, scope: Scope, evidenceId: string) {
  return tx
    .selectFrom('extractionCode')
    .select(['expiresAt', sql<Date | null>`case when locked_until > app_now() then locked_until end`.as('lockedUntil')])
    .where('accountId', '=', scope.accountId)
    .where(ofEvidenceVisibleTo(scope))
    .where('evidenceId', '=', evidenceId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** False where it does not rest. */
export async function liftRest(tx: AccountTx, scope: Scope, evidenceId: string) {
  const { numUpdatedRows } = await tx
    .updateTable('extractionCode')
    .set({ lockedUntil: null, wrongTries: 0 })
    .where('accountId', '=', scope.accountId)
    .where(ofEvidenceVisibleTo(scope))
    .where('evidenceId', '=', evidenceId)
    .where('lockedUntil', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteCode(tx: AccountTx, scope: Scope, evidenceId: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('extractionCode')
    .where('accountId', '=', scope.accountId)
    .where(ofEvidenceVisibleTo(scope))
    .where('evidenceId', '=', evidenceId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Takes one of the tries that everybody has together before the code is compared, so that many at once cannot exceed them; the last of them lets the
 * code rest. Undefined where there is nothing to try: no such evidence, no code, expired or resting.
 */
export function takeTry(db: Database, platformId: string, number: string, rest: { tries: number; seconds: number }) {
  return db.system
    .updateTable('extractionCode')
    .from('evidence')
    .set({
      wrongTries: sql<number>`case when wrong_tries + 1 >= ${rest.tries} then 0 else wrong_tries + 1 end`,
      lockedUntil: sql<Date | null>`case when wrong_tries + 1 >= ${rest.tries} then app_now() + make_interval(secs => ${rest.seconds}) end`,
    })
    .whereRef('evidence.id', '=', 'extractionCode.evidenceId')
    .where('evidence.platformId', '=', platformId)
    .where('evidence.number', '=', number)
    .where('evidence.status', '=', 'collected')
    .where('extractionCode.expiresAt', '>', now)
    .where((e) => e.or([e('lockedUntil', 'is', null), e('lockedUntil', '<=', now)]))
    .returning(['evidence.id', 'evidence.accountId', 'extractionCode.codePhc'])
    .executeTakeFirst()
}

const ticketTime = '10 minutes'

export async function grantTicket(db: Database, evidenceId: string): Promise<string> {
  const token = newSecret()
  await db.asSystem(async (tx) => {
    await tx
      .updateTable('extractionCode')
      .set({ wrongTries: 0, lockedUntil: null })
      .where('evidenceId', '=', evidenceId)
      .execute()
    await tx
      .insertInto('extractionTicket')
      .values({
        tokenSha256: tokenHash(token),
        evidenceId,
        expiresAt: sql<Date>`app_now() + ${sql.lit(ticketTime)}::interval`,
      })
      .execute()
  })
  return token
}

/** The evidence a ticket opens; the ticket is gone with it. Whoever ended or replaced the code since then hands nothing out by it any more. */
export async function useTicket(db: Database, platformId: string, token: string): Promise<string | undefined> {
  const row = await db.system
    .deleteFrom('extractionTicket')
    .where('tokenSha256', '=', tokenHash(token))
    .where('expiresAt', '>', now)
    .where('evidenceId', 'in', (e) => e.selectFrom('evidence').select('id').where('platformId', '=', platformId))
    .where((e) =>
      e.exists(
        e
          .selectFrom('extractionCode as code')
          .select('code.evidenceId')
          .whereRef('code.evidenceId', '=', 'extractionTicket.evidenceId')
          .where('code.expiresAt', '>', now)
          .where('code.createdAt', '<=', sql<Date>`extraction_ticket.expires_at - ${sql.lit(ticketTime)}::interval`),
      ),
    )
    .returning('evidenceId')
    .executeTakeFirst()
  return row?.evidenceId
}

export async function sweepDeliveries(db: Database) {
  for (const table of ['bundle', 'extractionCode', 'extractionTicket'] as const)
    await db.system.deleteFrom(table).where('expiresAt', '<', now).execute()
}
