import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterWorkingDays,
  daysBetween,
  isWeekend,
  isWorkingDay,
  nextDay,
  weekdayOf,
} from '../../contract/kit/working-days.ts'
import { seedOf } from '../kit/randomness.ts'

describe('a period of working days', () => {
  // As the State Council announced for 2026.
  const exceptions = new Map([
    ...daysBetween('2026-02-15', '2026-02-23').map((day) => [day, false] as const),
    ...daysBetween('2026-10-01', '2026-10-07').map((day) => [day, false] as const),
    ['2026-02-14', true],
    ['2026-02-28', true],
    ['2026-10-10', true],
  ])

  it.each([
    ['over a weekend', '2026-03-06', 1, '2026-03-09'],
    ['that begins on a weekend', '2026-03-07', 1, '2026-03-09'],
    ['over the Spring Festival, with the Saturday that is worked for it', '2026-02-13', 2, '2026-02-24'],
    ['over the National Day', '2026-09-30', 3, '2026-10-10'],
    ['of fifteen days', '2026-02-13', 15, '2026-03-12'],
    ['over the end of a year of which nothing is entered', '2026-12-31', 2, '2027-01-04'],
    ['of no day', '2026-03-07', 0, '2026-03-07'],
  ])('%s', (_, begins, count, ends) => {
    expect(afterWorkingDays(begins, count, exceptions)).toBe(ends)
  })

  it('has as many working days in it as it says, and ends on one', () => {
    const dayAt = (n: number) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10)
    const marks = fc.array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.boolean()), { maxLength: 40 })
    const property = fc.property(fc.nat(20_000), fc.integer({ min: 1, max: 60 }), marks, (begins, count, some) => {
      const marked = new Map(some.map(([offset, worked]) => [dayAt(begins + offset), worked]))
      const ends = afterWorkingDays(dayAt(begins), count, marked)
      const counted = daysBetween(dayAt(begins), ends)
        .slice(1)
        .filter((day) => isWorkingDay(day, marked))
      expect([counted.length, counted.at(-1)]).toEqual([count, ends])
    })
    fc.assert(property, { seed: seedOf('working days'), numRuns: 500 })
  })
})

describe('a day', () => {
  it.each([
    ['2026-11-29', '2026-11-30'],
    ['2026-11-30', '2026-12-01'],
    ['2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-29'],
    ['2027-02-28', '2027-03-01'],
  ])('%s is followed by %s', (day, next) => expect(nextDay(day)).toBe(next))

  it('is one of seven, from Monday on', () => {
    const week = daysBetween('2026-11-30', '2026-12-06')
    expect(week.map(weekdayOf)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(week.filter(isWeekend)).toEqual(['2026-12-05', '2026-12-06'])
  })

  it('is worked by its weekday until the calendar says otherwise of it', () => {
    const [friday, saturday] = ['2026-12-04', '2026-12-05']
    const both = (exceptions: [string, boolean][]) =>
      [friday, saturday].map((day) => isWorkingDay(day, new Map(exceptions)))
    expect(both([])).toEqual([true, false])
    expect(both([[friday, false]])).toEqual([false, false])
    expect(both([[saturday, true]])).toEqual([true, true])
  })
})

describe('the days from one to another', () => {
  it('are both of these and all between', () => {
    expect(daysBetween('2026-11-29', '2026-12-02')).toEqual(['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'])
    expect(daysBetween('2026-12-31', '2026-12-31')).toEqual(['2026-12-31'])
  })
  it('are none where the other comes before', () => expect(daysBetween('2026-12-02', '2026-12-01')).toEqual([]))
})
