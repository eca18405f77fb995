import { sql } from 'kysely'
import { isStaff, type Right, rightsOf, type Role } from '../../../contract/kit/rights.ts'
import { type Caller, onlyPerson, type Visitor } from '../../kit/calls/caller.ts'
import { compileOnce } from '../../kit/db/compile-once.ts'
import type { Database, Queryable, Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { now } from '../../kit/db/now.ts'
import { newId, newSecret, tokenHash } from '../../kit/ids.ts'
import { freshMinutes } from '../../kit/calls/require-fresh.ts'
import { isKept } from '../../kit/db/kept-person.ts'
import { holdLogins, lockLogins } from '../people.repo.ts'
import { officeOf } from '../offices/offices.read.ts'
import { forgetDevices } from './known-devices.repo.ts'

/** A session ends after this long without use, and in any case after thirty days. */
const idleTime = '12 hours'
const lifeTime = '30 days'

interface Reach {
  /** The one membership that the session is for; without it, it stands for the person in all of theirs. */
  membershipId?: string | null
  /** The session that opened this one, by its hash: it ends no later than that one, and dies with it. */
  openedBy?: Buffer | undefined
}

/** Gives the token; refused as gone where the session that opens it has ended. */
export async function createSession(
  tx: Tx,
  visitor: Visitor,
  personId: string,
  { membershipId = null, openedBy }: Reach = {},
): Promise<string> {
  if (!openedBy) return insertSession(tx, visitor, { personId, membershipId })
  const parent = await tx
    .selectFrom('session')
    .select(['id', 'expiresAt', 'provedAt'])
    .where('tokenSha256', '=', openedBy)
    .where('personId', '=', personId)
    .where(unexpired)
    .forKeyShare()
    .executeTakeFirst()
  if (!parent) throw new AppError('session-gone')
  const { id: parentId, ...held } = parent
  return insertSession(tx, visitor, { personId, membershipId, parentId, ...held })
}

interface NewSession {
  personId: string
  membershipId: string | null
  expiresAt?: Date
  /** Of a session that takes the place of another or was opened by it; others begin with a proof. */
  provedAt?: Date
  parentId?: string | null
  id?: string
}

async function insertSession(
  tx: Tx,
  visitor: Visitor,
  { id = newId(), personId, membershipId, expiresAt, provedAt, parentId = null }: NewSession,
): Promise<string> {
  const token = newSecret()
  await tx
    .insertInto('session')
    .values({
      id,
      tokenSha256: tokenHash(token),
      platformId: visitor.platform.id,
      personId,
      membershipId,
      parentId,
      ip: visitor.ip,
      userAgent: visitor.userAgent.slice(0, 300),
      expiresAt: expiresAt ?? sql<Date>`app_now() + ${sql.lit(lifeTime)}::interval`,
      ...(provedAt ? { provedAt } : {}),
    })
    .execute()
  return token
}

const unexpired = sql<boolean>`session.expires_at > app_now() and session.seen_at > app_now() - ${sql.lit(idleTime)}::interval`

interface Ask {
  /** In which account the caller acts; without one, in the person's first. */
  accountId?: string | undefined
  /** Does not count as use. */
  quiet?: boolean
  /** Staff without a second step may do nothing but set it up. */
  staffNeedTotp?: boolean
}

/** The memberships of whoever a token stands for, the first one first; one row without an account where there is none. */
const membershipsBySession = compileOnce((db: Queryable, hash: Buffer, platformId: string) =>
  db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.personId')
    .leftJoin('membership', (join) =>
      join
        .onRef('membership.personId', '=', 'person.id')
        .on('membership.status', '=', 'ACTIVE')
        .on((e) =>
          e.or([e('session.membershipId', 'is', null), e('session.membershipId', '=', e.ref('membership.id'))]),
        ),
    )
    .leftJoin('account', 'account.id', 'membership.accountId')
    .leftJoin('totp', (join) => join.onRef('totp.personId', '=', 'person.id').on('totp.activeAt', 'is not', null))
    .select([
      'person.id as personId',
      'person.name as personName',
      'person.phone',
      'person.lang',
      'session.membershipId as boundTo',
      sql<boolean>`session.seen_at < app_now() - interval '1 minute'`.as('stale'),
      sql<boolean>`session.proved_at > app_now() - make_interval(mins => ${sql.lit(freshMinutes)})`.as('isFresh'),
      'membership.id as membershipId',
      'membership.role',
      'membership.grants',
      officeOf.as('office'),
      'account.id as accountId',
      'account.name as accountName',
      'account.kind as accountKind',
      'account.status as accountStatus',
      'totp.activeAt as totpSince',
    ])
    .where('session.tokenSha256', '=', hash)
    .where('person.status', '=', 'ACTIVE')
    .where(isKept)
    .where('session.platformId', '=', platformId)
    .where(unexpired)
    .orderBy('membership.createdAt')
    .orderBy('membership.id'),
)

/**
 * The caller a token stands for, acting in the account named or in the person's first. Undefined where the
 * session has gone; `null` where the person has no membership in such an account, or none any more. Its language is the person's own.
 */
export async function findCaller(
  db: Database,
  visitor: Visitor,
  token: string,
  { accountId, quiet = false, staffNeedTotp = false }: Ask = {},
): Promise<Caller | null | undefined> {
  const hash = tokenHash(token)
  const rows = await membershipsBySession(db.system, hash, visitor.platform.id)
  if (!rows.length) return undefined
  const row = accountId ? rows.find((r) => r.accountId === accountId) : rows[0]
  if (!row?.accountId || !row.membershipId) return null
  if (row.stale && !quiet) await touch(db, hash)
  const [role, accountKind] = [row.role as Role, row.accountKind as Caller['accountKind']]
  const [accountDisabled, onDefaultPlatform] = [row.accountStatus === 'DISABLED', visitor.platform.isDefault]
  const needsTotp = staffNeedTotp && !row.totpSince && rows.some((r) => isStaff(r.role as Role))
  const rights = needsTotp
    ? new Set<Right>()
    : rightsOf({ role, accountKind, grants: row.grants ?? [], accountDisabled, onDefaultPlatform, office: row.office })
  return {
    ...visitor,
    lang: row.lang as Caller['lang'],
    sessionHash: hash,
    bound: row.boundTo !== null,
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
    isFresh: row.isFresh,
    ...(needsTotp ? { needsTotp } : {}),
    onlyPersonId: onlyPerson(rights, row.personId),
  }
}

/** One write a minute a session at most: the idle limit needs no finer clock. */
async function touch(db: Database, hash: Buffer) {
  await sql`update session set seen_at = app_now() where token_sha256 = ${hash} and seen_at < app_now() - interval '1 minute'`.execute(
    db.system,
  )
}

/** Ends a live session and begins another of the same reach and end, which keeps what the old one opened; undefined where there is none. */
export async function replaceSession(
  tx: Tx,
  visitor: Visitor,
  token: string,
): Promise<{ token: string; person: { id: string; name: string } } | undefined> {
  const whose = await tx
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.personId')
    .select('personId')
    .where('tokenSha256', '=', tokenHash(token))
    .where(isKept)
    .executeTakeFirst()
  if (!whose) return undefined
  await holdLogins(tx, whose.personId)
  const old = await tx
    .selectFrom('session')
    .select([
      'id',
      'personId',
      'membershipId',
      'parentId',
      'expiresAt',
      'provedAt',
      sql<string>`(select name from person where person.id = person_id)`.as('personName'),
    ])
    .where('tokenSha256', '=', tokenHash(token))
    .where('platformId', '=', visitor.platform.id)
    .where(unexpired)
    .forUpdate()
    .executeTakeFirst()
  if (!old) return undefined
  const id = newId()
  const fresh = await insertSession(tx, visitor, { ...old, id })
  await tx.updateTable('session').set({ parentId: id }).where('parentId', '=', old.id).execute()
  await tx.deleteFrom('session').where('id', '=', old.id).execute()
  return { token: fresh, person: { id: old.personId, name: old.personName } }
}

/** Whoever has a session proved who they are. */
export const markProven = (tx: Tx, hash: Buffer) =>
  tx.updateTable('session').set({ provedAt: now }).where('tokenSha256', '=', hash).execute()

/** False where it had gone already. */
export async function endSessionByHash(tx: Tx, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('session').where('tokenSha256', '=', hash).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends every session of the caller's person and begins one in the place of theirs: what changed their rights must be known to nobody's old token. */
export async function renewAlone(tx: Tx, caller: Caller): Promise<string> {
  await lockLogins(tx, caller.personId)
  const ended = await tx
    .deleteFrom('session')
    .where('personId', '=', caller.personId)
    .returning(['tokenSha256', 'membershipId', 'expiresAt'])
    .execute()
  const own = ended.find((s) => s.tokenSha256.equals(caller.sessionHash))
  if (!own) throw new AppError('session-gone')
  await forgetDevices(tx, caller.personId, caller)
  return insertSession(tx, caller, {
    personId: caller.personId,
    membershipId: own.membershipId,
    expiresAt: own.expiresAt,
  })
}

/** When a session ends at the latest; undefined for one that has gone. */
export const endOfSession = async (tx: Tx, hash: Buffer) =>
  (
    await tx
      .selectFrom('session')
      .select('expiresAt')
      .where('tokenSha256', '=', hash)
      .where(unexpired)
      .executeTakeFirst()
  )?.expiresAt

/** A person's sessions that still let in, the last used first. */
export const liveSessions = (db: Queryable, personId: string) =>
  db
    .selectFrom('session')
    .select(['id', 'tokenSha256', 'ip', 'userAgent', 'createdAt', 'seenAt'])
    .where('personId', '=', personId)
    .where(unexpired)
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .execute()

/** Ends a person's sessions but the one named by its hash: all others, or one of them with what it opened. */
export async function endOthers(tx: Tx, personId: string, keep: Buffer, only?: string) {
  await lockLogins(tx, personId)
  // Whoever ends the session that opened theirs keeps their own.
  await sql`
    with recursive opener as (
      select parent_id as id from session where token_sha256 = ${keep}
      union all
      select session.parent_id from session join opener on session.id = opener.id
    )
    update session set parent_id = null
    where token_sha256 = ${keep} and (${only ?? null}::uuid is null or ${only ?? null} in (select id from opener))`.execute(
    tx,
  )
  const others = tx.deleteFrom('session').where('personId', '=', personId).where('tokenSha256', '<>', keep)
  return (only ? others.where('id', '=', only) : others).returning(['ip', 'userAgent']).execute()
}

/** Signs a person out everywhere; gives how many logins that ended. Their devices are strangers from then on, but for the one that asks. */
export async function endSessionsOf(tx: Tx, personId: string, by?: Visitor): Promise<number> {
  await lockLogins(tx, personId)
  await forgetDevices(tx, personId, by)
  const { numDeletedRows } = await tx.deleteFrom('session').where('personId', '=', personId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** One that stands idle is kept, for nobody's use, while one that it opened is used. */
export async function sweepSessions(db: Database) {
  await sql`
    delete from session
    where expires_at < app_now()
      or seen_at < app_now() - ${sql.lit(idleTime)}::interval
        and not exists (select from session child where child.parent_id = session.id)`.execute(db.system)
}
