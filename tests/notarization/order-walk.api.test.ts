import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  factsOfKind,
  type OrderStep,
  orderKindNames,
  type RefusalCode,
} from '../../contract/notarization/order-kinds.ts'
import { OfficeKind } from '../../contract/accounts/offices.ts'
import { heldFor, type TermsBody } from '../../contract/notarization/terms.ts'
import type { StepBody } from '../../contract/notarization/step-body.ts'
import { checkBooks } from '../../server/payments/ledger/check-books.ts'
import { lapseOrders } from '../../server/notarization/orders/watch-orders.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { randomness, sized } from '../kit/randomness.ts'
import { purse } from '../payments/kit.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import { inquired, ordersAt } from './order-kit.ts'

// Orders are walked by steps of chance, allowed ones and others, beside a model that knows of the declaration and of nothing else.

let t: TestApp
let database: pg.Client
const offices = new Map<OfficeKind, TestOffice>()
beforeAll(async () => {
  t = await buildTestApp()
  database = new pg.Client({ connectionString: t.databaseUrl })
  await database.connect()
  await liftLimits(database)
  for (const kind of OfficeKind.options) offices.set(kind, await openOffice(t, { kind }))
})
afterAll(async () => {
  await database?.end()
  await t?.close()
})

const noTerms = { advance: 0, genuine: 0, infringing: 0, spent: 0 }

interface Model {
  id: string
  state: string
  fee: number
  held: number
  collected: number
  lastDraft: Member | undefined
  steps: number
  taken: Set<string>
  /** Of a purchase. */
  terms: TermsBody & { spent: number }
  /** That were written, and how many of them are signed. */
  papers: { all: number; signed: number }
  loose: Set<string>
  extended: boolean
}

