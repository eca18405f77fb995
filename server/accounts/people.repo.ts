import { sql } from 'kysely'
import type { AccountKind } from '../../contract/accounts/session.ts'
import type { Role } from '../../contract/kit/rights.ts'
import type { Tx, Queryable } from '../kit/db/db.ts'
import { isKept } from '../kit/db/kept-person.ts'
import { newId } from '../kit/ids.ts'
import type { Language } from '../kit/words.ts'

export interface NewMember {
  platformId: string
  phone: string
  personName: string
  accountName: string
  kind: AccountKind
  role: Role
  passwordPhc: string | null
  consentVersion: string | null
  /** What texts to this person are written in; Chinese where nobody said. */
  lang?: Language
}

/** A person with an account of their own. */
export async function createMember(tx: Tx, m: NewMember) {
  const [personId, accountId, membershipId] = [newId(), newId(), newId()]
  await tx
    .insertInto('person')
    .values({
      id: personId,
      platformId: m.platformId,
      phone: m.phone,
      name: m.personName,
      passwordPhc: m.passwordPhc,
      consentVersion: m.consentVersion,
      consentAt: m.consentVersion ? new Date() : null,
      ...(m.lang ? { lang: m.lang } : {}),
    })
    .execute()
  await tx
    .insertInto('account')
    .values({ id: accountId, platformId: m.platformId, kind: m.kind, name: m.accountName })
    .execute()
  await tx
    .insertInto('membership')
    .values({ id: membershipId, platformId: m.platformId, personId, accountId, role: m.role })
    .execute()
  return { personId, accountId, membershipId }
}

/** An account of their own for a person who has none; nobody else may set their password from then on. */
export async function addOwnAccount(
  tx: Tx,
  { personId, platformId }: { personId: string; platformId: string },
  a: Pick<NewMember, 'accountName' | 'kind' | 'passwordPhc' | 'consentVersion'>,
) {
  const [accountId, membershipId] = [newId(), newId()]
  await tx
    .updateTable('person')
    .set({ passwordPhc: a.passwordPhc, consentVersion: a.consentVersion, consentAt: new Date(), broughtBy: null })
    .where('id', '=', personId)
    .execute()
  await tx.insertInto('account').values({ id: accountId, platformId, kind: a.kind, name: a.accountName }).execute()
  await tx
    .insertInto('membership')
    .values({ id: membershipId, platformId, personId, accountId, role: 'owner' })
    .execute()
  return { personId, accountId, membershipId }
}

export function findPersonByPhone(db: Queryable, platformId: string, phone: string) {
  return db
    .selectFrom('person')
    .select(['id', 'name', 'passwordPhc', credentials])
    .where('platformId', '=', platformId)
    .where('phone', '=', phone)
    .executeTakeFirst()
}

/**
 * By what somebody is let in, as one value: who showed the password, phone or second step of before has shown nothing once one of them is another.
 */
export const credentials =
  sql<string>`encode(sha256(convert_to(concat_ws('|', person.phone, person.password_phc, (select active_at from totp where totp.person_id = person.id)), 'UTF8')), 'hex')`.as(
    'credentials',
  )

/** Logins of a person begin while nothing ends them all, and the other way round: else one that had just been let in would outlive its end. */
export const holdLogins = (tx: Tx, personId: string) =>
  tx.selectFrom('person').select('id').where('id', '=', personId).forShare().execute()
export const lockLogins = (tx: Tx, personId: string) =>
  tx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().execute()

export const credentialsOf = async (db: Queryable, personId: string): Promise<string | undefined> =>
  (await db.selectFrom('person').select(credentials).where('id', '=', personId).executeTakeFirst())?.credentials

/** Whether the platform's staff keep a person from signing in, or they left the platform, or just leave it. */
export async function isDisabled(tx: Tx, personId: string): Promise<boolean> {
  return (
    (await tx
      .selectFrom('person')
      .select('id')
      .where('id', '=', personId)
      .where((e) => e.or([e('status', '<>', 'ACTIVE'), e.not(isKept)]))
      .executeTakeFirst()) !== undefined
  )
}

/** Where a person may act, the first account first. */
export function membershipsOf(db: Queryable, personId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.accountId')
    .select([
      'membership.id',
      'membership.role',
      'account.kind',
      'account.id as accountId',
      'account.name as accountName',
    ])
    .where('membership.personId', '=', personId)
    .where('membership.status', '=', 'ACTIVE')
    .orderBy('membership.createdAt')
    .orderBy('membership.id')
    .execute()
}

/** What a person may see and change of themselves. */
export function readPerson(db: Queryable, personId: string) {
  return db
    .selectFrom('person')
    .select(['name', 'phone', 'mail', 'lang', 'passwordPhc'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
}

export async function changePerson(
  tx: Tx,
  personId: string,
  change: { name?: string; lang?: Language; phone?: string; mail?: string | null },
) {
  await tx.updateTable('person').set(change).where('id', '=', personId).execute()
}

export async function renameAccount(tx: Tx, accountId: string, name: string) {
  await tx.updateTable('account').set({ name }).where('id', '=', accountId).execute()
}

export async function setPassword(tx: Tx, personId: string, passwordPhc: string) {
  await tx.updateTable('person').set({ passwordPhc }).where('id', '=', personId).execute()
}
