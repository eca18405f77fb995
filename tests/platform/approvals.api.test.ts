import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { platformCalls } from '../../contract/operator/platforms.ts'
import { priceCalls } from '../../contract/payments/prices.ts'
import { transferCalls } from '../../contract/payments/transfers.ts'
import { approvalCalls } from '../../contract/platform/approvals.ts'
import { configFileCalls, configFormat } from '../../contract/platform/config-file.ts'
import { auditCalls } from '../../contract/platform/audit.ts'
import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { recordRaise } from '../../server/platform/approvals/independence.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { formOf } from '../kit/pictures.ts'

let t: TestApp
let first: Member
let second: Member
let operator: Member
let customer: Member
beforeAll(async () => {
  t = await buildTestApp()
  first = await t.member({ name: '甲管理员', role: 'administrator', kind: 'enterprise' })
  second = await t.member({ name: '乙管理员', role: 'administrator', kind: 'enterprise' })
  operator = await t.member({ name: '运营员', role: 'operator', kind: 'enterprise' })
  customer = await t.member({ name: '客户' })
})
beforeEach(() => forgetLimits(t))
afterAll(() => t?.close())

const waiting = async (as: Member) =>
  (await t.call(approvalCalls.list, { query: { approvalState: 'waiting' } }, as)).data.list
const apply = async (id: string, as: Member) =>
  (await t.call(approvalCalls.apply, { params: { id } }, as)).errorCode ?? 'applied'
const refuse = async (id: string, as: Member) =>
  (await t.call(approvalCalls.refuse, { params: { id }, body: { reason: '账号不符' } }, as)).errorCode ?? 'refused'
const withdraw = async (id: string, as: Member) =>
  (await t.call(approvalCalls.withdraw, { params: { id } }, as)).errorCode ?? 'withdrawn'
const get = (id: string, as: Member) => t.call(approvalCalls.get, { params: { id } }, as)

const account = (n: number) => ({
  transferPayee: '岛风科技有限公司',
  transferBank: '某银行福州分行',
  transferAccount: `3500 0000 000${n}`,
})
const settings = async () => (await t.call(settingsOfPlatformCalls.get, {}, first)).data
async function save(as: Member, more: object) {
  const { id: _, version, ...body } = await settings()
  return t.call(settingsOfPlatformCalls.save, { body: { ...body, ...more, version } as never }, as)
}
const shownAccount = async () => JSON.stringify((await t.call(transferCalls.details, {}, customer)).data.details)

describe('the account that bank transfers go to', () => {
  it('is the old one until another administrator agrees, and the rest is saved at once', async () => {
    const reply = await save(first, { ...account(1), techSupportPhone: '021-66660000' })
    expect(reply.data).toMatchObject({ waits: true })
    expect(await settings()).toMatchObject({ transferAccount: null, techSupportPhone: '021-66660000' })
    const [asked] = await waiting(second)
    expect(asked).toMatchObject({
      approvalKind: 'transfer-account',
      change: '收款账户由“无”改为“岛风科技有限公司 · 某银行福州分行 · 3500 0000 0001”。',
      askedName: '甲管理员',
      mine: false,
      mayDecide: true,
    })
    expect(await get(asked!.id, first)).toMatchObject({ data: { mine: true, mayDecide: false } })
    expect(await apply(asked!.id, first)).toBe('second-person-needed')
    expect(await apply(asked!.id, operator)).toBe('not-found')
    expect(await apply(asked!.id, customer)).toBe('forbidden')
    expect(await settings()).toMatchObject({ transferAccount: null })
    expect(await apply(asked!.id, second)).toBe('applied')
    expect(await settings()).toMatchObject({ ...account(1), techSupportPhone: '021-66660000' })
    expect(await apply(asked!.id, second)).toBe('wrong-state')
  })

  it('takes a configuration file for the same', async () => {
    const { version } = await settings()
    const file = Buffer.from(JSON.stringify({ format: configFormat, settings: { ...account(2), nameEn: 'Island' } }))
    const form = formOf({ version: String(version), file }, first.token)
    const response = await t.inject({ method: 'POST', url: pathOf(configFileCalls.save), ...form })
    expect(response.json()).toMatchObject({ success: true })
    expect(await settings()).toMatchObject({ ...account(1), nameEn: 'Island' })
    const [asked] = await waiting(second)
    expect(await refuse(asked!.id, first)).toBe('second-person-needed')
    expect(await refuse(asked!.id, second)).toBe('refused')
    expect(await get(asked!.id, first)).toMatchObject({
      data: { approvalState: 'refused', answer: '账号不符', decidedName: '乙管理员' },
    })
    expect(await settings()).toMatchObject(account(1))
  })

  it('has one change waiting at a time: one’s own gives way, another’s does not', async () => {
    await save(first, account(3))
    await save(first, account(4))
    const [asked, ...more] = await waiting(second)
    expect(asked!.change).toContain('0004')
    expect(more).toEqual([])
    expect((await save(second, account(5))).errorCode).toBe('approval-waits')
    expect(await withdraw(asked!.id, second)).toBe('asker-only')
    expect(await withdraw(asked!.id, first)).toBe('withdrawn')
    expect((await save(second, account(5))).success).toBe(true)
    const [theirs] = await waiting(first)
    expect(await apply(theirs!.id, first)).toBe('applied')
    expect(await settings()).toMatchObject(account(5))
  })

  it('is changed once, however many agree at the same moment', async () => {
    const third = await t.member({ name: '丙管理员', role: 'administrator', kind: 'enterprise' })
    await save(first, account(6))
    const [asked] = await waiting(second)
    const answers = await Promise.all([apply(asked!.id, second), refuse(asked!.id, third), withdraw(asked!.id, first)])
    expect(answers.filter((answer) => answer === 'wrong-state')).toHaveLength(2)
    const changed = answers[0] === 'applied'
    expect(await settings()).toMatchObject(account(changed ? 6 : 5))
  })

  it('is shown to customers as it was while another one waits', async () => {
    const before = await shownAccount()
    await save(first, account(7))
    expect(await shownAccount()).toBe(before)
    const [asked] = await waiting(second)
    await apply(asked!.id, second)
    expect(await shownAccount()).not.toBe(before)
  })
})

