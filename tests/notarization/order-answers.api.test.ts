import type pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { officeCalls } from '../../contract/accounts/offices.ts'
import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { lapseOrders } from '../../server/notarization/orders/watch-orders.ts'
import { type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import { matter, moneyOf, type OrdersAt, ordersAt } from './order-kit.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'

let t: TestApp
let database: pg.Client
let owner: Member
let office: TestOffice
let orders: OrdersAt
let close: OpenOrders['close'] | undefined
beforeAll(async () => {
  ;({ t, database, office, close } = await openOrders())
})
beforeEach(async () => {
  ;({ owner, orders } = await customerOf({ t, office }))
})
afterAll(() => close?.())

const info = async (id: string) => (await t.call(orderCalls.get, { params: { id } }, owner)).data
const seen = (id: string, as = office.decider) => t.call(officeOrderCalls.get, { params: { id } }, as)
const money = async () => {
  const { prepaid, reservedPrepaid } = await moneyOf(t, owner)
  return { prepaid, reserved: reservedPrepaid }
}
const told = async ({ personId }: Member) =>
  (
    await database.query<{ kind: string; step: string }>(
      `select kind, params ->> 'step' as step from message where person_id = $1 and subject_id is not null order by created_at, id`,
      [personId],
    )
  ).rows

describe('a step', () => {
  it('tells the other side nothing that it does not ask for', async () => {
    const { id } = await orders.draft()
    await orders.applicant(id, 'submit', { reason: '请点击链接', code: 'beyond-scope' })
    expect((await seen(id)).data.course.at(-1)).toMatchObject({ step: 'submit', reason: '', code: null })
    const { rows } = await database.query(`select 1 from audit where subject_id = $1 and reason is not null`, [id])
    expect(rows).toEqual([])
  })
})

describe('two of one office', () => {
  it('who answer at once answer once', async () => {
    const { id } = await orders.draft()
    await orders.applicant(id, 'submit')
    const answers = await Promise.all([
      orders.answer(id, 'accept', { fee: 1 }),
      orders.answer(id, 'refuse', { code: 'beyond-scope', reason: '超出范围' }, office.second),
      orders.answer(id, 'return', { reason: '补正' }, office.assistant),
    ])
    expect(answers.map((a) => a.errorCode ?? 'ok').toSorted()).toEqual(['ok', 'wrong-state', 'wrong-state'])
    expect((await info(id)).course).toHaveLength(3)
  })

  it('stand for a report: whoever wrote it is not offered to issue it', async () => {
    const { id } = await orders.draft()
    await orders.bringTo(id, 'DRAFTED')
    expect((await seen(id)).data.steps).not.toContain('report')
    expect((await seen(id, office.second)).data.steps).toContain('report')
    expect(await orders.answer(id, 'report')).toMatchObject({ errorCode: 'other-person-needed' })
    await orders.answer(id, 'sendBack', { reason: '第 3 页有误' }, office.second)
    // Between the two of them: the applicant sees that it happened, and nowhere why.
    expect((await seen(id)).data.course.at(-1)).toMatchObject({ step: 'sendBack', reason: '第 3 页有误' })
    expect((await info(id)).course.at(-1)).toMatchObject({ step: 'sendBack', reason: '' })
    const words = await database.query(
      `select params::text as words from message where subject_id = $1 union all
       select concat(details::text, reason) from audit where subject_id = $1`,
      [id],
    )
    expect(JSON.stringify(words.rows)).not.toContain('第 3 页')
    await orders.add('office', id, 'report', { bytes: smallPdf('second'), as: office.second })
    await orders.answer(id, 'draft', {}, office.second)
    expect(await orders.answer(id, 'report', {}, office.second)).toMatchObject({ errorCode: 'other-person-needed' })
    expect(await orders.answer(id, 'report')).toMatchObject({ data: { orderState: 'REPORTED' } })
    const reports = (all: { part: string }[]) => all.filter(({ part }) => part === 'report').length
    // Its applicant sees the one that was issued.
    expect([reports((await seen(id)).data.files), reports((await info(id)).files)]).toEqual([2, 1])
  })
})

describe('a period', () => {
  it('is extended once, by whoever decides, and says why', async () => {
    const { id } = await orders.draft()
    await orders.bringTo(id, 'EXAMINING')
    const extend = (as = office.decider) => orders.answer(id, 'extend', { reason: '检材复杂，需要延长' }, as)
    expect(await extend(office.assistant)).toMatchObject({ errorCode: 'forbidden' })
    expect((await seen(id)).data.steps).toContain('extend')
    await extend()
    const { clock, steps, course } = (await seen(id)).data
    expect(clock).toMatchObject({ name: 'examination', days: 60 })
    expect(steps).not.toContain('extend')
    expect(course.at(-1)).toMatchObject({ step: 'extend', reason: '检材复杂，需要延长' })
    expect(await extend(office.second)).toMatchObject({ errorCode: 'wrong-state' })
    // Whatever came in between: once is once.
    await orders.answer(id, 'ask', { reason: '请补充原图' })
    await orders.add('applicant', id, 'material', { bytes: smallPdf('more'), name: '原图.pdf' })
    expect(await orders.applicant(id, 'supply')).toMatchObject({ success: true })
    expect((await seen(id)).data.steps).not.toContain('extend')
    expect(await extend()).toMatchObject({ errorCode: 'wrong-state' })
  })
})

describe('an office that is closed', () => {
  it('takes no new orders, and finishes what it has', async () => {
    const closing = await openOffice(t, { name: '歇业鉴定所' })
    const administrator = await t.member({ role: 'administrator', kind: 'enterprise' })
    const theirs = ordersAt(t, owner, closing)
    const [begun, draft] = [await theirs.draft(), await theirs.draft()]
    await theirs.bringTo(begun.id, 'RETURNED')
    await t.call(officeCalls.setOpen, { params: { id: closing.id }, body: { open: false } }, administrator)
    expect(await theirs.applicant(draft.id, 'submit')).toMatchObject({ errorCode: 'office-closed' })
    const { number } = await buildEvidence(t, owner)
    expect(
      await t.call(orderCalls.saveExpertise, { body: { ...matter, officeId: closing.id, anos: [number] } }, owner),
    ).toMatchObject({ data: { fields: [{ path: 'officeId', key: 'officeGone' }] } })
    expect(
      (await t.call(orderCalls.offices, { query: { officeKind: 'institute' } }, owner)).data.list,
    ).not.toContainEqual(expect.objectContaining({ id: closing.id }))
    expect(await theirs.applicant(begun.id, 'submit')).toMatchObject({ success: true })
    expect(await theirs.answer(begun.id, 'accept', { fee: 0 })).toMatchObject({ success: true })
  })

  it('answers no order of its own account', async () => {
    const { number } = await buildEvidence(t, office.head)
    expect(
      await t.call(orderCalls.saveExpertise, { body: { ...matter, officeId: office.id, anos: [number] } }, office.head),
    ).toMatchObject({ data: { fields: [{ path: 'officeId', key: 'officeGone' }] } })
  })
})

describe('a time that passes', () => {
  const past = (id: string) =>
    sql`update judicial_order set lapses_at = app_now() - interval '1 second' where id = ${id}`.execute(
      t.services.db.system,
    )

  it('abandons what is not paid, and confirms what is not confirmed, each once', async () => {
    const [unpaid, silent] = [await orders.draft(), await orders.draft()]
    await orders.bringTo(unpaid.id, 'TO_PAY')
    await orders.bringTo(silent.id, 'REPORTED')
    await lapseOrders(t.services)
    expect([(await info(unpaid.id)).orderState, (await info(silent.id)).orderState]).toEqual(['TO_PAY', 'REPORTED'])
    await past(unpaid.id)
    await past(silent.id)
    await Promise.all([lapseOrders(t.services), lapseOrders(t.services)])
    expect(await info(unpaid.id)).toMatchObject({ orderState: 'ABANDONED', steps: [] })
    expect(await info(silent.id)).toMatchObject({ orderState: 'DELIVERED' })
    expect((await info(silent.id)).course.at(-1)).toMatchObject({ step: 'settle', side: 'system', personName: null })
    expect((await info(silent.id)).course).toHaveLength(7)
    expect((await told(owner)).map(({ step }) => step)).toEqual(expect.arrayContaining(['lapse', 'settle']) as string[])
  })

  it('for an order that cannot go on keeps no other from it, however many there are', async () => {
    const [odd, other] = [await orders.draft(), await orders.draft()]
    for (const { id } of [odd, other]) {
      await orders.bringTo(id, 'TO_PAY')
      await past(id)
    }
    await database.query(
      `create function refuse_odd() returns trigger language plpgsql as $$ begin if new.order_id = '${odd.id}' then raise exception 'odd'; end if; return new; end $$;
       create trigger refuses_odd before insert on judicial_step for each row execute function refuse_odd()`,
    )
    await expect(lapseOrders(t.services)).rejects.toThrow('1 of 2 rows failed')
    expect([(await info(odd.id)).orderState, (await info(other.id)).orderState]).toEqual(['TO_PAY', 'ABANDONED'])
    await database.query('drop trigger refuses_odd on judicial_step; drop function refuse_odd')
    await lapseOrders(t.services)
    expect((await info(odd.id)).orderState).toBe('ABANDONED')
  })

  it('while it is paid leaves one of both', async () => {
    const { id } = await orders.draft()
    await orders.bringTo(id, 'TO_PAY')
    await past(id)
    await Promise.all([orders.applicant(id, 'pay'), lapseOrders(t.services)])
    await lapseOrders(t.services)
    const { orderState } = await info(id)
    expect(['EXAMINING', 'ABANDONED']).toContain(orderState)
    expect((await money()).reserved).toBe(orderState === 'EXAMINING' ? 30_000 : 0)
  })
})
