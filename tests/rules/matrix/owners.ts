import type { Member, TestApp } from '../../kit/build-test-app.ts'

/** Text that stands in every record of an owner, and nowhere else. */
export const canaryOf = (owner: Member) => `canary-${owner.personId.slice(-12)}`

export const otherHost = 'other.example'
const elsewhere = new WeakSet<Member>()

/** Members of the second platform speak to its host. */
export const hostOf = (member: Member): Record<string, string> => (elsewhere.has(member) ? { host: otherHost } : {})
export const ofOtherPlatform = (member: Member) => (elsewhere.add(member), member)

/** The platform of an owner's account. */
export async function platformOf(t: TestApp, owner: Member) {
  const { platformId } = await t.services.db.system
    .selectFrom('account')
    .select('platformId')
    .where('id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  return platformId
}
