import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { sendBalanceAlerts } from '../../server/payments/wallet/send-alerts.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { type Purse, purse } from './kit.ts'

let t: TestApp
let who: Member
let mine: Purse
let owner: pg.Client
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
  who = await t.member()
  mine = purse(t, who)
})

const choose = (alertBelow: number | null, as = who) => t.call(walletCalls.alert, { body: { alertBelow } }, as)
async function told() {
  await sendBalanceAlerts(t.services)
  return messages()
}
async function messages() {
  const all = await t.services.db.system
    .selectFrom('message')
    .select('params')
    .where('accountId', '=', who.accountId)
    .where('kind', '=', 'balanceLow')
    .orderBy('id')
    .execute()
  return all.map(({ params }) => (params as { balance: string }).balance)
}

it('an owner is told when spending takes the balance below twenty yuan, which is the first choice', async () => {
  await mine.adjust('credit', 5_000)
  await mine.reserve(3_000)
  expect(await told()).toEqual([])
  await mine.reserve(1)
  expect(await told()).toEqual(['¥19.99'])
})

it('is told once a day, unless money came in between', async () => {
  await mine.adjust('credit', 2_000)
  await mine.reserve(1)
  await told()
  await mine.reserve(1)
  expect(await told()).toHaveLength(1)
  await mine.adjust('credit', 2_000)
  await mine.reserve(3_000)
  expect(await told()).toHaveLength(2)
  await owner.query(`update wallet set alerted_at = alerted_at - interval '25 hours' where account_id = $1`, [
    who.accountId,
  ])
  await mine.reserve(1)
  expect(await told()).toHaveLength(3)
})

it('is told nothing where money came before the alert was sent, or what was held came back', async () => {
  await mine.adjust('credit', 2_000)
  const held = await mine.reserve(500)
  await mine.release(held)
  expect(await told()).toEqual([])
  await mine.reserve(500)
  await mine.adjust('gift', 500)
  expect(await told()).toEqual([])
})

it('chooses another amount, or none', async () => {
  await mine.adjust('credit', 100_000)
  expect((await choose(50_000)).success).toBe(true)
  expect((await t.call(walletCalls.info, {}, who)).data.alertBelow).toBe(50_000)
  await mine.reserve(50_001)
  expect(await told()).toEqual(['¥499.99'])
  await choose(null)
  await mine.reserve(49_999)
  expect(await told()).toHaveLength(1)
})

it('refuses amounts that are none, and whoever does not manage the account', async () => {
  for (const wrong of [0, -1, 0.5, 100_000_001, 'x'])
    expect([wrong, (await choose(wrong as number)).errorCode]).toEqual([wrong, 'bad-parameter'])
  const sub = await t.sub(who, { grants: ['captures.start'] })
  expect((await choose(1, sub)).errorCode).toBe('forbidden')
})

it('is not told of money that goes out of an account with enough', async () => {
  await mine.adjust('credit', 2_000)
  await mine.adjust('correction', -1)
  // Staff took it, and told of that by itself: it is low all the same.
  expect(await told()).toEqual(['¥19.99'])
})

it('one who cannot be told keeps nobody else from being told', async () => {
  const odd = await t.member()
  for (const one of [odd, who]) {
    await purse(t, one).adjust('credit', 2_000)
    await purse(t, one).reserve(1)
  }
  await owner.query(
    `create function refuse_odd() returns trigger language plpgsql as $$ begin if new.account_id = '${odd.accountId}' then raise exception 'odd'; end if; return new; end $$;
     create trigger refuses_odd before insert on message for each row execute function refuse_odd()`,
  )
  await expect(sendBalanceAlerts(t.services)).rejects.toThrow('rows failed')
  await owner.query('drop trigger refuses_odd on message; drop function refuse_odd')
  expect(await told()).toHaveLength(1)
})

it('a hundred who cannot be told keep nobody else from being told', async () => {
  await owner.query(
    `insert into account (id, platform_id, kind, name)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'personal', '测试用户' from generate_series(1, 100) n`,
    [t.platformId],
  )
  await owner.query(`update wallet set alert_due = true where account_id::text like '00000000-%'`)
  await owner.query(
    `create function refuse_odd() returns trigger language plpgsql as $$ begin raise exception 'odd'; end $$;
     create trigger refuses_odd before update on wallet for each row when (old.account_id::text like '00000000-%') execute function refuse_odd()`,
  )
  await mine.adjust('credit', 2_000)
  await mine.reserve(1)
  await expect(sendBalanceAlerts(t.services)).rejects.toThrow('100 of 101 rows failed')
  expect(await messages()).toHaveLength(1)
})
