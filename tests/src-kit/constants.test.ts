import { expect, it } from 'vitest'
import { requestTimeout, uploadTimeout } from '../../contract/kit/client-policy.ts'
import { addDay } from '../../contract/kit/time.ts'
import { goodStatus, sessionGoneStatus } from '../../contract/kit/statuses.ts'
import { Page } from '../../contract/kit/page.ts'
import * as constants from '../../dataProvider/constants.ts'
import { durationParts, formatNumber, formatSize, shortenHash } from '../../src/kit/plain/format.ts'

// Specification §9, as it stands there.
it.each([
  ['HTTP time-out', requestTimeout, 180_000],
  ['file upload time-out', uploadTimeout, 1_000_000],
  ['script chunk load time-out', constants.partTimeout, 120_000],
  ['good status', goodStatus, '000000'],
  ['session gone', sessionGoneStatus, '500002'],
  ['page and size', Page.parse({}), { pageNum: 1, pageSize: 10 }],
  ['long cache', constants.longCacheLifetime, 5 * 60_000],
  ['short cache', constants.cacheLifetime, 60_000],
  ['focus refresh throttle', constants.focusRefreshThrottle, 5_000],
  ['load-more threshold', constants.loadMoreThreshold, 100],
  ['loading placeholder', constants.loadingDelay, 200],
  ['notification seconds', constants.noticeSeconds, 4.5],
  ['notification stack', constants.noticeStack, { threshold: 3, offset: 8, gap: 16 }],
])('%s', (_, ours, specified) => expect(ours).toEqual(specified))

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KB'],
  [1_572_864, '1.50 MB'],
  [5 * 1024 ** 3, '5.00 GB'],
  [5 * 1024 ** 4, '5120.00 GB'],
  [null, '-'],
])('a size of %s reads %s', (bytes, text) => expect(formatSize(bytes)).toBe(text))

it.each([
  [0, '0second'],
  [59, '59second'],
  [3_600, '1hour'],
  [90_061, '1day 1hour 1minute 1second'],
])('%s seconds are %s', (seconds, text) =>
  expect(
    durationParts(seconds)
      .map((p) => `${p.count}${p.unit}`)
      .join(' '),
  ).toBe(text),
)

it.each([
  [0, '0.00'],
  [1234.5, '1,234.50'],
  [1_000_000, '1,000,000.00'],
  [-0.005, '-0.01'],
])('%s reads %s', (n, text) => expect(formatNumber(n)).toBe(text))

it('a hash is shortened in the middle, and a short one left alone', () => {
  expect(shortenHash('a'.repeat(9) + 'b'.repeat(49) + 'c'.repeat(6))).toBe(`${'a'.repeat(9)}…${'c'.repeat(6)}`)
  expect(shortenHash('abc')).toBe('abc')
})

it.each([
  ['card', 5],
  ['cell', 9],
  ['line', 12],
] as const)('on a %s %s characters of its head are shown, and six of its tail', (room, head) => {
  const hash = Array.from({ length: 64 }, (_, i) => (i % 16).toString(16)).join('')
  expect(shortenHash(hash, room)).toBe(`${hash.slice(0, head)}…${hash.slice(-6)}`)
})

it('a day later is 24 hours later, whatever the calendar does meanwhile', () => {
  expect(new Date(addDay(Date.parse('2028-02-28T16:00:00Z'))).toISOString()).toBe('2028-02-29T16:00:00.000Z')
})
