import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../server/kit/ids.ts'
import { checkBooks } from '../../server/payments/ledger/check-books.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { type Books, type Purse, purse, refusalOf } from './kit.ts'

/** Random steps a run; `SOAK=1` makes ten thousand of them. */
const runs = process.env['SOAK'] ? 100 : 12
const steps = process.env['SOAK'] ? 100 : 50

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

interface Held {
  id: string
  promotional: number
  prepaid: number
  posted: [promotional: number, prepaid: number] | null
  refunded: [promotional: number, prepaid: number]
}

interface Model {
  books: Books
  held: Held[]
  lastRefund: { held: Held; id: string } | null
}
interface Real {
  purse: Purse
}

type Step = fc.AsyncCommand<Model, Real>

const amount = fc.integer({ min: 1, max: 500 })
const pick = (held: Held[], n: number) => held[n % held.length]!

/** Does a step in both, and compares what is refused and what is there afterwards. */
const step = (
  name: string,
  can: (model: Model) => boolean,
  act: (model: Model, purse: Purse) => Promise<void>,
): Step => ({
  check: can,
  async run(model, { purse: real }) {
    await act(model, real)
    expect(await real.books()).toEqual(model.books)
  },
  toString: () => name,
})

const arrives = amount.map((n) =>
  step(
    `credit ${n}`,
    () => true,
    async ({ books }, real) => {
      await real.adjust('credit', n)
      books.prepaid += n
    },
  ),
)
const isGiven = amount.map((n) =>
  step(
    `gift ${n}`,
    () => true,
    async ({ books }, real) => {
      await real.adjust('gift', n)
      books.promotional += n
    },
  ),
)
const reserve = fc.integer({ min: 0, max: 700 }).map((n) =>
  step(
    `reserve ${n}`,
    () => true,
    async (model, real) => {
      const { books } = model
      const [promotional, whole] = [Math.min(books.promotional, n), books.promotional + books.prepaid]
      if (n > whole) {
        expect(await refusalOf(real.reserve(n))).toBe('balance-short')
        return
      }
      const [prepaid, id] = [n - promotional, await real.reserve(n)]
      model.held.push({ id, promotional, prepaid, posted: null, refunded: [0, 0] })
      books.promotional -= promotional
      books.reservedPromotional += promotional
      books.prepaid -= prepaid
      books.reservedPrepaid += prepaid
    },
  ),
)
/** Dies before it commits: nothing of it is there. */
const killed = amount.map((n) =>
  step(
    `reserve ${n} and die`,
    ({ books }) => books.promotional + books.prepaid >= n,
    async (_, real) => {
      const died = Object.assign(new Error('killed'), { code: 'killed' })
      expect(await refusalOf(real.reserve(n, { before: () => Promise.reject(died) }))).toBe('killed')
    },
  ),
)
const post = fc.tuple(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true })).map(([n, share]) =>
  step(
    `post ${share} of ${n}`,
    ({ held }) => held.length > 0,
    async ({ books, held }, real) => {
      const one = pick(held, n)
      const taken = Math.round((one.promotional + one.prepaid) * share)
      expect(await real.post(one.id, taken)).toBe(!one.posted)
      if (one.posted) return
      one.posted = [Math.min(one.promotional, taken), taken - Math.min(one.promotional, taken)]
      books.reservedPromotional -= one.promotional
      books.reservedPrepaid -= one.prepaid
      books.promotional += one.promotional - one.posted[0]
      books.prepaid += one.prepaid - one.posted[1]
    },
  ),
)
const release = fc.nat().map((n) =>
  step(
    `release ${n}`,
    ({ held }) => held.length > 0,
    async ({ books, held }, real) => {
      const one = pick(held, n)
      expect(await real.release(one.id)).toBe(!one.posted)
      if (one.posted) return
      one.posted = [0, 0]
      books.reservedPromotional -= one.promotional
      books.reservedPrepaid -= one.prepaid
      books.promotional += one.promotional
      books.prepaid += one.prepaid
    },
  ),
)
const refund = fc.tuple(fc.nat(), amount).map(([n, given]) =>
  step(
    `refund ${given} of ${n}`,
    ({ held }) => held.length > 0,
    async (model, real) => {
      const one = pick(model.held, n)
      const [left, leftPaid] = [0, 1].map((i) => (one.posted?.[i] ?? 0) - one.refunded[i]!) as [number, number]
      if (given > left + leftPaid) {
        expect(await refusalOf(real.refund(one.id, given))).toBe('refund-too-much')
        return
      }
      const [paid, id] = [Math.min(given, leftPaid), newId()]
      await real.refund(one.id, given, id)
      model.lastRefund = { held: one, id }
      one.refunded = [one.refunded[0] + given - paid, one.refunded[1] + paid]
      model.books.prepaid += paid
      model.books.promotional += given - paid
    },
  ),
)
/** Comes a second time, with the id it had. */
const again = fc.constant(
  step(
    'refund once more',
    ({ lastRefund }) => lastRefund !== null,
    async ({ lastRefund }, real) =>
      expect(await refusalOf(real.refund(lastRefund!.held.id, 1, lastRefund!.id))).toBeDefined(),
  ),
)

it('keeps the books that a model keeps, whatever happens in whatever order', { timeout: 600_000 }, async () => {
  const kinds = [arrives, isGiven, reserve, reserve, killed, post, release, refund, again]
  await fc.assert(
    fc.asyncProperty(fc.commands(kinds, { maxCommands: steps, size: 'max' }), async (commands) => {
      const real = { purse: purse(t, await t.member()) }
      const books = { prepaid: 0, promotional: 0, reservedPrepaid: 0, reservedPromotional: 0 }
      await fc.asyncModelRun(() => ({ model: { books, held: [], lastRefund: null }, real }), commands)
    }),
    { numRuns: runs, verbose: 1 },
  )
  const log = { info() {}, warn() {}, error() {} }
  expect(await checkBooks(t.services, log, 'all')).toEqual([])
})
