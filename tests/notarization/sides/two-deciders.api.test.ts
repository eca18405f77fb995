import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordRaise } from '../../../server/platform/approvals/independence.service.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { officePeopleCalls } from '../../../contract/accounts/offices.ts'
import { officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import { approvalCalls } from '../../../contract/platform/approvals.ts'
import { openOffice, type TestOffice } from '../../kit/people/offices.ts'
import { agree, otherAdministrator } from '../../kit/people/second-word.ts'
import { asAdmin } from '../../trust/anchors/as-admin.ts'
import { purse } from '../../payments/kit.ts'
import { ordersAt } from '../order-kit.ts'

let t: TestApp
let owner: Member
beforeAll(async () => {
  t = await buildTestApp()
  owner = await t.member({ name: '林晓', kind: 'enterprise' })
  await purse(t, owner).adjust('credit', 1_000_000)
})
afterAll(() => t?.close())

const raise = (who: Member, by: Member) =>
  t.services.db.asSystem((tx) => recordRaise(tx, { personId: who.personId, raisedBy: by.personId, way: 'decider' }))
const letDaysPass = (days: number) =>
  asAdmin(t.databaseUrl, `update raised_person set created_at = created_at - make_interval(days => ${days})`)

/** The office asks for somebody who decides already under another number, and staff agree. */
async function makeDecider(office: TestOffice, who: Member) {
  const body = { officeRole: 'examiner', practiceNumber: `31${who.phone}` } as const
  const asked = await t.call(officePeopleCalls.setRole, { params: { id: who.membershipId }, body }, office.head)
  expect(asked.data).toEqual({ waits: true })
  const find = { query: { approvalKind: 'decider', approvalState: 'waiting' } } as const
  const { list } = (await t.call(approvalCalls.list, find, await otherAdministrator(t))).data
  await agree(t, list[0]!.id)
}

describe('two who stand for a paper', () => {
  it.each(['made the other', 'were both made by the head'])('are one for seven days where they %s', async (way) => {
    const office = await openOffice(t)
    const orders = ordersAt(t, owner, office)
    const { id } = await orders.draft()
    if (way === 'were both made by the head') await otherAdministrator(t)
    await orders.bringTo(id, 'DRAFTED')
    if (way === 'made the other') await raise(office.second, office.decider)
    else for (const who of [office.decider, office.second]) await makeDecider(office, who)
    const isOffered = async () => {
      const { data } = await t.call(officeOrderCalls.get, { params: { id } }, office.second)
      const { list } = (await t.call(officeOrderCalls.list, { query: {} }, office.second)).data
      return [data.steps.includes('report'), list.find((row) => row.id === id)!.steps.includes('report')]
    }
    const issue = async () => (await orders.answer(id, 'report', {}, office.second)).errorCode ?? 'issued'
    expect(await issue()).toBe('independent-person-needed')
    await letDaysPass(6)
    expect(await issue()).toBe('independent-person-needed')
    expect(await isOffered()).toEqual([false, false])
    await letDaysPass(1)
    expect(await isOffered()).toEqual([true, true])
    expect(await issue()).toBe('issued')
  })
})
