import type { FriendFind } from '../../../contract/accounts/invitations.ts'
import { type Database, isDuplicate, type Queryable } from '../../kit/db/db.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { newInviteCode } from '../../kit/ids.ts'

const index = 'person_invite_code'

/** The person's code, made now where there is none. */
export async function inviteCodeOf(db: Database, personId: string): Promise<string> {
  const { inviteCode } = await db.system
    .selectFrom('person')
    .select('inviteCode')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  if (inviteCode) return inviteCode
  try {
    await db.system
      .updateTable('person')
      .set({ inviteCode: newInviteCode() })
      .where('id', '=', personId)
      .where('inviteCode', 'is', null)
      .execute()
  } catch (error) {
    if (!isDuplicate(error, index)) throw error
  }
  return inviteCodeOf(db, personId)
}

export const personOfCode = (tx: Queryable, platformId: string, inviteCode: string) =>
  tx
    .selectFrom('person')
    .select('id')
    .where('platformId', '=', platformId)
    .where('inviteCode', '=', inviteCode)
    .executeTakeFirst()

export const friendsOf = (db: Database, platformId: string, personId: string, find: FriendFind) =>
  listPage(
    db.system,
    db.system
      .selectFrom('person')
      .where('platformId', '=', platformId)
      .where('invitedBy', '=', personId)
      .where('status', '<>', 'CLOSED'),
    (q) => q.select(['id', 'name', 'phone', 'createdAt']),
    find,
    { date: 'created_at' },
  )
