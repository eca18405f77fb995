import { setPrice } from '../kit/people/second-word.ts'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { deliveryCalls } from '../../contract/certificates/delivery.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { downloadCalls } from '../../contract/evidence/downloads.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { priceCalls } from '../../contract/payments/prices.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { checkBooks } from '../../server/payments/ledger/check-books.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { type Purse, purse } from '../payments/kit.ts'

const each = 300
let t: TestApp
let administrator: Member
let who: Member
let mine: Purse

const price = (amount: number) => setPrice(t, { product: 'download', tiers: [{ from: 1, amount }] }, administrator)
beforeAll(async () => {
  t = await buildTestApp()
  administrator = await t.member({ role: 'administrator' })
})
afterAll(() => t.close())
beforeEach(async () => {
  who = await t.member()
  mine = purse(t, who)
  await mine.adjust('credit', 1_000)
})
afterEach(async () => {
  expect(await checkBooks(t.services, { info() {}, warn() {}, error() {} }, 'all')).toEqual([])
})

const get = (url: string, as = who) =>
  t.inject({ method: 'GET', url, headers: { 'x-auth-token': as.token, 'x-lang': 'en' } })
const bytes = async (ano: string, as = who) => (await get(pathOf(evidenceCalls.packageBytes, { ano }), as)).statusCode
const quote = (anos: string[], as = who) => t.call(downloadCalls.quote, { body: { anos } }, as)
const pay = (anos: string[], quoted?: number, as = who) =>
  t.call(downloadCalls.pay, { body: { anos, ...(quoted !== undefined && { quoted }) } }, as)
const info = async () => (await t.call(walletCalls.info, {}, who)).data
const charges = async () =>
  t.services.db.system
    .selectFrom('charge')
    .select(['product', 'state', 'amount'])
    .where('accountId', '=', who.accountId)
    .execute()

/** Every way in which a package leaves the account, by what it answers. */
async function waysOf(ano: string) {
  const calls = {
    link: await t.call(evidenceCalls.packageLink, { params: { ano } }, who),
    zip: await t.call(deliveryCalls.zip, { params: { attestationNo: ano } }, who),
    code: await t.call(deliveryCalls.makeCode, { body: { ano } }, who),
    share: await t.call(shareCalls.create, { body: { ano, withPackage: true } }, who),
  }
  const { data } = await t.call(deliveryCalls.bundle, { query: { anos: ano } }, who)
  return {
    ...Object.fromEntries(Object.entries(calls).map(([way, reply]) => [way, reply.errorCode ?? 'open'])),
    bytes: await bytes(ano),
    bundle: data.status,
  }
}
const open = { link: 'open', zip: 'open', code: 'open', share: 'open', bytes: 200, bundle: 'READY' }
const shut = {
  link: 'download-unpaid',
  zip: 'download-unpaid',
  code: 'download-unpaid',
  share: 'download-unpaid',
  bytes: 400,
  bundle: 'EMPTY',
}

describe('a download that is free', () => {
  beforeEach(() => price(0))

  it('asks for nothing and leaves no charge', async () => {
    const { number } = await buildEvidence(t, who)
    expect((await quote([number])).data).toMatchObject({ total: 0 })
    expect(await waysOf(number)).toEqual(open)
    expect(await charges()).toEqual([])
  })
})

