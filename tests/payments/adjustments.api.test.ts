import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdjustmentBody, adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let asker: Member
let decider: Member
let owner: Member
beforeAll(async () => {
  t = await buildTestApp()
  asker = await t.member({ name: '出纳', role: 'operator' })
  decider = await t.member({ name: '会计', role: 'operator' })
})
beforeEach(async () => {
  owner = await t.member({ name: '客户' })
})
afterAll(() => t.close())

let slips = 0
const body = (more: Partial<AdjustmentBody> = {}) => ({
  accountId: owner.accountId,
  purpose: 'credit' as const,
  amount: 12_345,
  reference: `SLIP-${++slips}`,
  reason: '银行到账',
  ...more,
})
const ask = (more: Partial<AdjustmentBody> = {}, as = asker) => t.call(adjustmentCalls.ask, { body: body(more) }, as)
const asked = async (more: Partial<AdjustmentBody> = {}) => (await ask(more)).data.id
const apply = (id: string, as = decider) => t.call(adjustmentCalls.apply, { params: { id } }, as)
const get = async (id: string) => (await t.call(adjustmentCalls.get, { params: { id } }, asker)).data
const balance = async () => (await t.call(walletCalls.info, {}, owner)).data
const problem = (reply: { data: unknown }) => (reply.data as { fields: { path: string; key: string }[] }).fields

describe('a change of a balance', () => {
  it('moves nothing until another person applies it, and its owner is told', async () => {
    const id = await asked()
    expect(await balance()).toMatchObject({ balance: 0 })
    expect((await apply(id, asker)).errorCode).toBe('second-person-needed')
    expect(await balance()).toMatchObject({ balance: 0 })
    expect((await apply(id)).success).toBe(true)
    expect(await balance()).toMatchObject({ balance: 12_345, prepaid: 12_345 })
    expect(await get(id)).toMatchObject({ state: 'applied', askedName: '出纳', decidedName: '会计', mine: true })
    const { list } = (await t.call(walletCalls.bill, { query: {} }, owner)).data
    expect(list).toMatchObject([{ purpose: 'credit', amount: 12_345, reason: `SLIP-${slips}` }])
    const told = await t.services.db.system
      .selectFrom('message')
      .select(['kind', 'params'])
      .where('personId', '=', owner.personId)
      .execute()
    expect(told).toMatchObject([{ kind: 'balanceAdded', params: { amount: '¥123.45' } }])
  })

  it('is applied once, whoever and however many apply it', async () => {
    const id = await asked({ purpose: 'gift' })
    const third = await t.member({ role: 'administrator' })
    const replies = await Promise.all([apply(id), apply(id, third), apply(id)])
    expect(replies.map((r) => r.errorCode ?? 'applied').toSorted()).toEqual(['applied', 'wrong-state', 'wrong-state'])
    expect(await balance()).toMatchObject({ promotional: 12_345 })
  })

  it('is refused by another person with a reason, or withdrawn by whoever asked, and stays so', async () => {
    const [refused, withdrawn] = [await asked(), await asked()]
    const refuse = (as: Member) =>
      t.call(adjustmentCalls.refuse, { params: { id: refused }, body: { reason: '金额不符' } }, as)
    const withdraw = (as: Member) => t.call(adjustmentCalls.withdraw, { params: { id: withdrawn } }, as)
    expect((await refuse(asker)).errorCode).toBe('second-person-needed')
    expect((await withdraw(decider)).errorCode).toBe('asker-only')
    expect([(await refuse(decider)).success, (await withdraw(asker)).success]).toEqual([true, true])
    expect(await get(refused)).toMatchObject({ state: 'refused', answer: '金额不符' })
    for (const id of [refused, withdrawn]) expect((await apply(id)).errorCode).toBe('wrong-state')
    expect(await balance()).toMatchObject({ balance: 0 })
  })

  it.each([
    ['person', 'personId'],
    ['membership', 'membershipId'],
    ['account', 'accountId'],
  ] as const)('is not applied for whoever is no staff any more, by their %s; it can be refused', async (table, key) => {
    const leaving = await t.member({ name: '离职出纳', role: 'operator' })
    const { id } = (await ask({}, leaving)).data
    await t.services.db.system.updateTable(table).set({ status: 'DISABLED' }).where('id', '=', leaving[key]).execute()
    expect((await apply(id)).errorCode).toBe('asker-gone')
    const refused = await t.call(adjustmentCalls.refuse, { params: { id }, body: { reason: '提交人停用' } }, decider)
    expect([refused.success, await balance()]).toMatchObject([true, { balance: 0 }])
  })

  it('corrects in both directions, and takes no more than there is', async () => {
    await apply(await asked())
    await apply(await asked({ purpose: 'correction', amount: -345, reference: null }))
    expect(await balance()).toMatchObject({ balance: 12_000 })
    const tooMuch = await asked({ purpose: 'correction', amount: -12_001, reference: null })
    expect((await apply(tooMuch)).errorCode).toBe('balance-bound')
    expect([(await get(tooMuch)).state, await balance()]).toMatchObject(['waiting', { balance: 12_000 }])
  })

  it('credits a slip of the bank once, and again where it was refused', async () => {
    const id = await asked({ reference: 'ICBC-0001' })
    expect(problem(await ask({ reference: 'ICBC-0001' }))).toMatchObject([{ path: 'reference', key: 'slipKnown' }])
    await t.call(adjustmentCalls.refuse, { params: { id }, body: { reason: '重提' } }, decider)
    expect((await ask({ reference: 'ICBC-0001' })).success).toBe(true)
  })

  it.each(['ＩＣＢＣ－７７', 'icbc-77', ' ICBC-77\u3000'])('knows a slip by another look: %j', async (reference) => {
    const id = await asked({ reference: 'ICBC-77' })
    expect(problem(await ask({ reference }))).toMatchObject([{ path: 'reference', key: 'slipKnown' }])
    await t.call(adjustmentCalls.withdraw, { params: { id } }, asker)
  })

  it.each([
    ['a slip with signs that cannot be seen', { reference: 'ICBC\u200b-78' }, 'reference', 'posing'],
    ['a slip that turns its direction', { reference: 'ICBC\u202e-78' }, 'reference', 'posing'],
    ['nought', { amount: 0 }, 'amount', 'amountNought'],
    ['a credit below nought', { amount: -1 }, 'amount', 'amountNegative'],
    ['a credit without a slip', { reference: ' ' }, 'reference', 'required'],
    ['no reason', { reason: ' ' }, 'reason', 'required'],
    ['a fraction of a fen', { amount: 0.5 }, 'amount', 'money'],
    ['more than anybody has', { amount: 1e20 }, 'amount', 'money'],
    ['more to be taken than anybody has', { amount: -1e15, purpose: 'correction' }, 'amount', 'money'],
  ] as const)('takes no %s', async (_, more, path, key) => {
    const reply = await ask(more)
    expect([reply.errorCode, problem(reply).map((p) => p.path)]).toEqual(['bad-parameter', [path]])
    const bounds = key === 'money' && { message: expect.stringMatching(/-¥10,000,000,000\.00\D+¥10,000,000,000\.00/) }
    expect(problem(reply)[0]).toMatchObject({ key, ...bounds })
    expect(await balance()).toMatchObject({ balance: 0 })
  })

  it('is not for accounts of others’ platforms, nor for customers', async () => {
    expect((await ask({ accountId: crypto.randomUUID() })).errorCode).toBe('not-found')
    expect((await ask({ accountId: asker.accountId })).errorCode).toBe('not-found')
    expect((await ask({}, owner)).errorCode).toBe('forbidden')
  })
})