it.each(orderKindNames)(
  '%s: money is exact, and every state has its step and its act',
  { timeout: sized(180_000, 1_800_000) },
  async (name) => {
    const { pick, below, chance } = randomness(`orders of ${name}`)
    const kind = factsOfKind(name)
    const office = offices.get(kind.office)!
    const steps = Object.keys(kind.steps) as OrderStep[]
    const paidIn = 50_000_000
    const owner = await t.member({ kind: 'enterprise' })
    await purse(t, owner).adjust('credit', paidIn)
    const orders = ordersAt(t, owner, office)
    const models: Model[] = []
    const begin = async (): Promise<Model> => {
      const { begin: draft, parts } = orders.drafts[name]
      const { id } = await draft()
      const model = {
        id,
        state: kind.first,
        fee: 0,
        held: 0,
        collected: 0,
        steps: 1,
        taken: new Set<string>(),
        terms: noTerms,
        loose: new Set(parts),
      }
      const papers = { all: 0, signed: 0 }
      return { ...model, papers, lastDraft: undefined, extended: false }
    }
    for (let i = 0; i < 6; i++) models.push(await begin())

    async function addSome(m: Model) {
      const open = Object.entries(kind.parts).filter(([part, p]) => p.in.includes(m.state) && !m.loose.has(part))
      if (!open.length) return
      const [part, { by }] = pick(open)
      const { success } = await orders.add(by, m.id, part, { bytes: smallPdf(String(below(1_000))) })
      expect(success).toBe(true)
      m.loose.add(part)
    }

    async function walk(m: Model) {
      if (chance(0.4)) await addSome(m)
      const step = pick(steps)
      const {
        by,
        from,
        to,
        inputs = [],
        newParts = [],
        hands = [],
        notBy,
        after,
        money,
        charges,
        extends: more,
        outcome,
        paper,
      } = kind.steps[step]!
      if (by === 'system') return
      const who = by === 'applicant' ? owner : pick([office.decider, office.second])
      const body: StepBody = {
        reason: '依法说明',
        code: kind.codes[0] as RefusalCode,
        fee: below(100_000),
        kept: below(m.held + m.collected + 1),
        carrier: '顺丰',
        trackingNumber: 'SF12345',
        ...inquired,
        terms: { advance: below(100_000), genuine: below(100_000), infringing: below(100_000) },
        spent: below(m.terms.advance + 1),
      }
      const allowed =
        from.includes(m.state) &&
        (!newParts.length || newParts.some((part) => m.loose.has(part))) &&
        !(notBy && m.lastDraft === who) &&
        !(after && !m.taken.has(after)) &&
        !(more && m.extended)
      const { success } = await (by === 'applicant' ? orders.applicant : orders.answer)(m.id, step, body, who)
      expect({ state: m.state, step, success }).toEqual({ state: m.state, step, success: allowed })
      if (!allowed) return
      m.state = to
      m.steps++
      m.taken.add(step)
      if (more) m.extended = true
      if (paper) m.papers.all++
      if (paper && inputs.includes('signature')) m.papers.signed++
      for (const part of [...newParts, ...hands]) m.loose.delete(part)
      if (inputs.includes('fee')) m.fee = body.fee!
      if (charges) m.fee = office.sealFee
      if (inputs.includes('terms')) [m.terms, m.fee] = [{ ...body.terms!, spent: 0 }, heldFor(body.terms!)]
      if (inputs.includes('spent')) m.terms = { ...m.terms, spent: body.spent! }
      if (step === 'draft') m.lastDraft = who
      if (money === 'hold') m.held = m.fee
      if (money === 'collect') [m.collected, m.held] = [m.fee, 0]
      if (money === 'refund') m.held = 0
      if (money === 'outcome') [m.collected, m.held] = [m.terms.spent + m.terms[outcome!], 0]
      if (money === 'split') [m.collected, m.held] = [body.kept!, 0]
      if (money === 'giveBack') m.collected = body.kept!
    }

    async function judge() {
      const { rows } = await database.query<Record<string, number | string>>(
        `select o.id, o.state, (select count(*)::int from judicial_step s where s.order_id = o.id) as steps,
         (select count(*)::int from audit a where a.subject_id = o.id and a.action = any($2)) as acts,
         (select count(*)::int from judicial_paper p where p.order_id = o.id) as papers,
         (select count(*)::int from judicial_paper p where p.order_id = o.id and jsonb_array_length(convert_from(p.statement, 'UTF8')::jsonb -> 'signatures') = 1) as signed,
         (select s.state from judicial_step s where s.order_id = o.id order by s.created_at desc, s.id desc limit 1) as last
       from judicial_order o where o.id = any($1)`,
        [models.map(({ id }) => id), ['drafted', ...steps].map((step) => `order.${step}`)],
      )
      for (const { id, state, steps: taken, acts, last, papers: all, signed } of rows) {
        const m = models.find((one) => one.id === id)!
        expect({ id, state, taken, acts, last, papers: { all, signed } }).toEqual({
          id,
          state: m.state,
          taken: m.steps,
          acts: m.steps,
          last: m.state,
          papers: m.papers,
        })
      }
      const sum = (of: (m: Model) => number) => models.reduce((all, m) => all + of(m), 0)
      const { rows: wallets } = await database.query<{ prepaid: number; held: number }>(
        'select prepaid::int, reserved_prepaid::int as held from wallet where account_id = $1',
        [owner.accountId],
      )
      expect(wallets[0]).toEqual({
        prepaid: paidIn - sum((m) => m.held) - sum((m) => m.collected),
        held: sum((m) => m.held),
      })
    }

    const walks = Math.ceil(sized(1_000, 10_000) / orderKindNames.length)
    for (let i = 1; i <= walks; i++) {
      const at = below(models.length)
      await walk(models[at]!)
      if (i % 200 === 0) {
        await judge()
        // What has ended makes room for others, and still counts.
        for (const m of models.filter(({ state }) => kind.states[state]!.isEnd).slice(0, 4)) {
          expect(m.state).toBeTruthy()
          models.push(await begin())
        }
      }
    }
    await lapseOrders(t.services)
    await judge()
    const quiet = { info() {}, warn() {}, error() {} }
    expect(await checkBooks(t.services, quiet, 'all')).toEqual([])
  },
)