describe('a download that costs something', () => {
  beforeEach(() => price(each))

  it('is refused by every way until it is paid for, once for all of them', async () => {
    const { number } = await buildEvidence(t, who)
    expect(await waysOf(number)).toEqual(shut)
    const refused = await get(pathOf(evidenceCalls.packageBytes, { ano: number }))
    expect(refused.json<{ errorMessage: string }>().errorMessage).toContain('¥3.00')
    expect((await quote([number])).data).toMatchObject({ total: each, items: [{ product: 'download', count: 1 }] })
    expect((await pay([number], each)).data).toEqual({ paid: [number] })
    expect(await waysOf(number)).toEqual(open)
    expect((await quote([number])).data).toMatchObject({ total: 0, items: [] })
    expect((await pay([number], 0)).data).toEqual({ paid: [] })
    expect(await info()).toMatchObject({ balance: 1_000 - each, reserved: 0 })
    expect(await charges()).toEqual([{ product: 'download', state: 'posted', amount: each }])
    const { events } = (await t.call(evidenceCalls.detail, { body: { ano: number } }, who)).data
    expect(events.filter((e) => e.action === 'package.paid')).toHaveLength(1)
  })

  it('leaves certificate, files and links without the package free', async () => {
    const { number, fileId } = await buildEvidence(t, who)
    expect((await get(pathOf(evidenceCalls.pdfBytes, { ano: number }))).statusCode).toBe(200)
    expect((await get(pathOf(evidenceCalls.fileBytes, { id: fileId }))).statusCode).toBe(200)
    expect((await t.call(shareCalls.create, { body: { ano: number } }, who)).success).toBe(true)
  })

  it('is not begun at another price than was shown, nor without the money', async () => {
    const built = [await buildEvidence(t, who), await buildEvidence(t, who), await buildEvidence(t, who)]
    const numbers = [...built, await buildEvidence(t, who)].map((e) => e.number)
    for (const wrong of [0, 4 * each - 1, 4 * each + 1])
      expect((await pay(numbers, wrong)).errorCode).toBe('price-changed')
    expect((await pay(numbers, 4 * each)).errorCode).toBe('balance-short')
    for (const body of [
      { anos: [] },
      { anos: ['1; drop table charge'] },
      { anos: numbers, quoted: -1 },
      { anos: numbers, quoted: 1.5 },
      { anos: numbers, quoted: 1e21 },
    ])
      expect((await t.call(downloadCalls.pay, { body } as never, who)).errorCode).toBe('bad-parameter')
    expect([await charges(), await info()]).toMatchObject([[], { balance: 1_000, reserved: 0 }])
  })

  it('is charged once where many ask at once', async () => {
    const numbers = [(await buildEvidence(t, who)).number, (await buildEvidence(t, who)).number]
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => pay(i % 2 ? numbers : [...numbers, ...numbers].toReversed())),
    )
    expect(replies.flatMap((r) => r.data.paid).toSorted()).toEqual(numbers.toSorted())
    expect(await info()).toMatchObject({ balance: 1_000 - 2 * each, reserved: 0 })
  })

  it('is charged only for what can be taken out', async () => {
    const [ready, failed] = [await buildEvidence(t, who), await buildEvidence(t, who, { status: 'failed' })]
    const numbers = [ready.number, failed.number]
    expect((await quote(numbers)).data).toMatchObject({ total: each })
    expect((await pay(numbers, each)).data).toEqual({ paid: [ready.number] })
  })

  it('of another account is not known, whether paid for or not', async () => {
    const theirs = await buildEvidence(t, await t.member())
    const { number } = await buildEvidence(t, who)
    expect((await quote([number, theirs.number])).errorCode).toBe('not-found')
    expect((await pay([number, theirs.number])).errorCode).toBe('not-found')
    expect(await charges()).toEqual([])
  })

  it('of a sub-account is bounded by its budget, and paid for the whole account', async () => {
    const sub = await t.sub(who, { name: '助理', grants: ['evidence.download'] })
    const { number } = await buildEvidence(t, who)
    const budget = (fen: number) =>
      t.services.db.system
        .updateTable('membership')
        .set({ budget: fen })
        .where('accountId', '=', who.accountId)
        .where('personId', '=', sub.personId)
        .execute()
    const seen = (await buildEvidence(t, { ...who, personId: sub.personId })).number
    await budget(each - 1)
    expect((await pay([seen], each, sub)).errorCode).toBe('budget-short')
    await budget(each)
    expect((await pay([number], each, sub)).errorCode, 'not its own').toBe('not-found')
    expect((await pay([seen], each, sub)).success).toBe(true)
    expect([await bytes(seen, sub), await bytes(seen)]).toEqual([200, 200])
    expect((await quote([seen])).data.cover).toMatchObject({ left: 1_000 - each })
    expect(
      (await t.call(priceCalls.quote, { body: { items: [{ product: 'download', count: 1 }] } }, sub)).data,
    ).toMatchObject({
      cover: null,
      budget: { left: 0 },
    })
  })

  it('leaves what is not paid for out of an archive, and says so in its list', async () => {
    const [paid, unpaid] = [await buildEvidence(t, who), await buildEvidence(t, who)]
    await pay([paid.number])
    const { data } = await t.call(deliveryCalls.bundle, { query: { anos: `${paid.number},${unpaid.number}` } }, who)
    expect(data.list).toMatchObject([
      { ano: paid.number, reason: null },
      { ano: unpaid.number, link: null, reason: expect.stringContaining('¥3.00') as string },
    ])
    const { rawPayload } = await get(data.zipLink!)
    const names = Object.keys(unzipSync(new Uint8Array(rawPayload)))
    expect(names.filter((n) => n.endsWith('.asice'))).toEqual([`${paid.number}.asice`])
  })

  it('leaves links that were made before open', async () => {
    await price(0)
    const { number } = await buildEvidence(t, who)
    const { token } = (await t.call(shareCalls.create, { body: { ano: number, withPackage: true } }, who)).data
    await price(each)
    expect((await get(pathOf(shareCalls.openPackage, { token }))).statusCode).toBe(200)
    expect(await bytes(number)).toBe(400)
  })

  it('is the only thing that callers collect for themselves', async () => {
    await setPrice(t, { product: 'capture.web', tiers: [{ from: 1, amount: 10 }] }, administrator)
    const { id } = (await t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, who)).data
      .list[0]!
    const charge = await t.services.db.system
      .selectFrom('charge')
      .select('id')
      .where('subjectId', '=', id)
      .executeTakeFirstOrThrow()
    const post = (as: Member) =>
      t.services.db.forAccount(as, (tx) => sql`select post_download(${charge.id})`.execute(tx))
    await expect(post(who)).rejects.toThrow(/no download/)
    const paid = await buildEvidence(t, who)
    await pay([paid.number])
    const theirs = await t.services.db.system
      .selectFrom('charge')
      .select('id')
      .where('subjectId', '=', paid.id)
      .executeTakeFirstOrThrow()
    await expect(
      t.services.db.forAccount(await t.member(), (tx) => sql`select post_download(${theirs.id})`.execute(tx)),
    ).rejects.toThrow(/another account/)
  })
})
