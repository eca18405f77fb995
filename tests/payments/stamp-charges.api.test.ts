import { offerPackage, setPrice } from '../kit/people/second-word.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { feedbackCalls } from '../../contract/evidence/feedback.ts'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { packageCalls } from '../../contract/payments/packages.ts'
import { priceCalls } from '../../contract/payments/prices.ts'
import type { Product } from '../../contract/payments/products.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import { requestCertificate } from '../../server/certificates/certificate-due.service.ts'
import { stampDue } from '../../server/evidence/stamps/catch-up.ts'
import { releaseLate } from '../../server/evidence/stamps/release-late.ts'
import { takeDue } from '../../server/evidence/stamps/stamps.repo.ts'
import { newId } from '../../server/kit/ids.ts'
import { checkBooks } from '../../server/payments/ledger/check-books.ts'
import { timestampSettings } from '../../server/trust/stamps/timestamps.settings.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { startTsa, type Tsa } from '../kit/vendors/tsa.ts'
import { runJobs } from '../registry/deposit-kit.ts'
import { localAuthority } from '../trust/sample.ts'
import { endEvidence, type Purse, purse } from './kit.ts'

const stamp = 50
const each = 1_000
let dir: string
let tsa: Tsa
let authority: Authority
let t: TestApp
let administrator: Member
let who: Member
let mine: Purse

const price = (product: Product, amount: number, partialPercent = 100) =>
  setPrice(t, { product, partialPercent, tiers: [{ from: 1, amount }] }, administrator)

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skz-stamp-charges-'))
  authority = await localAuthority()
  const third = await localAuthority()
  tsa = await startTsa((query) => third.answer(query))
  await writeFile(join(dir, 'roots.pem'), third.trustMaterial().ca)
  const providers = [{ id: 'third', name: '联合时间戳', url: tsa.url, roots: 'roots.pem', patience: 1 }]
  await writeFile(join(dir, 'stamps.json'), JSON.stringify({ wanted: 1, providers }))
  t = await buildTestApp({ SHIMAKAZE_TIMESTAMPS: join(dir, 'stamps.json') })
  administrator = await t.member({ role: 'administrator' })
  await price('capture.web', each, 50)
  await price('deposit.hash', each)
  await price('timestamp', stamp)
}, 60_000)

it('stamps of third parties are told of as sold beside evidence, where some are asked', async () => {
  const { valueAdded } = (await t.call(dictionaryCalls.dictionary, {})).data.frontPlatformInfo
  expect(valueAdded).toEqual([{ product: 'timestamp', amount: stamp, unit: 'item' }])
})
afterAll(async () => {
  await t.close()
  await tsa.close()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  who = await t.member()
  mine = purse(t, who)
  await mine.adjust('credit', 10_000)
})
afterEach(async () => {
  tsa.always = undefined
  expect(await checkBooks(t.services, { info() {}, warn() {}, error() {} }, 'all')).toEqual([])
})

let digests = 0
const deposit = (quoted?: number) => {
  const sha256 = String(++digests).padStart(64, '0')
  return t.call(
    depositCalls.hash,
    { body: { sha256, fileName: '配方.pdf', ...(quoted !== undefined && { quoted }) } },
    who,
  )
}
const capture = async () =>
  (await t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, who)).data.list[0]!
const info = async () => (await t.call(walletCalls.info, {}, who)).data
const policy = (timestamps: string) =>
  sql`update account set timestamps = ${timestamps} where id = ${who.accountId}`.execute(t.services.db.system)
