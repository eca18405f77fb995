import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { newId } from '../../server/kit/ids.ts'
import { checkBooks } from '../../server/payments/ledger/check-books.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { type Purse, purse, refusalOf } from './kit.ts'

let t: TestApp
let owner: pg.Client
let who: Member
let mine: Purse
beforeAll(async () => {
  t = await buildTestApp()
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await t.close()
})
beforeEach(async () => {
  who = await t.member({ name: '付款人' })
  mine = purse(t, who)
})

const silent = { info() {}, warn() {}, error() {} }
const check = (reach: 'new' | 'all') => checkBooks(t.services, silent, reach)
const bill = async () => (await t.call(walletCalls.bill, { query: {} }, who)).data.list
const info = async () => (await t.call(walletCalls.info, {}, who)).data

describe('what an account has', () => {
  it('is nought at first, and what was paid in and given afterwards', async () => {
    expect(await info()).toEqual({
      balance: 0,
      prepaid: 0,
      promotional: 0,
      reserved: 0,
      stopped: false,
      alertBelow: 2_000,
    })
    await mine.adjust('credit', 10_000)
    await mine.adjust('gift', 300)
    expect(await info()).toEqual({
      balance: 10_300,
      prepaid: 10_000,
      promotional: 300,
      reserved: 0,
      stopped: false,
      alertBelow: 2_000,
    })
    expect([await mine.book('bank'), await mine.book('promotion')]).toEqual([-10_000, -300])
  })

  it('is held by a charge, gifts first, and collected once', async () => {
    await mine.adjust('credit', 1_000)
    await mine.adjust('gift', 300)
    const id = await mine.reserve(800)
    expect(await info()).toMatchObject({ prepaid: 500, promotional: 0, reserved: 800 })
    expect([await mine.post(id), await mine.post(id), await mine.release(id)]).toEqual([true, false, false])
    expect(await info()).toMatchObject({ balance: 500, reserved: 0 })
    expect(await mine.book('revenue')).toBe(800)
  })

  it('comes back whole from what failed, and in part from what came about in part', async () => {
    await mine.adjust('credit', 1_000)
    await mine.adjust('gift', 300)
    const [failed, half] = [await mine.reserve(600), await mine.reserve(400)]
    expect([await mine.release(failed), await mine.release(failed)]).toEqual([true, false])
    expect(await mine.post(half, 150)).toBe(true)
    expect(await mine.books()).toEqual({ prepaid: 850, promotional: 300, reservedPrepaid: 0, reservedPromotional: 0 })
  })

  it('is not spent twice, and a refusal says what there is', async () => {
    await mine.adjust('credit', 500)
    await expect(mine.reserve(501)).rejects.toMatchObject({
      code: 'balance-short',
      params: { wanted: '¥5.01', left: '¥5.00' },
    })
    const replies = await Promise.all(Array.from({ length: 12 }, () => refusalOf(mine.reserve(100))))
    expect(replies.filter((code) => code === undefined)).toHaveLength(5)
    expect(new Set(replies.filter(Boolean))).toEqual(new Set(['balance-short']))
  })

  it('holds nothing for what is free, which is a charge all the same', async () => {
    const id = await mine.reserve(0)
    expect([await mine.post(id), await mine.post(id)]).toEqual([true, false])
    expect(await bill()).toEqual([])
  })

  it('gets a refund of what was collected, at most all of it, each once', async () => {
    await mine.adjust('credit', 1_000)
    await mine.adjust('gift', 300)
    const id = await mine.reserve(800)
    expect(await refusalOf(mine.refund(id, 1))).toBe('refund-too-much')
    await mine.post(id)
    const once = newId()
    await mine.refund(id, 600, once)
    expect(await refusalOf(mine.refund(id, 100, once))).toBeDefined()
    expect(await refusalOf(mine.refund(id, 201))).toBe('refund-too-much')
    await mine.refund(id, 200)
    expect(await mine.books()).toMatchObject({ prepaid: 1_000, promotional: 300 })
    expect(await mine.book('revenue')).toBe(0)
  })

  it('is corrected in both directions, and never below nought', async () => {
    await mine.adjust('correction', 200)
    await mine.adjust('correction', -150)
    expect(await refusalOf(mine.adjust('correction', -51))).toBe('balance-bound')
    expect(await info()).toMatchObject({ balance: 50 })
    expect(await mine.book('suspense')).toBe(-50)
  })

  it.each([-1, 0.5, 2 ** 53, 1e15])('takes no amount of %d', async (amount) => {
    await mine.adjust('credit', 1_000)
    expect(await refusalOf(mine.reserve(amount))).toBeDefined()
    expect(await refusalOf(mine.adjust('credit', amount))).toBeDefined()
    expect(await info()).toMatchObject({ balance: 1_000, reserved: 0 })
  })
})

