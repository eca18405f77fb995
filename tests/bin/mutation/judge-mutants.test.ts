import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeFile, type JudgedFile, type Mutant } from './judge-mutants.ts'
import { readJudgedFiles } from './judged-files.ts'

const defect = (to: string, isFound = true): Mutant => ({
  lineNumber: 7,
  line: 'return a + b',
  from: 'a + b',
  to,
  isFound,
})
const defects = (found: number, left: number) => [
  ...Array.from({ length: found }, (_, i) => defect(`found ${i}`)),
  ...Array.from({ length: left }, (_, i) => defect(`left ${i}`, false)),
]
const equivalent = (to: string) => ({ line: 'return a + b', from: 'a + b', to, why: 'b is always nought' })
const file = (more: Partial<JudgedFile> = {}): JudgedFile => ({
  file: 'sum.ts',
  tests: ['sum.test.ts'],
  score: 90,
  ...more,
})
const complaintsOf = (one: JudgedFile, mutants: Mutant[]) => judgeFile(one, mutants).complaints.join('\n')

describe('a file that decides', () => {
  it('passes where nine of ten defects are found, and tells of the others', () => {
    expect(judgeFile(file(), defects(90, 10))).toMatchObject({ score: 90, complaints: [] })
    expect(judgeFile(file(), defects(9, 1)).survivors).toEqual([defect('left 0', false)])
  })
  it('fails where fewer are found, or fewer than before, or none was planted', () => {
    expect(complaintsOf(file(), defects(89, 11))).toBe('finds 89 %, must find 90 %')
    expect(complaintsOf(file({ score: 97 }), defects(96, 4))).toBe('finds 96 %, must find 97 %')
    expect(complaintsOf(file(), [])).toBe('finds 0 %, must find 90 %')
  })
})

describe('a defect that no test can find', () => {
  it('counts for nothing where it is named', () => {
    const equivalents = ['left 0', 'left 1'].map(equivalent)
    expect(judgeFile(file({ score: 100, equivalents }), defects(98, 2))).toMatchObject({
      score: 100,
      survivors: [],
      complaints: [],
    })
  })
  it('is none where a test finds it, or where nothing plants it any more', () => {
    expect(complaintsOf(file({ equivalents: [equivalent('found 3')] }), defects(99, 1))).toContain('found by a test')
    expect(complaintsOf(file({ equivalents: [equivalent('another')] }), defects(99, 1))).toContain(
      'not planted any more',
    )
  })
  it('is one of thirty at most', () => {
    const equivalents = ['left 0', 'left 1', 'left 2', 'left 3'].map(equivalent)
    expect(complaintsOf(file({ equivalents: equivalents.slice(0, 3) }), defects(97, 3))).toBe('')
    expect(complaintsOf(file({ equivalents }), defects(96, 4))).toContain('3 % may be')
  })
})

describe('the list of files that decide', () => {
  const listed = readJudgedFiles()
  it('names files and tests that are there, each file once', () => {
    const paths = listed.flatMap((one) => [one.file, ...one.tests])
    expect(paths.filter((path) => !existsSync(join(import.meta.dirname, '../../..', path)))).toEqual([])
    expect(new Set(listed.map((one) => one.file)).size).toBe(listed.length)
    expect(listed.filter(({ tests }) => !tests.length)).toEqual([])
  })
  it('gives a reason for each defect that no test can find', () =>
    expect(listed.flatMap(({ equivalents = [] }) => equivalents).filter(({ why }) => why.length < 10)).toEqual([]))
})