async function stampAll() {
  await sql`update timestamp_need set due_at = app_now() where state = 'WAITING'`.execute(t.services.db.system)
  await sql`update timestamp_provider set open_until = null`.execute(t.services.db.system)
  for (const due of await takeDue(t.services.db, 100))
    await stampDue(t.services, timestampSettings.of(t.services.config)!, due, requestCertificate(t.services))
}
/** A need of evidence that no worker sealed here, and how far it is. */
const need = (evidenceId: string, state: 'WAITING' | 'DONE') =>
  sql`insert into timestamp_need (id, account_id, evidence_id, statement_sha256, wanted, required, state)
      values (${newId()}, ${who.accountId}, ${evidenceId}, sha256(${evidenceId}::text::bytea), 1, false, 'WAITING')
      on conflict (evidence_id, statement_sha256) do nothing`
    .execute(t.services.db.system)
    .then(() =>
      sql`update timestamp_need set state = ${state} where evidence_id = ${evidenceId}`.execute(t.services.db.system),
    )

describe('time-stamps of third parties', () => {
  it('are quoted beside what they are for, held with it, and collected once they have come', async () => {
    const { data: quote } = await t.call(
      priceCalls.quote,
      { body: { items: [{ product: 'deposit.hash', count: 2 }] } },
      who,
    )
    expect(quote).toMatchObject({
      total: 2 * (each + stamp),
      items: [
        { product: 'deposit.hash', count: 2, amount: 2 * each },
        { product: 'timestamp', count: 2, amount: 2 * stamp },
      ],
    })
    const refused = await deposit(each)
    expect([refused.errorCode, refused.errorMessage]).toEqual(['price-changed', expect.stringContaining('10.50')])
    expect((await deposit(each + stamp)).success).toBe(true)
    expect(await info()).toMatchObject({ balance: 10_000 - each - stamp, reserved: each + stamp })
    await runJobs(t, authority)
    expect(await info(), 'the evidence is there, its stamp is not').toMatchObject({ reserved: stamp })
    await stampAll()
    expect(await info()).toMatchObject({ balance: 10_000 - each - stamp, reserved: 0 })
    expect(await mine.book('revenue')).toBe(each + stamp)
    const { list } = (await t.call(walletCalls.bill, { query: {} }, who)).data
    expect(list.map((line) => line.product)).toEqual(expect.arrayContaining(['deposit.hash', 'timestamp']))
  })

  it('are not asked for and cost nothing where the account wants none', async () => {
    await policy('none')
    const { data: quote } = await t.call(
      priceCalls.quote,
      { body: { items: [{ product: 'deposit.hash', count: 1 }] } },
      who,
    )
    expect(quote).toMatchObject({ total: each, items: [{ product: 'deposit.hash' }] })
    expect((await deposit(each)).success).toBe(true)
    // Staff turn them on before it is sealed: nobody was shown a price for them.
    await policy('best-effort')
    await runJobs(t, authority)
    await stampAll()
    expect(await info()).toMatchObject({ balance: 10_000 - each, reserved: 0 })
  })

  it('are given back where the account wants none any more when the evidence is sealed', async () => {
    await deposit()
    await policy('none')
    await runJobs(t, authority)
    expect(await info()).toMatchObject({ balance: 10_000 - each, reserved: 0 })
  })

  it('that are late give the money back after three days, and cost nothing when they come', async () => {
    tsa.always = 'hang up'
    await deposit()
    await runJobs(t, authority)
    await stampAll()
    await releaseLate(t.services)
    expect(await info(), 'not yet').toMatchObject({ reserved: stamp })
    await sql`update evidence set sealed_at = app_now() - interval '73 hours' where account_id = ${who.accountId}`.execute(
      t.services.db.system,
    )
    await Promise.all([releaseLate(t.services), releaseLate(t.services)])
    expect(await info()).toMatchObject({ balance: 10_000 - each, reserved: 0 })
    tsa.always = undefined
    await stampAll()
    const { count } = await t.services.db.system
      .selectFrom('timestampToken')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('accountId', '=', who.accountId)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1)
    expect(await info()).toMatchObject({ balance: 10_000 - each, reserved: 0 })
  })

  it('that came before a capture was confirmed are collected with it, and given back where it is discarded', async () => {
    const [kept, discarded] = [await capture(), await capture()]
    for (const { id } of [kept, discarded]) {
      await sql`update evidence set status = 'to-confirm', confirm_until = app_now() + interval '1 hour', statement = '{}', statement_sha256 = sha256(id::text::bytea),
        token = 'x', token_serial = 'AB', sealed_at = app_now(), completeness = 'full', finished_at = app_now() where id = ${id}`.execute(
        t.services.db.system,
      )
      await need(id, 'DONE')
    }
    expect(await info()).toMatchObject({ reserved: 2 * (each + stamp) })
    expect((await t.call(webCaptureCalls.confirm, { body: { no: kept.no } }, who)).success).toBe(true)
    expect((await t.call(webCaptureCalls.cancel, { body: { ids: [discarded.id] } }, who)).success).toBe(true)
    expect(await info()).toMatchObject({ balance: 10_000 - each - stamp, reserved: 0 })
  })

  it('of a partial capture cost what they cost: a stamp is whole', async () => {
    const { id } = await capture()
    await endEvidence(t, id, 'collected', 'partial')
    await need(id, 'DONE')
    expect(await info()).toMatchObject({ balance: 10_000 - each / 2 - stamp, reserved: 0 })
  })

  it('of what failed are given back, and held again for what they cost then when it is tried again', async () => {
    const { id } = await capture()
    await endEvidence(t, id, 'failed')
    expect(await info()).toMatchObject({ balance: 10_000, reserved: 0 })
    await price('timestamp', 9 * stamp)
    expect((await t.call(webCaptureCalls.retry, { body: { ids: [id] } }, who)).success).toBe(true)
    await price('timestamp', stamp)
    expect(await info()).toMatchObject({ reserved: each + stamp })
  })

  it('are paid by a package of their own, beside money for the rest', async () => {
    const terms = { product: 'timestamp' as const, units: 5, price: 200, validDays: 30 }
    const { id: offerId } = (await offerPackage(t, terms, administrator)).data
    const { id } = (await t.call(packageCalls.buy, { body: { offerId, quoted: 200, unique_id: newId() } }, who)).data
    expect((await deposit(each)).success).toBe(true)
    const one = async () => (await t.call(packageCalls.get, { params: { id } }, who)).data
    expect(await one()).toMatchObject({ held: 1, used: 0 })
    await runJobs(t, authority)
    await stampAll()
    expect([await one(), await info()]).toMatchObject([
      { held: 0, used: 1 },
      { balance: 10_000 - 200 - each, reserved: 0 },
    ])
  })

  it('are given back with the rest by accepted feedback, each by its own line', async () => {
    const { id, no: ano } = await capture()
    await endEvidence(t, id, 'collected', 'full')
    await need(id, 'DONE')
    const [asker, decider] = [await t.member({ role: 'operator' }), await t.member({ role: 'operator' })]
    const { feedbackId } = (
      await t.call(feedbackCalls.give, { body: { ano, reason: 'EXCEPTION_RESULT', content: '缺少评论区' } }, who)
    ).data
    const reviewed = (await t.call(feedbackCalls.review, { body: { pageSize: 100 } }, asker)).data.list
    expect(reviewed.find((f) => f.id === feedbackId)).toMatchObject({ refundable: each + stamp, refundableUnits: 0 })
    await t.call(
      feedbackCalls.answer,
      { params: { id: feedbackId }, body: { verdict: 'PASS', reply: '页面不完整', refund: true } },
      asker,
    )
    const { list } = (await t.call(adjustmentCalls.list, { query: { keyWord: ano } }, decider)).data
    expect(list.map(({ product, amount }) => [product, amount]).toSorted()).toEqual([
      ['capture.web', each],
      ['timestamp', stamp],
    ])
    const refunded = async () => (await t.call(feedbackCalls.latest, { params: { ano } }, who)).data?.refunded
    await t.call(adjustmentCalls.apply, { params: { id: list[0]!.id } }, decider)
    expect(await refunded()).toBe(list[0]!.amount)
    await t.call(adjustmentCalls.apply, { params: { id: list[1]!.id } }, decider)
    expect(await refunded()).toBe(each + stamp)
    expect(await info()).toMatchObject({ balance: 10_000, reserved: 0 })
  })
})