describe('the bill', () => {
  it('has a line for all that changes what can be spent, and comes to it', async () => {
    await mine.adjust('credit', 1_000)
    await mine.adjust('gift', 300)
    await mine.post(await mine.reserve(800), 500)
    const lines = await bill()
    expect(lines.map(({ purpose, amount, isPromotional }) => [purpose, amount, isPromotional])).toEqual([
      ['release', 300, false],
      ['reserve', -500, false],
      ['reserve', -300, true],
      ['gift', 300, true],
      ['credit', 1_000, false],
    ])
    expect(lines[0]).toMatchObject({ balanceAfter: 800, personName: '付款人', subjectKind: 'evidence' })
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe((await info()).balance)
  })

  it('is found by purpose and by the number of what was bought, and is nobody else’s', async () => {
    await mine.adjust('credit', 1_000)
    await mine.release(await mine.reserve(100))
    const [newest] = await bill()
    const found = await t.call(
      walletCalls.bill,
      { query: { keyWord: newest!.subjectNumber!, purpose: 'reserve' } },
      who,
    )
    expect(found.data.list).toMatchObject([{ purpose: 'reserve', amount: -100 }])
    const other = await t.member()
    expect((await t.call(walletCalls.bill, { query: {} }, other)).data.list).toEqual([])
    const sub = await t.sub(who, { grants: ['captures.start'] })
    expect((await t.call(walletCalls.info, {}, sub)).errorCode).toBe('forbidden')
  })
})

