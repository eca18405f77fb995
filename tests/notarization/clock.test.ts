import { describe, expect, it } from 'vitest'
import { clockOf, type ClockStep, periodsOf } from '../../contract/notarization/clock.ts'
import { expertise } from '../../contract/notarization/expertise.ts'
import { notarization } from '../../contract/notarization/notarization.ts'
import { daysBetween, nextDay } from '../../contract/kit/working-days.ts'
import { randomness, sized } from '../kit/randomness.ts'

/** National Day of 2026 as the State Council had it: eight days off, two weekends worked for them. */
const holidays = new Map([
  ...daysBetween('2026-10-01', '2026-10-08').map((day): [string, boolean] => [day, false]),
  ['2026-09-27', true],
  ['2026-10-10', true],
])
const way = (...steps: [state: string, day: string, extra?: number][]): ClockStep[] => [
  { state: 'DRAFT', day: '2026-09-01', extra: 0 },
  ...steps.map(([state, day, extra = 0]) => ({ state, day, extra })),
]
const at = (steps: ClockStep[], today: string, exceptions: ReadonlyMap<string, boolean> = holidays) =>
  clockOf(expertise, steps, today, exceptions)

describe('the period to accept', () => {
  it('has seven working days, the first after it was handed in', () => {
    // Thursday; Friday is the first, Saturday and Sunday do not count.
    expect(at(way(['SUBMITTED', '2026-11-26']), '2026-11-26')).toEqual({
      name: 'review',
      days: 7,
      used: 0,
      isCalendar: false,
      isPaused: false,
      dueOn: '2026-12-07',
    })
  })

  it('passes holidays by, and counts weekends that are worked for them', () => {
    expect(at(way(['SUBMITTED', '2026-09-25']), '2026-09-25')?.dueOn).toBe('2026-10-12')
    expect(at(way(['SUBMITTED', '2026-09-25']), '2026-09-25', new Map())?.dueOn).toBe('2026-10-06')
  })

  it('counts what has passed whole', () => {
    expect(at(way(['SUBMITTED', '2026-11-26']), '2026-11-30')?.used).toBe(1)
    expect(at(way(['SUBMITTED', '2026-11-26']), '2026-12-07')?.used).toBe(6)
    expect(at(way(['SUBMITTED', '2026-11-26']), '2027-01-04')).toMatchObject({ used: 7, dueOn: '2026-12-07' })
  })

  it('stands still while the applicant corrects, days on which it stops or goes on again not counted', () => {
    const returned = way(['SUBMITTED', '2026-11-26'], ['RETURNED', '2026-11-30'])
    expect(at(returned, '2026-12-20')).toEqual({
      name: 'review',
      days: 7,
      used: 1,
      isCalendar: false,
      isPaused: true,
      dueOn: null,
    })
    const again = [...returned, ...way(['SUBMITTED', '2026-12-02']).slice(1)]
    // Friday 27 November, then from Thursday 3 December on.
    expect(at(again, '2026-12-02')).toMatchObject({ used: 1, isPaused: false, dueOn: '2026-12-10' })
  })

  it('loses a day to a pause of the same day', () => {
    const same = way(['SUBMITTED', '2026-11-26'], ['RETURNED', '2026-11-27'], ['SUBMITTED', '2026-11-27'])
    expect(at(same, '2026-11-27')?.dueOn).toBe('2026-12-08')
  })
})

describe('every period that ran', () => {
  it('is told with when it began and ended, and how much of it was used', () => {
    const steps = way(['SUBMITTED', '2026-11-02'], ['TO_PAY', '2026-11-04'], ['EXAMINING', '2026-11-09'])
    expect(periodsOf(expertise, steps, '2026-11-12', holidays)).toMatchObject([
      { name: 'review', days: 7, used: 1, from: '2026-11-02', to: '2026-11-04', dueOn: '2026-11-11' },
      { name: 'examination', days: 30, used: 2, from: '2026-11-09', to: null, dueOn: '2026-12-21' },
    ])
    expect(periodsOf(expertise, way(), '2026-11-12', holidays)).toEqual([])
  })
})

