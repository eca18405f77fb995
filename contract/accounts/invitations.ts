import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { numberOf } from '../kit/typed/clean.ts'
import { Id, Instant } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** Eight signs without those that look alike; long enough that nobody guesses one, short enough to be told. */
export const InviteCode = z
  .string()
  .overwrite(numberOf)
  .regex(/^[2-9A-HJ-NP-Z]{8}$/, { error: 'inviteUnknown' })

/** Somebody who registered with one's code: enough to know them again, nothing to reach them by. */
export const InvitedFriend = z.object({ id: Id, nameMasked: z.string(), phoneMasked: z.string(), date: Instant })
export type InvitedFriend = z.output<typeof InvitedFriend>

export const FriendFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true }).extend({
  sort: sortBy(['date'], '-date'),
})
export type FriendFind = z.output<typeof FriendFind>

export const invitationCalls = {
  /** Those who came by the signed-in person's code, with the code and its link. */
  list: defineCall({
    method: 'GET',
    path: 'user/invited/list',
    query: FriendFind,
    reply: scrollOf(InvitedFriend).extend({ inviteCode: z.string(), inviteUrl: z.string() }),
    right: 'friends.invite',
    rate: 'read',
    idempotent: true,
  }),
}
