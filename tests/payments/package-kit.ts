import { offerPackage, setPrice } from '../kit/people/second-word.ts'
import pg from 'pg'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { type OfferBody, packageCalls } from '../../contract/payments/packages.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

/** Fen that one costs without a package. */
export const each = 1_000

export interface Shop {
  t: TestApp
  administrator: Member
  /** Of the database, who may do what no role of the service may. */
  owner: pg.Client
  offer(terms?: Partial<OfferBody>): Promise<Omit<OfferBody, 'note'> & { id: string }>
  buy(wanted: { id: string; price: number }, as: Member, uniqueId?: string): ReturnType<typeof buyOf>
  start(count: number, as: Member, quoted?: number): ReturnType<typeof startOf>
  /** As if it had been bought so long ago that so many days are left. */
  endsIn(id: string, days: number): Promise<unknown>
  close(): Promise<void>
}

const buyOf = (t: TestApp, wanted: { id: string; price: number }, as: Member, uniqueId: string) =>
  t.call(packageCalls.buy, { body: { offerId: wanted.id, quoted: wanted.price, unique_id: uniqueId } }, as)

function startOf(t: TestApp, count: number, as: Member, quoted?: number) {
  const urls = Array.from({ length: count }, (_, n) => `https://example.com/${n}`)
  return t.call(webCaptureCalls.start, { body: { urls, ...(quoted !== undefined && { quoted }) } }, as)
}

/** A service where captures and hashes cost something, and packages are sold. */
export async function openShop(): Promise<Shop> {
  const t = await buildTestApp()
  const administrator = await t.member({ role: 'administrator' })
  for (const [product, partialPercent] of [
    ['capture.web', 50],
    ['deposit.hash', 100],
  ] as const)
    await setPrice(t, { product, partialPercent, tiers: [{ from: 1, amount: each }] }, administrator)
  const owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  return {
    t,
    administrator,
    owner,
    async offer(terms = {}) {
      const body = { product: 'capture.web' as const, units: 10, price: 8_000, validDays: 365, ...terms }
      return { ...body, id: (await offerPackage(t, body, administrator)).data.id }
    },
    buy: (wanted, as, uniqueId = newId()) => buyOf(t, wanted, as, uniqueId),
    start: (count, as, quoted) => startOf(t, count, as, quoted),
    endsIn: (id, days) =>
      owner.query(
        `update package p set ends_at = e.at, created_at = p.created_at - (p.ends_at - e.at)
         from (select app_now() + make_interval(secs => $2::numeric * 86400) as at) e where id = $1`,
        [id, days],
      ),
    async close() {
      await owner.end()
      await t.close()
    },
  }
}
