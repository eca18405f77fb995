import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OrderKindFacts, type Side } from '../../contract/notarization/order-kind.ts'
import {
  factsOfKind,
  type OrderKind,
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
import { isSoak } from '../kit/randomness.ts'
import { inquired, type OrdersAt, ordersAt, terms } from './order-kit.ts'
import { allPeople, allTries, everybody, expectedCode, someTries, type Who } from './rules/step-expectations.ts'

// Steps of every kind of order are tried in every state: what the declaration allows works, all else is refused with one code and changes nothing.
// Everybody tries everything in memory (judge-step.test.ts), and here in a soak; else some of it, which shows that the service asks there.

let t: TestApp
let database: pg.Client
let owner: Member

type Somebody = Pick<Take, 'member' | 'side'>
interface Tried {
  office: TestOffice
  orders: OrdersAt
  people: Record<Who, Somebody>
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

type Applicant = (typeof applicants)[number]
const applicants = [
  'its owner',
  'a sub-account with the grant',
  'a sub-account that sees its own alone',
  'a sub-account without the grant',
  'another account',
  'its owner as if they were the office',
  'an operator',
] as const satisfies readonly Who[]

/** Whoever tries and is not of an office. */
async function peopleOfApplicant(): Promise<Record<Applicant, Member>> {
  return {
    'its owner': owner,
    'a sub-account with the grant': await t.sub(owner, { grants: ['judicial.write', 'evidence.all'] }),
    'a sub-account that sees its own alone': await t.sub(owner, { grants: ['judicial.write'] }),
    'a sub-account without the grant': await t.sub(owner, { grants: ['evidence.all'] }),
    'another account': await t.member(),
    'its owner as if they were the office': owner,
    'an operator': await t.member({ role: 'operator', kind: 'enterprise' }),
  }
}

async function openFor(kind: OfficeKind, applicants: Record<Applicant, Member>): Promise<Tried> {
  const office = await openOffice(t, { kind })
  const stranger = await openOffice(t, { kind, name: '别家机构' })
  const { decider, second, assistant, head } = office
  const members: Record<Who, Member> = {
    ...applicants,
    'who decides': decider,
    'another who decides': second,
    'an assistant': assistant,
    'the head of the office': head,
    'who decides as if they applied': decider,
    'another office': stranger.decider,
  }
  const people = Object.fromEntries(
    allPeople.map((who) => [who, { member: members[who], side: everybody[who].side }]),
  ) as Record<Who, Somebody>
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

interface Take {
  member: Member
  side: Exclude<Side, 'system'>
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

/** Orders of a kind by their state. A step leaves one for the next state: to begin each with a draft would take longer than all else. */
function stockOf(name: OrderKind) {
  const kind = factsOfKind(name)
  const kept = new Map<string, string[]>()
  /** Whether nothing of its course refuses a step, but that whoever decides has drafted. */
  async function isFit(id: string, state: string) {
    const taken = await courseOf(id)
    const last = (step: string) => taken.findLast((one) => one.step === step)
    const drafter = tried.get(kind.office)!.people['who decides'].member.personId
    return Object.entries(kind.steps).every(
      ([step, { from, after, extends: more, notBy }]) =>
        !from.includes(state) ||
        ((!after || last(after)) && (!more || !last(step)) && (!notBy || last(notBy)?.personId === drafter)),
    )
  }
  return {
    keep: (id: string, state: string) => kept.set(state, [...(kept.get(state) ?? []), id]),
    async begin(state: string) {
      const some = kept.get(state) ?? []
      for (let id = some.pop(); id; id = some.pop()) if (await isFit(id, state)) return id
      const { orders } = tried.get(kind.office)!
      const { id } = await orders.drafts[name].begin()
      await orders.bringTo(id, state)
      return id
    },
  }
}

const courseOf = async (id: string) =>
  t.services.db.system
    .selectFrom('judicialStep')
    .select(['step', 'personId'])
    .where('orderId', '=', id)
    .orderBy('createdAt')
    .execute()

describe.each(orderKindNames)('%s', (name) => {
  const kind = factsOfKind(name)
  const code = kind.codes[0] as RefusalCode
  const { begin, keep } = stockOf(name)

  it.each(Object.keys(kind.states))(
    'in %s takes the steps that are declared, by whoever may, and no other',
    async (state) => {
      const { orders, people } = tried.get(kind.office)!
      const tries = (isSoak ? allTries(kind) : someTries(kind, state)).map(({ who, step }) => ({
        who,
        step: step as OrderStep,
        wanted: expectedCode(kind, state, step, who),
      }))
      let order = await begin(state)
      const before = await stateOf(order)
      for (const { who, step, wanted } of tries.filter((one) => one.wanted)) {
        const { errorCode } = await take(orders, { ...people[who], id: order, step, code })
        expect({ who, step, code: errorCode }).toEqual({ who, step, code: wanted })
      }
      expect(await stateOf(order)).toBe(before)
      const allowed = tries.filter((one) => !one.wanted)
      for (const [i, { who, step }] of allowed.entries()) {
        if (i) order = await begin(state)
        await addWhatItWants(orders, kind, order, step)
        const { data, errorCode, ...more } = await take(orders, { ...people[who], id: order, step, code })
        expect({ who, step, errorCode, more: more.success, data }).toEqual({
          who,
          step,
          errorCode: undefined,
          more: true,
          data: { id: order, orderState: kind.steps[step]!.to },
        })
        keep(order, kind.steps[step]!.to)
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