describe('the books', () => {
  const app = (statement: string) =>
    owner.query(`begin; set local role shimakaze_app; set local app.account = '${who.accountId}'; ${statement}; commit`)
  const system = (statement: string) => owner.query(`begin; set local role shimakaze_system; ${statement}; commit`)
  const refused = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (e: Error) => e.message,
    )
    await owner.query('rollback')
    return error
  }

  it('are changed by no role but through the functions of the ledger', async () => {
    await mine.adjust('credit', 1_000)
    for (const role of [app, system])
      for (const statement of [
        `update wallet set prepaid = 2000`,
        `delete from wallet`,
        `insert into wallet (account_id, platform_id) select id, platform_id from account`,
        `insert into ledger_transfer select * from ledger_transfer`,
        `update ledger_transfer set amount = 1`,
        `delete from ledger_transfer`,
        `truncate ledger_transfer`,
        `delete from charge`,
        `update charge set posted_prepaid = 0`,
        `select move_money('${who.accountId}', 'credit', 'bank', 'prepaid', 1, 'adjustment', gen_random_uuid(), null, null, '')`,
      ])
        expect([statement, await refused(role(statement))]).toEqual([
          statement,
          expect.stringMatching(/permission denied/),
        ])
    expect(await refused(owner.query(`update ledger_transfer set amount = 1`))).toMatch(/never/)
    expect(await mine.books()).toMatchObject({ prepaid: 1_000 })
  })

  it('let a caller decide over the money of their own account alone, and give themselves none', async () => {
    await mine.adjust('credit', 1_000)
    const id = await mine.reserve(100)
    const other = await t.member()
    const theirs = purse(t, other)
    expect(await refusalOf(theirs.release(id))).toBeDefined()
    const reserve = `select reserve_charge(gen_random_uuid(), '${other.accountId}', '${who.personId}', '', gen_random_uuid(), 1, 0, 'evidence', gen_random_uuid(), '')`
    expect(await refused(app(reserve))).toMatch(/another account/)
    for (const act of [
      `select adjust_wallet(gen_random_uuid(), '${who.accountId}', 'credit', 'bank', 'prepaid', 1, '${who.personId}', '')`,
      `select post_charge('${id}', null)`,
      `select refund_charge(gen_random_uuid(), '${id}', 1, '${who.personId}', '')`,
    ])
      expect(await refused(app(act))).toMatch(/permission denied/)
  })

  it('are those of the ledger, whatever tables of its own a session puts before them', async () => {
    const reserve = `select reserve_charge(gen_random_uuid(), '${who.accountId}', '${who.personId}', '', (select id from price limit 1), 1, 500, 'evidence', gen_random_uuid(), '')`
    const posing = `create temp table wallet (like public.wallet including defaults) on commit drop;
      insert into wallet values ('${who.accountId}', (select platform_id from public.wallet), 0, 1000, 0, 0, 0);
      grant all on wallet to public`
    expect(await refused(app(`${posing}; ${reserve}`))).toMatch(/balance is short/)
    const { rows } = await owner.query(
      `select p.oid::regprocedure::text as name from pg_proc p where prosecdef and pronamespace = 'public'::regnamespace
       and not exists (select from unnest(proconfig) c where c = 'search_path=public, pg_temp')`,
    )
    expect(rows).toEqual([])
  })

  it('are not moved by whoever says no account', async () => {
    await mine.adjust('credit', 1_000)
    const id = await mine.reserve(100)
    for (const unset of [`reset app.account`, `set local app.account = ''`])
      expect(await refused(app(`${unset}; select release_charge('${id}')`))).toMatch(/app.account|uuid/)
    expect(await info()).toMatchObject({ reserved: 100 })
  })

  it('agree while everything happens to them at once', { timeout: 60_000 }, async () => {
    await mine.adjust('credit', 100_000)
    const found: string[] = []
    let over = false
    const checking = (async () => {
      while (!over) found.push(...(await Promise.all([check('new'), check('all')])).flat())
    })()
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const id = await mine.reserve(1 + n)
        await Promise.all([mine.post(id, n % 3 ? undefined : 1), mine.release(id), mine.adjust('gift', 3)])
        await Promise.all([refusalOf(mine.refund(id, 1)), refusalOf(mine.refund(id, 1)), mine.adjust('correction', -1)])
      }),
    )
    over = true
    await checking
    expect(found).toEqual([])
    expect(await check('all')).not.toContain(who.accountId)
  })

  it('agree after all that was done, and the check begins where it left off', async () => {
    await mine.adjust('credit', 1_000)
    await mine.post(await mine.reserve(400))
    await mine.reserve(100)
    expect(await check('new')).not.toContain(who.accountId)
    await mine.adjust('gift', 5)
    expect([...(await check('new')), ...(await check('all'))]).not.toContain(who.accountId)
  })

  it.each([
    [
      'a balance that somebody raised',
      'update wallet set prepaid = prepaid + 1',
      'update wallet set prepaid = prepaid - 1',
    ],
    [
      'a charge that holds more than the wallet',
      `update charge set prepaid = prepaid + 1 where state = 'reserved'`,
      `update charge set prepaid = prepaid - 1 where state = 'reserved'`,
    ],
  ])('stop spending at %s, at once and until they agree again', async (_, spoil, mend) => {
    await mine.adjust('credit', 1_000)
    await mine.reserve(100)
    await check('new')
    await mine.adjust('gift', 5)
    await owner.query(`${spoil}${spoil.includes('where') ? ' and' : ' where'} account_id = '${who.accountId}'`)
    expect(await check('new')).toContain(who.accountId)
    expect(await refusalOf(mine.reserve(1))).toBe('spending-stopped')
    expect(await info()).toMatchObject({ stopped: true })
    await check('new')
    expect(await info()).toMatchObject({ stopped: true })
    await owner.query(`${mend}${mend.includes('where') ? ' and' : ' where'} account_id = '${who.accountId}'`)
    expect(await check('new')).not.toContain(who.accountId)
    expect(await refusalOf(mine.reserve(1))).toBeUndefined()
  })

  it('are found wrong in what was checked before, once a day, and stay stopped for the checks between', async () => {
    await mine.adjust('credit', 1_000)
    await mine.adjust('credit', 500)
    await check('new')
    await owner.query('alter table ledger_transfer disable trigger never_changed')
    await owner.query(`delete from ledger_transfer where account_id = '${who.accountId}' and number = 1`)
    await owner.query('alter table ledger_transfer enable always trigger never_changed')
    expect(await check('all')).toContain(who.accountId)
    expect(await check('new')).toContain(who.accountId)
  })
})
