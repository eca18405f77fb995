import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { rightsOf, type Role } from '../../contract/kit/rights.ts'
import type { Caller, Visitor } from '../kit/caller.ts'
import type { Database, Tx } from '../kit/db/db.ts'
import { newSecret } from '../kit/ids.ts'

/** A session ends after this long without use, and in any case after thirty days. */
const idleTime = '12 hours'
const lifeTime = '30 days'

export const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** `membershipId` binds the session to one part in one account; without it, it stands for the person in all of theirs. `expiresAt` keeps the end of the session it replaces. */
export async function createSession(tx: Tx, visitor: Visitor, personId: string, membershipId: string | null = null, expiresAt: Date | null = null): Promise<string> {
  const token = newSecret()
  await tx
    .insertInto('session')
    .values({
      tokenSha256: tokenHash(token), platformId: visitor.platform.id, personId, membershipId, ip: visitor.ip, userAgent: visitor.userAgent.slice(0, 300),
      expiresAt: expiresAt ?? sql<Date>`app_now() + ${sql.lit(lifeTime)}::interval`,
    })
    .execute()
  return token
}

/**
 * The caller a token stands for, acting in `accountId` or in the person's first. Undefined where the
 * session has gone; `null` where the person has no part in such an account, or none any more. Its language is the person's own.
 */
export async function findCaller(db: Database, visitor: Visitor, token: string, accountId: string | undefined, quiet = false): Promise<Caller | null | undefined> {
  const hash = tokenHash(token)
  const rows = await db.system
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.personId')
    .leftJoin('membership', (join) =>
      join
        .onRef('membership.personId', '=', 'person.id')
        .on('membership.status', '=', 'ACTIVE')
        .on((e) => e.or([e('session.membershipId', 'is', null), e('session.membershipId', '=', e.ref('membership.id'))])),
    )
    .leftJoin('account', 'account.id', 'membership.accountId')
    .select([
      'person.id as personId', 'person.name as personName', 'person.phone', 'person.lang', sql<boolean>`session.seen_at < app_now() - interval '1 minute'`.as('stale'), 'membership.id as membershipId',
      'membership.role', 'membership.grants', 'account.id as accountId', 'account.name as accountName', 'account.kind as accountKind', 'account.status as accountStatus',
    ])
    .where('session.tokenSha256', '=', hash)
    .where('person.status', '=', 'ACTIVE')
    .where('session.platformId', '=', visitor.platform.id)
    .where('session.expiresAt', '>', sql<Date>`app_now()`)
    .where('session.seenAt', '>', sql<Date>`app_now() - ${sql.lit(idleTime)}::interval`)
    .orderBy('membership.createdAt')
    .orderBy('membership.id')
    .execute()
  if (!rows.length) return undefined
  const row = accountId ? rows.find((r) => r.accountId === accountId) : rows[0]
  if (!row?.accountId || !row.membershipId) return null
  if (row.stale && !quiet) await touch(db, hash)
  const [role, accountKind] = [row.role as Role, row.accountKind as Caller['accountKind']]
  const accountDisabled = row.accountStatus === 'DISABLED'
  const rights = rightsOf({ role, accountKind, grants: row.grants ?? [], accountDisabled })
  return {
    ...visitor,
    lang: row.lang as Caller['lang'],
    sessionHash: hash,
    personId: row.personId,
    personName: row.personName,
    phone: row.phone,
    membershipId: row.membershipId,
    accountId: row.accountId,
    accountName: row.accountName ?? '',
    accountKind,
    accountDisabled,
    role,
    rights,
    onlyPersonId: rights.has('evidence.all') ? undefined : row.personId,
  }
}

/** One write a minute a session at most: the idle limit needs no finer clock. */
async function touch(db: Database, hash: Buffer) {
  await sql`update session set seen_at = app_now() where token_sha256 = ${hash} and seen_at < app_now() - interval '1 minute'`.execute(db.system)
}

/** Ends a live session and begins another of the same reach; undefined where there is none. */
export async function replaceSession(tx: Tx, visitor: Visitor, token: string): Promise<{ token: string; person: { id: string; name: string } } | undefined> {
  const old = await tx
    .deleteFrom('session')
    .where('tokenSha256', '=', tokenHash(token))
    .where('platformId', '=', visitor.platform.id)
    .where('expiresAt', '>', sql<Date>`app_now()`)
    .where('seenAt', '>', sql<Date>`app_now() - ${sql.lit(idleTime)}::interval`)
    .returning(['personId', 'membershipId', 'expiresAt', sql<string>`(select name from person where person.id = person_id)`.as('personName')])
    .executeTakeFirst()
  return old && { token: await createSession(tx, visitor, old.personId, old.membershipId, old.expiresAt), person: { id: old.personId, name: old.personName } }
}

/** False where it had gone already. */
export async function endSessionByHash(tx: Tx, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('session').where('tokenSha256', '=', hash).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Signs a person out everywhere; gives how many logins that ended. */
export async function endSessionsOf(tx: Tx, personId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('session').where('personId', '=', personId).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function sweepSessions(db: Database) {
  await sql`delete from session where expires_at < app_now() or seen_at < app_now() - ${sql.lit(idleTime)}::interval`.execute(db.system)
}
