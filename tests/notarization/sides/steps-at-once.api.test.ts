import { afterAll, beforeAll, describe, it } from 'vitest'
import pg from 'pg'
import { OfficeKind } from '../../../contract/accounts/offices.ts'
import { officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import {
  factsOfKind,
  type OrderKind,
  orderKindNames,
  type OrderStep,
  type RefusalCode,
} from '../../../contract/notarization/order-kinds.ts'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import type { StepBody } from '../../../contract/notarization/step-body.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { type Act, expectInTurn, pairsOf, someOf } from '../../kit/sweep/meet.ts'
import { liftLimits } from '../../kit/people/lift-limits.ts'
import { openOffice, type TestOffice } from '../../kit/people/offices.ts'
import { randomness, sized } from '../../kit/randomness.ts'
import { smallPdf } from '../../kit/small-pdf.ts'
import { purse } from '../../payments/kit.ts'
import { inquired, ordersAt, type OrdersAt, terms } from '../order-kit.ts'
import { leadsTo } from '../order-ways.ts'

// Any two things that people do to an order at once, from any of its states, end as if one had been done after the other.

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

interface Subject {
  id: string
  owner: Member
  orders: OrdersAt
}
type OrderAct = Act<Subject>

const bodyOf = (kind: OrderKind): StepBody => ({
  reason: '依法说明',
  code: factsOfKind(kind).codes[0] as RefusalCode,
  fee: 20_000,
  kept: 100,
  carrier: '顺丰',
  trackingNumber: 'SF12345',
  ...inquired,
  terms,
  spent: 100,
})

/** A step by its side; `who` of an office takes it. */
function stepAct(kind: OrderKind, step: OrderStep, who: 'decider' | 'second'): OrderAct {
  const { by, inputs = [] } = factsOfKind(kind).steps[step]!
  const taker = () => offices.get(factsOfKind(kind).office)![who]
  return {
    name: by === 'office' ? `${step} by the ${who}` : step,
    async ready({ id, owner, orders }) {
      const signature = inputs.includes('signature') ? { signature: await orders.signatureOf(id) } : {}
      const body = { ...bodyOf(kind), ...signature }
      const take = () =>
        by === 'applicant' ? orders.applicant(id, step, body, owner) : orders.answer(id, step, body, taker())
      return async () => (await take()).errorCode ?? 'done'
    },
  }
}

const messages: OrderAct[] = [
  {
    name: 'a message of the applicant',
    ready:
      async ({ id, owner }) =>
      async () =>
        (await t.call(orderCalls.say, { params: { id }, body: { content: '请问何时办理？' } }, owner)).errorCode ??
        'done',
  },
]

function messageOfOffice(kind: OrderKind): OrderAct {
  return {
    name: 'a message of the office',
    ready:
      async ({ id }) =>
      async () => {
        const as = offices.get(factsOfKind(kind).office)!.decider
        return (
          (await t.call(officeOrderCalls.say, { params: { id }, body: { content: '正在办理。' } }, as)).errorCode ??
          'done'
        )
      },
  }
}

/** A file of a part that is open in a state. */
const fileActs = (kind: OrderKind, state: string): OrderAct[] =>
  Object.entries(factsOfKind(kind).parts).flatMap(([part, facts]) =>
    facts.in.includes(state)
      ? [
          {
            name: `a file of ${part}`,
            ready:
              async ({ id, orders }: Subject) =>
              async () =>
                (await orders.add(facts.by, id, part, { bytes: smallPdf('another'), name: '补充.pdf' })).errorCode ??
                'done',
          },
        ]
      : [],
  )

/** What anybody may do in a state; steps of the office by either of two. */
const actsIn = (kind: OrderKind, state: string): OrderAct[] => [
  ...Object.entries(factsOfKind(kind).steps).flatMap(([name, { by, from }]) =>
    by === 'system' || !from.includes(state)
      ? []
      : by === 'office'
        ? (['decider', 'second'] as const).map((who) => stepAct(kind, name as OrderStep, who))
        : [stepAct(kind, name as OrderStep, 'decider')],
  ),
  ...messages,
  messageOfOffice(kind),
  ...fileActs(kind, state),
]

/** An order in a state, of an owner of its own, with a file of every part that is open. */
async function begin(kind: OrderKind, state: string): Promise<Subject> {
  const owner = await t.member({ kind: 'enterprise' })
  await purse(t, owner).adjust('credit', 1_000_000)
  const orders = ordersAt(t, owner, offices.get(factsOfKind(kind).office)!)
  const { id } = await orders.drafts[kind].begin()
  await orders.bringTo(id, state)
  for (const [part, facts] of Object.entries(factsOfKind(kind).parts))
    if (facts.in.includes(state) && state !== 'DRAFT') await orders.add(facts.by, id, part, { bytes: smallPdf(part) })
  return { id, owner, orders }
}

/** The order, its course, files, papers and messages, and the money of its owner. */
async function look({ id, owner }: Subject) {
  const { rows } = await database.query<Record<string, unknown>>(
    `select o.state, o.fee::int, o.collected::int, o.terms,
     (select jsonb_agg(jsonb_build_array(s.step, s.state, s.person_name) order by s.created_at, s.id) from judicial_step s where s.order_id = o.id) as course,
     (select jsonb_agg(jsonb_build_array(f.part, f.file_name, f.kept_at is not null, f.shown_at is not null) order by f.part, f.file_name, f.kept_at) from judicial_file f where f.order_id = o.id) as files,
     (select jsonb_agg(p.paper order by p.ordinal) from judicial_paper p where p.order_id = o.id) as papers,
     (select jsonb_agg(jsonb_build_array(m.side, m.content) order by m.side, m.content) from judicial_message m where m.order_id = o.id) as messages,
     (select jsonb_agg(a.action order by a.action) from audit a where a.subject_id = o.id) as acts
   from judicial_order o where o.id = $1`,
    [id],
  )
  const { rows: money } = await database.query<object>(
    'select prepaid::int, reserved_prepaid::int as held from wallet where account_id = $1',
    [owner.accountId],
  )
  return [...rows, ...money]
}

describe('two things that are done to an order at once', () => {
  it.each(orderKindNames)('end as one after the other: %s', { timeout: sized(240_000, 3_600_000) }, async (kind) => {
    const all = Object.keys(leadsTo[kind]).flatMap((state) =>
      pairsOf(actsIn(kind, state)).map((pair) => ({ state, pair })),
    )
    for (const { state, pair } of someOf(all, sized(4, 400), randomness(`meetings of ${kind}`)))
      await expectInTurn({ begin: () => begin(kind, state), look }, pair)
  })
})
