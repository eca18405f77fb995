import { z } from 'zod'
import { ImportResult, ImportRows } from '../kit/bulk.ts'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, TextBetween, wireInt } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { daysBetween, isWeekend } from '../kit/working-days.ts'

/** Free though it may be a weekday, or worked though it is at a weekend. */
export const DayKind = z.enum(['off', 'worked'])
export type DayKind = z.output<typeof DayKind>

export const CalendarDay = z.object({
  id: Id,
  day: z.string(),
  dayKind: DayKind,
  /** The holiday that it belongs to. */
  name: z.string(),
  madeBy: z.string(),
  createdAt: Instant,
})
export type CalendarDay = z.output<typeof CalendarDay>

export const calendarYears = { first: 2020, last: 2099 }
const Year = wireInt(calendarYears.first, calendarYears.last)

export const CalendarFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  year: Year.optional(),
  dayKind: DayKind.optional(),
  sort: sortBy(['day'], '-day'),
})
export type CalendarFind = z.output<typeof CalendarFind>

// What is asked of both days together walks from one to the other: each must be one first.
const CalendarDate = z.iso
  .date({ abort: true })
  .refine((d) => d >= `${calendarYears.first}` && d < `${calendarYears.last + 1}`, { error: 'dayRange', abort: true })
const facts = { dayKind: DayKind, name: TextBetween(1, 30) }
/** A weekday is worked without saying so. */
const fits = (days: readonly string[], kind: DayKind) => kind === 'off' || days.every(isWeekend)

/** A row of a sheet. */
export const CalendarRow = z
  .object({ day: CalendarDate, ...facts })
  .refine(({ day, dayKind }) => fits([day], dayKind), { path: ['dayKind'], error: 'weekdayWorked' })
export type CalendarRow = z.output<typeof CalendarRow>

/** Holidays are at most so long. */
export const mostDaysMarked = 31

export const MarkBody = z
  .object({ from: CalendarDate, to: CalendarDate, ...facts })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'endsBeforeStart' })
  .refine(({ from, to }) => from > to || daysBetween(from, to).length <= mostDaysMarked, {
    path: ['to'],
    error: 'periodLong',
  })
  .refine(({ from, to, dayKind }) => from > to || fits(daysBetween(from, to), dayKind), {
    path: ['dayKind'],
    error: 'weekdayWorked',
  })
export type MarkBody = z.output<typeof MarkBody>

const manage = { own: true, right: 'platform.manage', rate: 'write' } as const

export const calendarCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/calendar',
    own: true,
    query: CalendarFind,
    reply: scrollOf(CalendarDay),
    right: 'platform.manage',
    rate: 'read',
    idempotent: true,
  }),
  /** Every day of a period, whatever was said of it before. */
  mark: defineCall({
    method: 'PUT',
    path: 'operator/calendar',
    body: MarkBody,
    reply: z.object({ marked: z.int() }),
    idempotent: true,
    ...manage,
  }),
  import: defineCall({
    method: 'POST',
    path: 'operator/calendar/import',
    body: ImportRows,
    reply: ImportResult,
    idempotent: true,
    ...manage,
  }),
  /** From then on its weekday decides. */
  remove: defineCall({
    method: 'DELETE',
    path: 'operator/calendar/{id}',
    params: z.object({ id: Id }),
    idempotent: true,
    ...manage,
  }),
}
