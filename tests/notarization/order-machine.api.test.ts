import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OrderKindFacts, type Side } from '../../contract/notarization/order-kind.ts'
import {
  factsOfKind,
  orderKindNames,
  type OrderStep,
  type RefusalCode,
} from '../../contract/notarization/order-kinds.ts'
import { OfficeKind } from '../../contract/accounts/offices.ts'
import type { StepBody } from '../../contract/notarization/step-body.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { purse } from '../payments/kit.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import { inquired, type OrdersAt, ordersAt, terms } from './order-kit.ts'

// Every step of every kind of order is tried in every state by everybody: what the declaration allows works, all else is refused with one code and
// changes nothing.

let t: TestApp
let database: pg.Client
let owner: Member

interface Somebody {
  member: Member
  side: Exclude<Side, 'system'>
  refused?: string
  decides?: boolean
}
interface Tried {
  office: TestOffice
  orders: OrdersAt
  people: Map<string, Somebody>
}
/** What each kind is asked of, and everybody who tries. */
const tried = new Map<OfficeKind, Tried>()

beforeAll(async () => {
  t = await buildTestApp()
  database = new pg.Client({ connectionString: t.databaseUrl })
  await database.connect()
  await liftLimits(database)
  owner = await t.member({ name: '风岛公司', kind: 'enterprise' })
  await purse(t, owner).adjust('credit', 100_000_000)
  const applicants = await peopleOfApplicant()
  for (const kind of OfficeKind.options) tried.set(kind, await openFor(kind, applicants))
})
afterAll(async () => {
  await database?.end()
  await t?.close()
})

/** Whoever tries as an applicant. */
async function peopleOfApplicant(): Promise<[string, Somebody][]> {
  const own = { side: 'applicant', decides: true } as const
  const grants = ['judicial.write', 'evidence.all'] as const
  return [
    ['its owner', { member: owner, ...own }],
    ['a sub-account with the grant', { member: await t.sub(owner, { grants: [...grants] }), ...own }],
    [
      'a sub-account that sees its own alone',
      { member: await t.sub(owner, { grants: ['judicial.write'] }), side: 'applicant', refused: 'not-found' },
    ],
    [
      'a sub-account without the grant',
      { member: await t.sub(owner, { grants: ['evidence.all'] }), side: 'applicant', refused: 'forbidden' },
    ],
    ['another account', { member: await t.member(), side: 'applicant', refused: 'not-found' }],
    ['its owner as if they were the office', { member: owner, side: 'office', refused: 'forbidden' }],
    [
      'an operator',
      { member: await t.member({ role: 'operator', kind: 'enterprise' }), side: 'office', refused: 'forbidden' },
    ],
  ]
}

async function openFor(kind: OfficeKind, applicants: [string, Somebody][]): Promise<Tried> {
  const office = await openOffice(t, { kind })
  const stranger = await openOffice(t, { kind, name: '别家机构' })
  const { decider, second, assistant, head } = office
  const people = new Map<string, Somebody>([
    ...applicants,
    ['who decides', { member: decider, side: 'office', decides: true }],
    ['another who decides', { member: second, side: 'office', decides: true }],
    ['an assistant', { member: assistant, side: 'office', decides: false }],
    ['the head of the office', { member: head, side: 'office', refused: 'forbidden' }],
    ['who decides as if they applied', { member: decider, side: 'applicant', refused: 'forbidden' }],
    ['another office', { member: stranger.decider, side: 'office', refused: 'not-found' }],
  ])
  return { office, orders: ordersAt(t, owner, office), people }
}

/** What a step asks for, filled in as it should be. */
const whole: StepBody = {
  reason: '依法说明原因',
  fee: 12_345,
  kept: 0,
  carrier: '顺丰速运',
  trackingNumber: 'SF1234567890',
  ...inquired,
  terms,
  spent: 10_000,
}

interface Take extends Pick<Somebody, 'member' | 'side'> {
  id: string
  step: OrderStep
  code: RefusalCode
}
const take = (orders: OrdersAt, { member, side, id, step, code }: Take) =>
  (side === 'applicant' ? orders.applicant : orders.answer)(id, step, { ...whole, code }, member)

