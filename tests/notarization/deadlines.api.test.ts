import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calendarCalls } from '../../contract/platform/calendar.ts'
import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { unknownYears } from '../../server/notarization/orders/unknown-years.read.ts'
import { watchDeadlines } from '../../server/notarization/orders/watch-orders.ts'
import { findAlarms } from '../../server/operator/alarms/alarms.find.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { type OrdersAt, ordersAt } from './order-kit.ts'

let t: TestApp
let database: pg.Client
let owner: Member
let office: TestOffice
let orders: OrdersAt
beforeAll(async () => {
  // A Thursday in Asia/Shanghai.
  t = await buildTestApp({}, { clock: new Date('2026-11-26T02:00:00Z') })
  database = new pg.Client({ connectionString: t.databaseUrl })
  await database.connect()
  await liftLimits(database)
  owner = await t.member({ kind: 'enterprise' })
  office = await openOffice(t)
  orders = ordersAt(t, owner, office)
})
afterAll(async () => {
  await database?.end()
  await t?.close()
})

async function submitted() {
  const { id } = await orders.draft()
  await orders.applicant(id, 'submit')
  return id
}
const see = async (id: string) => (await t.call(officeOrderCalls.get, { params: { id } }, office.decider)).data
const told = async (id: string) =>
  (
    await database.query<{ kind: string; day: string }>(
      `select kind, params ->> 'day' as day from message where subject_id = $1 and kind in ('orderDue', 'orderLate') order by created_at, id`,
      [id],
    )
  ).rows

it('tells the office once of a period that ends soon, and once of one that has passed', async () => {
  const [soon, late, early] = [await submitted(), await submitted(), await submitted()]
  const began = (id: string, day: string) =>
    database.query(`update judicial_step set created_at = $2 where order_id = $1`, [id, `${day}T10:00:00+08:00`])
  await began(soon, '2026-11-19')
  await began(late, '2026-11-10')
  for (let i = 0; i < 2; i++) await watchDeadlines(t.services)
  expect(await told(soon)).toEqual([{ kind: 'orderDue', day: '2026-11-30' }])
  expect(await told(late)).toEqual([{ kind: 'orderLate', day: '2026-11-19' }])
  expect(await told(early)).toEqual([])
  expect(await see(late)).toMatchObject({ isLate: true, dueOn: '2026-11-19', clock: { isLate: true, used: 7 } })
})

it.each([
  // 23:59:59 of a Wednesday there, 00:00:01 of the Thursday, and the last hours of the day in which UTC is a day behind.
  ['2026-11-18T15:59:59Z', '2026-11-27'],
  ['2026-11-18T16:00:01Z', '2026-11-30'],
  ['2026-11-18T23:59:59Z', '2026-11-30'],
  ['2026-11-19T00:00:01Z', '2026-11-30'],
])('counts a period that begins at %s from the day of Asia/Shanghai', async (began, dueOn) => {
  const id = await submitted()
  await database.query(`update judicial_step set created_at = $2 where order_id = $1`, [id, began])
  await watchDeadlines(t.services)
  expect(await see(id)).toMatchObject({ dueOn, clock: { dueOn } })
})

it('computes the last day anew when the calendar changes, and tells of the new one', async () => {
  const administrator = await t.member({ role: 'administrator', kind: 'enterprise' })
  const id = await submitted()
  expect((await see(id)).dueOn).toBe('2026-12-07')
  await t.call(
    calendarCalls.mark,
    { body: { from: '2026-12-01', to: '2026-12-02', dayKind: 'off', name: '放假' } },
    administrator,
  )
  await watchDeadlines(t.services)
  expect((await see(id)).dueOn).toBe('2026-12-09')
})

it('lists by the last day, what is late first, and what has none last', async () => {
  const paused = await submitted()
  await orders.answer(paused, 'return', { reason: '补正材料' })
  const { data } = await t.call(officeOrderCalls.list, { query: { sort: 'dueOn' } }, office.decider)
  const days = data.list.map(({ dueOn }) => dueOn)
  expect(days).toEqual([...days.filter((d) => d !== null).toSorted(), null])
  const late = await t.call(officeOrderCalls.list, { query: { late: true } }, office.decider)
  expect(late.data.list.map(({ isLate }) => isLate)).toEqual([true])
  const waiting = await t.call(officeOrderCalls.list, { query: { waiting: true } }, office.decider)
  expect(waiting.data.list.some(({ id }) => id === paused)).toBe(false)
  expect(waiting.data.total).toBe(data.total - 1)
})

it('alarms staff of a year in which a period ends and that nobody entered', async () => {
  const missing = () => unknownYears(t.services.db.system)
  expect(await missing()).toEqual([])
  const id = await submitted()
  await database.query(`update judicial_order set due_on = '2027-01-04' where id = $1`, [id])
  expect(await missing()).toEqual([2027])
  const { alarms: found } = await findAlarms(t.services, { proven: true } as never, 'zh-CN')
  expect(found).toContainEqual({ kind: 'calendar-missing', about: '2027', params: { year: 2027 } })
})

it('computes every last day anew, however far, when a day comes or goes, and however late the sweep is', async () => {
  const administrator = await t.member({ role: 'administrator', kind: 'enterprise' })
  const { id } = await orders.draft()
  await orders.bringTo(id, 'EXAMINING', 0)
  const due = async () => {
    await watchDeadlines(t.services)
    const { data } = await t.call(officeOrderCalls.list, { query: {} }, office.decider)
    const { dueOn, clock } = await see(id)
    expect(dueOn).toBe(clock!.dueOn)
    return data.list.find((row) => row.id === id)!.dueOn
  }
  const before = await due()
  const marked = { from: '2026-12-23', to: '2026-12-24', dayKind: 'off', name: '放假' } as const
  await t.call(calendarCalls.mark, { body: marked }, administrator)
  await database.query(`update calendar_day set created_at = created_at - interval '3 hours'`)
  const later = await due()
  expect(later! > before!).toBe(true)
  const { data } = await t.call(calendarCalls.list, { query: { keyWord: '放假' } }, administrator)
  for (const { id: dayId } of data.list.filter(({ day }) => day.startsWith('2026-12-2')))
    expect(await t.call(calendarCalls.remove, { params: { id: dayId } }, administrator)).toMatchObject({
      success: true,
    })
  expect(await due()).toBe(before)
})
