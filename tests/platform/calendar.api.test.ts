import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendarCalls } from '../../contract/platform/calendar.ts'
import { lastDays } from '../../server/platform/calendar/deadlines.read.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

describe('the calendar of a platform', () => {
  let t: TestApp
  let administrator: Member
  beforeAll(async () => {
    t = await buildTestApp()
    administrator = await t.member({ role: 'administrator' })
  })
  afterAll(() => t.close())

  const holiday = { dayKind: 'off' as const, name: '国庆节' }
  const mark = (body: object) => t.call(calendarCalls.mark, { body } as never, administrator)
  const list = async (year: number) =>
    (await t.call(calendarCalls.list, { query: { year, pageSize: 100, sort: 'day' } }, administrator)).data.list
  const dueFrom = (day: string, count: number, platformId = t.platformId) =>
    lastDays(t.services.db.system, platformId, [new Date(`${day}T10:00:00+08:00`)], count)

  it('counts deadlines by the days that staff marked, and by no other platform’s', async () => {
    expect(await dueFrom('2027-09-30', 1)).toEqual(['2027-10-01'])
    expect((await mark({ from: '2027-10-01', to: '2027-10-07', ...holiday })).data).toEqual({ marked: 7 })
    expect((await mark({ from: '2027-10-09', to: '2027-10-09', dayKind: 'worked', name: '国庆节' })).success).toBe(true)
    expect(await dueFrom('2027-09-30', 2)).toEqual(['2027-10-09'])
    const { id: other } = await t.services.db.system
      .insertInto('platform')
      .values({
        id: newId(),
        notaryId: 'calendar',
        hosts: ['calendar.example'],
        name: JSON.stringify({ zh: '另一平台' }) as never,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await dueFrom('2027-09-30', 1, other)).toEqual(['2027-10-01'])
    const days = await list(2027)
    expect(days).toHaveLength(8)
    expect(days[0]).toMatchObject({ day: '2027-10-01', dayKind: 'off', name: '国庆节', madeBy: administrator.name })
    expect(await list(2028)).toEqual([])
    await t.call(calendarCalls.remove, { params: { id: days[7]!.id } }, administrator)
    expect(await dueFrom('2027-09-30', 2)).toEqual(['2027-10-11'])
    expect((await t.call(calendarCalls.remove, { params: { id: days[7]!.id } }, administrator)).errorCode).toBe(
      'not-found',
    )
  })

  it('says the last that was said of a day', async () => {
    await mark({ from: '2029-05-01', to: '2029-05-05', dayKind: 'off', name: '五一' })
    await mark({ from: '2029-05-05', to: '2029-05-05', dayKind: 'worked', name: '调休' })
    expect((await list(2029)).map(({ dayKind }) => dayKind)).toEqual(['off', 'off', 'off', 'off', 'worked'])
  })

  it.each([
    [{ from: '2027-10-02', to: '2027-10-01' }, 'to'],
    [{ from: '2027-10-01', to: '2028-10-01' }, 'to'],
    [{ from: '2027-02-30', to: '2027-03-01' }, 'from'],
    [{ from: '1999-01-01' }, 'from'],
    [{ from: '0001-01-01' }, 'from'],
    [{ from: '2020-01-01zz' }, 'from'],
    [{ to: '9999-12-31' }, 'to'],
    [{ from: '2027-10-04', to: '2027-10-04', dayKind: 'worked' }, 'dayKind'],
    [{ from: '2027-10-01', to: '2027-10-01', dayKind: 'maybe' }, 'dayKind'],
    [{ from: '2027-10-01', to: '2027-10-01', name: '' }, 'name'],
    [{ from: "2027-10-01'; drop table calendar_day; --" }, 'from'],
  ])('refuses %j and names the field', async (wrong, path) => {
    const reply = await mark({ from: '2027-10-01', to: '2027-10-01', ...holiday, ...wrong })
    expect(reply).toMatchObject({ errorCode: 'bad-parameter', data: { fields: [{ path }] } })
  })

  it('takes a sheet, each row alone, and changes nothing of what was said', async () => {
    await mark({ from: '2030-01-01', to: '2030-01-01', dayKind: 'off', name: '元旦' })
    const rows = [
      { day: '2030-01-01', dayKind: 'off', name: '元旦' },
      { day: '2030-01-02', dayKind: 'off', name: '元旦' },
      { day: '2030-01-07', dayKind: 'worked', name: '元旦' },
      { day: '2030-13-01', dayKind: 'off', name: '元旦' },
    ]
    const send = async (dryRun: boolean) =>
      (await t.call(calendarCalls.import, { body: { rows, dryRun } }, administrator)).data.list.map((r) => r.outcome)
    const outcomes = ['exists', 'new', 'refused', 'refused']
    expect(await send(true)).toEqual(outcomes)
    expect(await list(2030)).toHaveLength(1)
    expect(await send(false)).toEqual(outcomes)
    expect(await list(2030)).toHaveLength(2)
    const other = [{ day: '2030-01-05', dayKind: 'worked', name: '补班' }]
    await mark({ from: '2030-01-05', to: '2030-01-05', dayKind: 'off', name: '元旦' })
    const { list: refused } = (await t.call(calendarCalls.import, { body: { rows: other } }, administrator)).data
    expect(refused).toMatchObject([{ outcome: 'refused', problems: [{ path: 'day' }] }])
  })
})
