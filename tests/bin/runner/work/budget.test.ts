import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Budget, judgeWork, listNeedless, readBudget } from './budget.ts'

const budget: Budget = {
  all: 100,
  whole: 300,
  domains: {},
  file: 25,
  journey: 40,
  dear: { 'tests/faults/killed.test.ts': { seconds: 40, because: 'It kills a whole service.' } },
}
const work = (files: Record<string, number>, counted?: number) => ({
  byFile: new Map(Object.entries({ 'tests/faults/killed.test.ts': 35, ...files })),
  ...(counted !== undefined && { counted }),
})

it('takes a run within its bounds', () => {
  expect(judgeWork(work({ 'tests/a/a.test.ts': 24, '(lint)': 40 }, 99), budget)).toEqual([])
})

it('refuses a run that does too much in all, as the kernel counts it where it does', () => {
  const files = { 'tests/a/a.test.ts': 24, '(lint)': 42 }
  expect(judgeWork(work(files), budget)).toEqual(['101 core-seconds in all, 100 may be'])
  expect(judgeWork(work(files, 100), budget)).toEqual([])
})

it('gives a run that walks everything a bound of its own, and one that walks more than a slice a part of that', () => {
  const files = { 'tests/a/a.test.ts': 24, '(lint)': 240 }
  expect(judgeWork(work(files), budget, 1)).toEqual([])
  expect(judgeWork(work({ ...files, '(types)': 2 }), budget, 1)).toEqual(['301 core-seconds in all, 300 may be'])
  expect(judgeWork(work(files), budget, 0.6)).toEqual(['299 core-seconds in all, 200 may be'])
  expect(judgeWork(work(files), budget, 0.1)).toEqual(['299 core-seconds in all, 100 may be'])
})

it('gives each domain that came after its own room, and no more than 60', () => {
  const files = { 'tests/a/a.test.ts': 24, '(lint)': 90 }
  expect(judgeWork(work(files), { ...budget, domains: { shops: 60 } })).toEqual([])
  expect(judgeWork(work(files), { ...budget, domains: { shops: 61 } })).toEqual([
    'shops adds 61 core-seconds, a domain may add 60',
  ])
})

it('names a file that does too much, by its own bound where it has one', () => {
  expect(judgeWork(work({ 'tests/a/a.test.ts': 25.1 }), budget)).toEqual([
    'tests/a/a.test.ts: 25.1 core-seconds, 25 may be',
  ])
  expect(judgeWork(work({ 'tests/faults/killed.test.ts': 41 }), budget)).toEqual([
    'tests/faults/killed.test.ts: 41.0 core-seconds, 40 may be',
  ])
})

it('allows a journey more than a test', () => {
  const flow = 'tests/journeys/staff/prices.journey.ts'
  expect(judgeWork(work({ [flow]: 39 }), budget)).toEqual([])
  expect(judgeWork(work({ [flow]: 40.1 }), budget)).toEqual([`${flow}: 40.1 core-seconds, 40 may be`])
})

it('judges by the pace of the machine, in all and by file', () => {
  const both = (slowness: number) => ({ ...work({ 'tests/a/a.test.ts': 27, '(lint)': 45 }), slowness })
  expect(judgeWork(both(1.2), budget)).toEqual([])
  expect(judgeWork(both(0.9), budget)).toEqual([
    '119 core-seconds in all, 100 may be',
    'tests/a/a.test.ts: 30.0 core-seconds, 25 may be',
  ])
})

it('says which bounds are needed no more', () => {
  const killed = 'tests/faults/killed.test.ts'
  expect(listNeedless(work({ [killed]: 14 }), budget)).toEqual([killed])
  // It was not its turn.
  expect(listNeedless({ byFile: new Map() }, budget)).toEqual([])
  expect(listNeedless(work({}), budget)).toEqual([])
})

it('refuses a sum by file that is another than the kernel’s', () => {
  expect(judgeWork(work({}, 40), budget)).toEqual([
    '35 core-seconds by file, 40 by the kernel: they differ by over 5 %',
  ])
})

it('allows more only to files that are there, each for a reason', () => {
  const root = join(import.meta.dirname, '../../../..')
  for (const [file, { seconds, because }] of Object.entries(readBudget().dear)) {
    expect({ file, isThere: existsSync(join(root, file)) }).toEqual({ file, isThere: true })
    expect(seconds).toBeGreaterThan(file.endsWith('.journey.ts') ? readBudget().journey : readBudget().file)
    expect(because).toMatch(/^[A-Z].*\.$/)
  }
})
