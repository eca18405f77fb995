import { expect, it } from 'vitest'
import { byAge, doubling, retryAfter, stepsThenGiveUp, stepsThenRepeat } from '../../../server/kit/work/backoff.ts'

it.each([
  { name: 'steps, then give up', backoff: stepsThenGiveUp([5, 15, 60]), delays: [5, 15, 60, undefined, undefined] },
  { name: 'steps, the last again and again', backoff: stepsThenRepeat([5, 15, 60]), delays: [5, 15, 60, 60, 60] },
  {
    name: 'twice as long each time, up to the most',
    backoff: doubling({ first: 3, most: 20 }),
    delays: [3, 6, 12, 20, 20],
  },
])('waits after each attempt: $name', ({ backoff, delays }) => {
  expect(delays.map((_, i) => backoff(i + 1))).toEqual(delays)
})

it('ends at the most however often it was tried', () => {
  expect(doubling({ first: 3, most: 1_800 })(100_000)).toBe(1_800)
})

it('polls what is young often, and what is old seldom', () => {
  const backoff = byAge([60, 120, 3_600], 4)
  expect([0, 239, 240, 479, 480, 14_399, 14_400, 1_000_000].map(backoff)).toEqual([
    60, 60, 120, 120, 3_600, 3_600, 3_600, 3_600,
  ])
})

it.each([
  { asked: undefined, seconds: 60 },
  { asked: 0, seconds: 60 },
  { asked: 59, seconds: 60 },
  { asked: 120, seconds: 120 },
  { asked: 999_999, seconds: 86_400 },
])('waits $seconds seconds where $asked were asked for', ({ asked, seconds }) => {
  expect(retryAfter(asked, { least: 60, most: 86_400 })).toBe(seconds)
})