const price = (as: Member, more: object = {}) =>
  t.call(priceCalls.add, { body: { product: 'capture.web', tiers: [{ from: 1, amount: 900 }], ...more } as never }, as)
const priceNow = async () => (await t.call(priceCalls.one, { body: { product: 'capture.web' } })).data.amount

describe('a price', () => {
  it('holds from the moment that another administrator agrees', async () => {
    const { id } = (await price(first)).data
    expect(await priceNow()).toBe(0)
    expect((await get(id, second)).data.change).toBe(
      '网页取证改为：一次 1 件起每件 ¥9.00；部分成功按 100% 收费；复核同意时起。',
    )
    expect(await apply(id, second)).toBe('applied')
    expect(await priceNow()).toBe(900)
    const { list } = (await t.call(priceCalls.versions, { query: { product: 'capture.web' } }, first)).data
    expect(list[0]).toMatchObject({ amount: 900, madeBy: '甲管理员' })
  })

  it('that begins when another one does, or whose day has passed, is refused by whoever decides', async () => {
    const effectiveAt = new Date(Date.now() + 3_600_000).toISOString()
    const [one, two] = [(await price(first, { effectiveAt })).data, (await price(first, { effectiveAt })).data]
    expect(await apply(one.id, second)).toBe('applied')
    expect(await apply(two.id, second)).toBe('approval-outdated')
    expect(await refuse(two.id, second)).toBe('refused')
    const late = (await price(first, { effectiveAt: new Date(Date.now() + 1_500).toISOString() })).data
    await new Promise((resolve) => setTimeout(resolve, 1_600))
    expect(await apply(late.id, second)).toBe('approval-outdated')
    expect(await withdraw(late.id, first)).toBe('withdrawn')
  })
})

describe('a change', () => {
  it('is not decided on by somebody whom its asker made lately, and says so before they try', async () => {
    const raised = await t.member({ name: '丁管理员', role: 'administrator', kind: 'enterprise' })
    const raise = { personId: raised.personId, raisedBy: first.personId, way: 'administrator' } as const
    await t.services.db.asSystem((tx) => recordRaise(tx, raise))
    const { id } = (await price(first)).data
    expect((await get(id, raised)).data.mayDecide).toBe(false)
    expect(await apply(id, raised)).toBe('independent-person-needed')
    expect((await get(id, second)).data.mayDecide).toBe(true)
    expect(await apply(id, second)).toBe('applied')
  })

  it('of somebody who has left the staff is refused, not applied', async () => {
    const gone = await t.member({ name: '戊管理员', role: 'administrator', kind: 'enterprise' })
    const { id } = (await price(gone)).data
    await t.services.db.system
      .updateTable('membership')
      .set({ status: 'DISABLED' })
      .where('id', '=', gone.membershipId)
      .execute()
    expect(await apply(id, second)).toBe('asker-gone')
    expect(await refuse(id, second)).toBe('refused')
  })

  it('that nobody else could decide on is not asked for', async () => {
    const alone = await buildTestApp()
    try {
      const only = await alone.member({ role: 'administrator', kind: 'enterprise' })
      await alone.member({ role: 'operator', kind: 'enterprise' })
      const body = { product: 'capture.web', tiers: [{ from: 1, amount: 900 }] } as never
      expect((await alone.call(priceCalls.add, { body }, only)).errorCode).toBe('nobody-to-approve')
    } finally {
      await alone.close()
    }
  })

  it('stands in the record with both people, and a phone in it is masked once it is decided', async () => {
    const body = { administratorName: '己管理员', administratorPhone: '13688880001' }
    await t.call(platformCalls.addAdministrator, { params: { id: t.platformId }, body }, first)
    const [asked] = await waiting(second)
    expect(asked!.change).toContain('己管理员（136****0001）')
    expect(await apply(asked!.id, second)).toBe('applied')
    expect(t.messages.findLast(({ recipient }) => recipient === '13688880001')?.text).toContain('/resetPassword')
    const row = await t.services.db.system
      .selectFrom('approval')
      .select('request')
      .where('id', '=', asked!.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row.request)).not.toContain('13688880001')
    const { list } = (await t.call(auditCalls.platformList, { query: { subjectKind: 'approval' } }, operator)).data
    expect(list.slice(0, 2)).toMatchObject([
      { action: 'approval.applied', who: '乙管理员', subjectId: asked!.id },
      { action: 'approval.asked', who: '甲管理员', subjectId: asked!.id },
    ])
    expect(JSON.stringify(list)).not.toContain('13688880001')
  })

  it('is nobody’s of another platform', async () => {
    const id = (await price(first)).data.id
    const platformId = '0192d5e0-0000-7000-8000-00000000abcd'
    const name = JSON.stringify({ zh: '邻站' }) as never
    const hosts = ['beside.example']
    await t.services.db.system
      .insertInto('platform')
      .values({ id: platformId, notaryId: 'beside', name, hosts })
      .execute()
    const theirs = await t.member({ role: 'administrator', kind: 'enterprise', platformId })
    const at = { host: 'beside.example' }
    expect((await t.call(approvalCalls.get, { params: { id } }, theirs, at)).errorCode).toBe('not-found')
    expect((await t.call(approvalCalls.apply, { params: { id } }, theirs, at)).errorCode).toBe('not-found')
  })
})