describe('the period of a review', () => {
  const inReview = (day: string, today: string) =>
    clockOf(notarization, [...way(['DELIVERED', '2026-08-01']), { state: 'REVIEW', day, extra: 0 }], today, holidays)

  it('has thirty days, every one of which counts', () => {
    expect(inReview('2026-10-12', '2026-10-26')).toMatchObject({
      days: 30,
      used: 13,
      isCalendar: true,
      dueOn: '2026-11-11',
    })
  })

  it('ends on the next working day where its last is none', () => {
    expect(inReview('2026-09-01', '2026-09-01')?.dueOn).toBe('2026-10-09')
    expect(inReview('2026-10-08', '2026-10-08')?.dueOn).toBe('2026-11-09')
  })
})

describe('the period to report', () => {
  const examining = way(['SUBMITTED', '2026-11-02'], ['TO_PAY', '2026-11-04'], ['EXAMINING', '2026-11-09'])

  it('begins with the payment, whatever the time to accept had left', () => {
    expect(at(examining, '2026-11-09')).toMatchObject({ name: 'examination', days: 30, used: 0, dueOn: '2026-12-21' })
  })

  it('goes on while a second examiner reviews, and is extended once', () => {
    const extended = [...examining, ...way(['EXAMINING', '2026-12-14', 30], ['DRAFTED', '2026-12-15']).slice(1)]
    expect(at(extended, '2026-12-15', new Map())).toMatchObject({ days: 60, used: 25, dueOn: '2027-02-01' })
  })

  it('runs in no state of payment, nor at the end', () => {
    expect(at(examining.slice(0, 3), '2026-11-05')).toBeNull()
    expect(at([...examining, ...way(['TERMINATED', '2026-11-10']).slice(1)], '2026-11-10')).toBeNull()
  })
})

it('is what counting day by day gives, over ways and holidays of chance', () => {
  const { below, chance } = randomness('periods of orders')
  for (let i = 0; i < sized(2_000, 50_000); i++) {
    const off = new Map<string, boolean>()
    let day = '2026-01-01'
    for (let n = 0; n < 500; n++, day = nextDay(day)) if (chance(0.08)) off.set(day, chance(0.3))
    const steps = way(['SUBMITTED', '2026-01-05'])
    day = '2026-01-05'
    for (let n = below(6); n > 0; n--) {
      for (let k = below(5); k > 0; k--) day = nextDay(day)
      steps.push({ state: steps.at(-1)!.state === 'SUBMITTED' ? 'RETURNED' : 'SUBMITTED', day, extra: 0 })
    }
    for (let k = below(20); k > 0; k--) day = nextDay(day)
    expect(at(steps, day, off)).toEqual(byTheDay(steps, day, off))
  }
})

/** The same by another way: a calendar of every day is coloured by what happened on it, and its clear working days are counted. */
function byTheDay(steps: ClockStep[], today: string, off: ReadonlyMap<string, boolean>) {
  const all = daysBetween('2026-01-05', '2028-12-31')
  const touched = new Set(['2026-01-05'])
  let state = 'SUBMITTED'
  let next = 2
  for (const day of all) {
    if (state === 'RETURNED') touched.add(day)
    for (; steps[next]?.day === day; next++) {
      state = steps[next]!.state
      touched.add(day)
    }
  }
  const clear = all.filter((day) => {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
    return !touched.has(day) && (off.get(day) ?? (weekday !== 0 && weekday !== 6))
  })
  const isPaused = state === 'RETURNED'
  const used = Math.min(7, clear.filter((day) => day < today).length)
  // A period that ended before it was paused has ended, and has no day to come.
  return { name: 'review', days: 7, used, isCalendar: false, isPaused, dueOn: isPaused ? null : clear[6]! }
}
