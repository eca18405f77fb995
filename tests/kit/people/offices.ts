import type { OfficeKind } from '../../../contract/accounts/offices.ts'
import type { OfficeRole } from '../../../contract/kit/rights.ts'
import type { Member, TestApp } from '../build-test-app.ts'

export interface TestOffice {
  /** Whose account the office is; has no part in orders. */
  head: Member
  decider: Member
  second: Member
  assistant: Member
  id: string
  sealFee: number
}

let words = 0
/** Fen. */
const sealFee = 80_000

/** An office with two who decide and one who assists. */
export async function openOffice(
  t: TestApp,
  { kind = 'institute', name = '衡正司法鉴定所' }: { kind?: OfficeKind; name?: string } = {},
): Promise<TestOffice> {
  const head = await t.member({ name, kind: 'enterprise' })
  const { platformId } = await t.services.db.system
    .selectFrom('account')
    .select('platformId')
    .where('id', '=', head.accountId)
    .executeTakeFirstOrThrow()
  await t.services.db.system
    .insertInto('office')
    .values({
      accountId: head.accountId,
      platformId,
      kind,
      fullName: name,
      caseWord: `测${++words}鉴`,
      licence: '310000001',
      phone: '021-66660000',
      address: '上海市徐汇区漕溪北路 1 号',
      hours: '工作日 9:00-17:00',
      sealFee,
    })
    .execute()
  const decides = kind === 'institute' ? 'examiner' : 'notary'
  return {
    head,
    decider: await officePerson(t, head, decides, '周衡'),
    second: await officePerson(t, head, decides, '吴正'),
    assistant: await officePerson(t, head, 'assistant', '郑助'),
    id: head.accountId,
    sealFee,
  }
}

/** Somebody of an office, with a role there. */
export async function officePerson(t: TestApp, head: Member, role: OfficeRole, name: string): Promise<Member> {
  const person = await t.sub(head, { name })
  const { platformId } = await t.services.db.system
    .selectFrom('membership')
    .select('platformId')
    .where('id', '=', person.membershipId)
    .executeTakeFirstOrThrow()
  await t.services.db.asSystem((tx) =>
    // The service lets only the office itself give roles.
    tx
      .insertInto('officeMember')
      .values({
        membershipId: person.membershipId,
        platformId,
        accountId: head.accountId,
        role,
        practiceNumber: role === 'assistant' ? null : `3100${person.phone}`,
      })
      .execute(),
  )
  return person
}
