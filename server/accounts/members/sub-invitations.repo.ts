import { sql } from 'kysely'
import {
  invitationDays,
  type InvitationFind,
  type InvitationState,
} from '../../../contract/accounts/sub-invitations.ts'
import type { AccountTx, Database, Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import { newId, newSecret, tokenHash } from '../../kit/ids.ts'
import type { Extent } from './sub-accounts.repo.ts'

const expiry = sql<Date>`app_now() + ${sql.lit(`${invitationDays} days`)}::interval`

const state = sql<InvitationState>`case
  when accepted_at is not null then 'ACCEPTED'
  when withdrawn_at is not null then 'WITHDRAWN'
  when expires_at <= app_now() then 'EXPIRED'
  else 'PENDING' end`

interface Invited extends Extent {
  platformId: string
  accountId: string
  /** Who invites. */
  personId: string
  phone: string
  name: string
}

/** An invitation and its link's secret; one that is open for this phone gets a new one. */
export async function keepInvitation(tx: AccountTx, invited: Invited) {
  const token = newSecret()
  const row = await tx
    .insertInto('subInvitation')
    .values({ id: newId(), ...invited, tokenSha256: tokenHash(token), expiresAt: expiry })
    .onConflict((c) =>
      c
        .columns(['accountId', 'phone'])
        .where('acceptedAt', 'is', null)
        .where('withdrawnAt', 'is', null)
        .doUpdateSet((e) => ({
          personId: e.ref('excluded.personId'),
          name: e.ref('excluded.name'),
          grants: e.ref('excluded.grants'),
          dept: e.ref('excluded.dept'),
          quota: e.ref('excluded.quota'),
          budget: e.ref('excluded.budget'),
          tokenSha256: e.ref('excluded.tokenSha256'),
          createdAt: now,
          expiresAt: e.ref('excluded.expiresAt'),
        })),
    )
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow()
  return { token, ...row }
}

export function listInvitations(tx: AccountTx, accountId: string, find: InvitationFind) {
  let some = tx.selectFrom('subInvitation').where('accountId', '=', accountId)
  if (find.invitationState) some = some.where(state, '=', find.invitationState)
  if (find.keyWord) {
    const word = likeWord(find.keyWord)
    some = some.where((e) => e.or([e('name', 'ilike', word), e('dept', 'ilike', word), e('phone', '=', find.keyWord!)]))
  }
  return listPage(
    tx,
    some,
    (q) =>
      q
        .select(['id', 'name', 'phone', 'dept', 'grants', 'quota', 'budget', 'createdAt', 'expiresAt'])
        .select(state.as('invitationState')),
    find,
    { invitedAt: 'created_at', expiresAt: 'expires_at' },
  )
}

export const findInvitation = (tx: AccountTx, accountId: string, id: string) =>
  tx
    .selectFrom('subInvitation')
    .select(['id', 'name', 'acceptedAt', 'withdrawnAt'])
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const markWithdrawn = (tx: AccountTx, accountId: string, id: string) =>
  tx
    .updateTable('subInvitation')
    .set({ withdrawnAt: now })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute()

const columns = [
  'id',
  'accountId',
  'personId',
  'phone',
  'name',
  'grants',
  'dept',
  'quota',
  'budget',
  'expiresAt',
] as const

/** What a link leads to; accepted, withdrawn, expired and unknown ones answer alike, as does one whose account takes nobody. */
const ofToken = (db: Queryable, platformId: string, token: string) =>
  db
    .selectFrom('subInvitation as i')
    .innerJoin('account as a', 'a.id', 'i.accountId')
    .where('i.platformId', '=', platformId)
    .where('i.tokenSha256', '=', tokenHash(token))
    .where('i.acceptedAt', 'is', null)
    .where('i.withdrawnAt', 'is', null)
    .where('i.expiresAt', '>', now)
    .where('a.status', '=', 'ACTIVE')
    .select(columns.map((c) => `i.${c}` as const))
    .select('a.name as accountName')

export const openInvitation = (db: Queryable, platformId: string, token: string) =>
  ofToken(db, platformId, token).executeTakeFirst()
export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof openInvitation>>>

/** The same for whoever accepts it: nobody else does until the transaction ends. */
export const lockInvitation = (tx: Tx, platformId: string, token: string) =>
  ofToken(tx, platformId, token).forUpdate('i').executeTakeFirst()

export const markAccepted = (tx: Tx, id: string) =>
  tx.updateTable('subInvitation').set({ acceptedAt: now }).where('id', '=', id).execute()

/** Names and phones of those who did not come, or came long ago, are kept no longer than somebody may ask about it. */
export async function sweepInvitations(db: Database) {
  await sql`delete from sub_invitation where expires_at < app_now() - interval '30 days'`.execute(db.system)
}
