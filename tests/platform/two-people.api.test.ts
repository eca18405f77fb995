import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { personCalls } from '../../contract/operator/people.ts'
import { platformCalls } from '../../contract/operator/platforms.ts'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { approvalCalls } from '../../contract/platform/approvals.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { agree, otherAdministrator } from '../kit/people/second-word.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { turnOnTotp } from '../kit/people/totp.ts'
import { asAdmin } from '../trust/anchors/as-admin.ts'
import { password, signInFirst } from './installation-kit.ts'

let t: TestApp
let first: Member
let other: Member
let customer: Member
beforeAll(async () => {
  t = await buildTestApp()
  first = await t.member({ name: '甲管理员', role: 'administrator', kind: 'enterprise' })
  await otherAdministrator(t)
  other = await t.member({ name: '乙管理员', role: 'administrator', kind: 'enterprise' })
})
beforeEach(async () => {
  await forgetLimits(t)
  customer = await t.member({ name: '客户' })
})
afterAll(() => t?.close())

const at = { host: 'localhost' }

let phones = 13_612_000_000
/** Somebody who comes in with the password that they set by a code to their phone. */
async function addedBy(as: Member, agreedBy?: Member): Promise<Member> {
  const administratorPhone = String(++phones)
  const added = await t.call(
    platformCalls.addAdministrator,
    { params: { id: t.platformId }, body: { administratorName: '新管理员', administratorPhone } },
    as,
  )
  expect(added.success).toBe(true)
  const { list } = (await t.call(approvalCalls.list, { query: { approvalState: 'waiting' } }, as)).data
  await agree(t, list[0]!.id, agreedBy)
  return signInFirst(t, at, administratorPhone)
}

async function asked(as: Member): Promise<string> {
  const body = { accountId: customer.accountId, purpose: 'gift' as const, amount: 88_888_888, reason: '赠送' }
  return (await t.call(adjustmentCalls.ask, { body }, as)).data.id
}
const apply = async (id: string, as: Member) =>
  (await t.call(adjustmentCalls.apply, { params: { id } }, as)).errorCode ?? 'applied'
const refuse = async (id: string, as: Member) =>
  (await t.call(adjustmentCalls.refuse, { params: { id }, body: { reason: '不符' } }, as)).errorCode ?? 'refused'
const balance = async () => (await t.call(walletCalls.info, {}, customer)).data.promotional
const letDaysPass = (days: number) =>
  asAdmin(t.databaseUrl, `update raised_person set created_at = created_at - make_interval(days => ${days})`)
describe('two people', () => {
  it('are not the administrator who asks and one whom they added', async () => {
    const added = await addedBy(first)
    const [ofFirst, ofAdded] = [await asked(first), await asked(added)]
    expect(await apply(ofFirst, added)).toBe('independent-person-needed')
    expect(await refuse(ofFirst, added)).toBe('independent-person-needed')
    expect(await apply(ofAdded, first)).toBe('independent-person-needed')
    expect(await balance()).toBe(0)
    expect(await apply(ofFirst, other)).toBe('applied')
    expect(await apply(ofAdded, other)).toBe('applied')
  })

  it('are not two whom the same administrator added', async () => {
    const [one, two] = [await addedBy(first), await addedBy(first)]
    const id = await asked(one)
    expect(await apply(id, two)).toBe('independent-person-needed')
    expect(await balance()).toBe(0)
    expect(await apply(id, other)).toBe('applied')
  })

  it('are not somebody and one who was added by whom they added', async () => {
    const grandchild = await addedBy(await addedBy(first), other)
    const id = await asked(first)
    expect(await apply(id, grandchild)).toBe('independent-person-needed')
    expect(await apply(id, await addedBy(other))).toBe('applied')
  })

  it('are again once seven days have passed, and not a day before', async () => {
    const added = await addedBy(first)
    const id = await asked(first)
    await letDaysPass(6)
    expect(await apply(id, added)).toBe('independent-person-needed')
    await letDaysPass(1)
    expect(await apply(id, added)).toBe('applied')
  })

  it('are not somebody and one whom they shut out and let in again', async () => {
    const third = await t.member({ name: '丙管理员', role: 'administrator', kind: 'enterprise' })
    const setStanding = async (standing: 'DISABLED' | 'ACTIVE') => {
      const request = { params: { id: third.personId }, body: { standing, reason: '核实' } }
      expect((await t.call(personCalls.setStanding, request, first)).success).toBe(true)
    }
    const id = await asked(first)
    await setStanding('DISABLED')
    await setStanding('ACTIVE')
    const back = await signInFirst(t, at, third.phone)
    expect(await apply(id, back)).toBe('independent-person-needed')
    expect(await apply(await asked(other), back)).toBe('applied')
  })

  it('are not somebody and one whose account they let in again', async () => {
    const third = await t.member({ name: '戊管理员', role: 'administrator', kind: 'enterprise' })
    const setStanding = async (standing: 'DISABLED' | 'ACTIVE') => {
      const request = { params: { id: third.accountId }, body: { standing, reason: '核实' } }
      expect((await t.call(accountCalls.setStanding, request, first)).success).toBe(true)
    }
    await setStanding('DISABLED')
    await setStanding('ACTIVE')
    expect(await apply(await asked(first), third)).toBe('independent-person-needed')
    expect(await apply(await asked(other), third)).toBe('applied')
  })

  it('are two who both let the same customer in again', async () => {
    for (const as of [first, other])
      for (const standing of ['DISABLED', 'ACTIVE'] as const) {
        const request = { params: { id: customer.personId }, body: { standing, reason: '核实' } }
        expect((await t.call(personCalls.setStanding, request, as)).success).toBe(true)
      }
    expect(await apply(await asked(first), other)).toBe('applied')
  })

  it('are not somebody and one whom they freed of their second step', async () => {
    const third = await t.member({ name: '丁管理员', role: 'administrator', kind: 'enterprise' })
    await turnOnTotp(t, await signInFirst(t, at, third.phone), password)
    const request = { params: { id: third.personId }, body: { reason: '手机遗失' } }
    expect((await t.call(personCalls.resetTotp, request, first)).success).toBe(true)
    const back = await signInFirst(t, at, third.phone)
    expect(await apply(await asked(first), back)).toBe('independent-person-needed')
    expect(await apply(await asked(other), back)).toBe('applied')
  })
})
