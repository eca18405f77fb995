import { expect, it } from 'vitest'
import { figuresOf, worseThan } from '../../bench/compare-figures.ts'

it('figures are named by the words around them, and keep their units', () => {
  expect(figuresOf('lists', '  by label             service    10.7 ms   bare SQL     0.6 ms')).toEqual([
    { name: 'lists: by label service # ms bare SQL # ms', value: 10.7, unit: 'ms' },
    { name: 'lists: by label service # ms bare SQL # ms (2)', value: 0.6, unit: 'ms' },
  ])
  expect(figuresOf('log', 'appended, first 50,000   25,620 a second')).toEqual([
    { name: 'log: appended, first # # a second', value: 25_620, unit: 'a second' },
  ])
  expect(figuresOf('console', 'Nothing of 3 things is a figure')).toEqual([])
})

it('tells what got worse by more than a fifth, whichever way is worse', () => {
  const last = { page: 10, speed: 100, size: 90, small: 0.2 }
  const now = (page: number, speed: number, size: number) => [
    { name: 'page', value: page, unit: 'ms' },
    { name: 'speed', value: speed, unit: 'MB/s' },
    { name: 'size', value: size, unit: 'KB' },
    { name: 'small', value: 0.6, unit: 'ms' },
    { name: 'new', value: 1_000, unit: 'ms' },
  ]
  expect(worseThan(last, now(11.9, 84, 80))).toEqual([])
  expect(worseThan(last, now(12.1, 83, 109))).toEqual([
    '  page  10 ms → 12.1 ms',
    '  speed  100 MB/s → 83 MB/s',
    '  size  90 KB → 109 KB',
  ])
})