/** Everything of an order and of its account's money. */
async function stateOf(id: string) {
  const { rows } = await database.query<{ sum: string }>(
    `select md5(concat(
      (select string_agg(o::text, '|') from judicial_order o where id = $1),
      (select string_agg(s::text, '|' order by s.id) from judicial_step s where order_id = $1),
      (select string_agg(f::text, '|' order by f.id) from judicial_file f where order_id = $1),
      (select string_agg(a::text, '|' order by a.id) from audit a where subject_id = $1),
      (select string_agg(m::text, '|' order by m.id) from message m where subject_id = $1),
      (select w::text from wallet w where account_id = $2))) as sum`,
    [id, owner.accountId],
  )
  return rows[0]!.sum
}

/** Files that a step asks to be there beside those of the draft. */
async function addWhatItWants(orders: OrdersAt, kind: OrderKindFacts, id: string, step: OrderStep) {
  for (const part of kind.steps[step]!.newParts ?? [])
    await orders.add(kind.parts[part]!.by, id, part, { bytes: smallPdf(part) })
}

describe.each(orderKindNames)('%s', (name) => {
  const kind = factsOfKind(name)
  const steps = Object.keys(kind.steps) as OrderStep[]

  it.each(Object.keys(kind.states))(
    'in %s takes the steps that are declared, by whoever may, and no other',
    async (state) => {
      const { office, orders, people } = tried.get(kind.office)!
      const code = kind.codes[0] as RefusalCode
      const { id } = await orders.drafts[name].begin()
      await orders.bringTo(id, state)
      const before = await stateOf(id)
      const allowed: [string, OrderStep][] = []
      for (const step of steps)
        for (const [who, { member, side, refused, decides }] of people) {
          const { by, isDecision, from, notBy } = kind.steps[step]!
          const may = !refused && by === side && (decides || !isDecision)
          const tookIt = notBy !== undefined && member === office.decider
          if (may && from.includes(state) && !tookIt) {
            allowed.push([who, step])
            continue
          }
          const wanted = may ? (from.includes(state) ? 'other-person-needed' : 'wrong-state') : (refused ?? 'forbidden')
          const hidden = state === kind.first && side === 'office' && refused !== 'forbidden' ? 'not-found' : wanted
          expect({ who, step, code: (await take(orders, { member, side, id, step, code })).errorCode }).toEqual({
            who,
            step,
            code: hidden,
          })
        }
      expect(await stateOf(id)).toBe(before)
      for (const [who, step] of allowed) {
        const { id: fresh } = await orders.drafts[name].begin()
        await orders.bringTo(fresh, state)
        await addWhatItWants(orders, kind, fresh, step)
        const { member, side } = people.get(who)!
        const { data, errorCode, ...more } = await take(orders, { member, side, id: fresh, step, code })
        expect({ who, step, errorCode, more: more.success, data }).toEqual({
          who,
          step,
          errorCode: undefined,
          more: true,
          data: { id: fresh, orderState: kind.steps[step]!.to },
        })
      }
      expect(allowed.length > 0).toBe(!kind.states[state]!.isEnd)
    },
  )

  it('goes the same ways in the database', async () => {
    const { rows } = await database.query<{ way: string }>(
      `select from_state || ' ' || to_state as way from judicial_move where kind = $1`,
      [name],
    )
    const declared = Object.values(kind.steps).flatMap(({ from, to }) =>
      from.filter((state) => state !== to).map((state) => `${state} ${to}`),
    )
    expect(rows.map(({ way }) => way).toSorted()).toEqual([...new Set(declared)].toSorted())
  })

  it('leads from its first state to every other, and from each to an end', () => {
    const next = (state: string) => Object.values(kind.steps).flatMap((s) => (s.from.includes(state) ? [s.to] : []))
    const reach = (from: string) => {
      const seen = new Set([from])
      for (const state of seen) for (const to of next(state)) seen.add(to)
      return seen
    }
    expect([...reach(kind.first)].toSorted()).toEqual(Object.keys(kind.states).toSorted())
    for (const [state, { isEnd }] of Object.entries(kind.states)) {
      expect({ state, isEnd: next(state).length === 0 }).toEqual({ state, isEnd: isEnd === true })
      expect([...reach(state)].some((s) => kind.states[s]!.isEnd)).toBe(true)
    }
  })
})
