import { describe, expect, it } from 'vitest'
import { dealtTo } from '../../kit/browser/dress.ts'
import type { Failure } from './report.ts'
import { countedFailures, hasSecondChance, tooMuchWavering } from './wavering.ts'

const failure = (file: string, ...path: string[]): Failure => ({ file, path, message: '' })

describe('a second chance', () => {
  it('is for journeys and faults, and for nothing else', () => {
    const files = [
      'tests/journeys/console/list.journey.ts',
      'tests/faults/killed.test.ts',
      'tests/rules/rights.api.test.ts',
    ]
    expect(files.map(hasSecondChance)).toEqual([true, true, false])
    expect(hasSecondChance('tests/evidence/faults/x.test.ts')).toBe(false)
  })

  it('counts a journey that stopped once, however much of it comes after', () => {
    const file = 'tests/journeys/console/list.journey.ts'
    const failures = [
      failure(file, 'in en', 'a'),
      failure(file, 'in en', 'b'),
      failure(file, 'in zh-CN', 'a'),
      failure(file, 'alone'),
      failure(file, 'alone too'),
    ]
    expect(countedFailures(failures).map((f) => f.path.join(' '))).toEqual(['in en a', 'in zh-CN a', 'alone'])
  })

  it('counts every fault test that failed', () => {
    const failures = ['a', 'b'].map((name) => failure('tests/faults/killed.test.ts', 'a kill', name))
    expect(countedFailures(failures)).toEqual(failures)
  })
})

describe('a run in which tests wavered', () => {
  it('is green with three of them', () => {
    expect(tooMuchWavering(['a', 'b', 'c'], [])).toBeUndefined()
  })

  it('is red with four', () => {
    expect(tooMuchWavering(['a', 'b', 'c', 'd'], [])).toContain('4 tests wavered')
  })

  it.each([
    ['the run before', [['a']]],
    ['the run before that', [[], ['a']]],
  ])('is red where one of them wavered in %s', (_, earlier) => {
    expect(tooMuchWavering(['a'], earlier)).toContain('again')
  })

  it('forgets what wavered longer ago', () => {
    expect(tooMuchWavering(['a'], [[], [], ['a']])).toBeUndefined()
  })
})

describe('the settings of journeys', () => {
  it.each([2, 4])('are used as often as each other where there are %i', (count) => {
    const used = Array.from({ length: 24 }, (_, file) => dealtTo(file, 0, 7, count))
    for (let which = 0; which < count; which++) expect(used.filter((u) => u === which)).toHaveLength(24 / count)
  })

  it('are others in the next run', () => {
    expect(dealtTo(3, 1, 8, 2)).not.toBe(dealtTo(3, 1, 9, 2))
  })
})
