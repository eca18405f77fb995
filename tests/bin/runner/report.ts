import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface TestOutcome {
  /** Names of the suites it stands in, outermost first. */
  suites: string[]
  name: string
  state: 'passed' | 'failed' | 'skipped' | 'pending'
  message: string
}

export interface FileReport {
  file: string
  seconds: number
  /** What went wrong outside of tests: while the file was loaded, in a hook around all tests or a suite, or in a suite without tests. */
  errors: string[]
  tests: TestOutcome[]
}

/** What `LaneReporter` writes of one run of vitest. */
export interface RunReport {
  files: FileReport[]
  /** Errors that no test and no file owns. */
  unhandled: string[]
}

export interface Failure {
  file: string
  /** Names from the outermost suite to the test; of a file that failed outside of tests, none. */
  path: string[]
  message: string
}

const briefLength = 300
const brief = (text: string) => stripVTControlCharacters(text).trim().replaceAll(/\s+/g, ' ').slice(0, briefLength)

/** Undefined where the run ended before it could write one. */
export const readReport = (path: string): RunReport | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RunReport) : undefined

export const titleOf = ({ file, path }: Pick<Failure, 'file' | 'path'>): string => [file, ...path].join(' > ')

export const lineOf = (failure: Failure): string => `${titleOf(failure)}: ${brief(failure.message)}`

export function failuresIn(report: RunReport): Failure[] {
  return report.files.flatMap(({ file, errors, tests }) => {
    const failed = tests.filter((t) => t.state === 'failed')
    const outside = errors.map((message) => ({ file, path: [], message }))
    return [...outside, ...failed.map((t) => ({ file, path: [...t.suites, t.name], message: t.message }))]
  })
}

/** Titles of the tests that were not run, most of them for want of a program. */
export const skippedIn = (report: RunReport): string[] =>
  report.files.flatMap(({ file, tests }) =>
    tests.filter((t) => t.state === 'skipped').map((t) => titleOf({ file, path: [...t.suites, t.name] })),
  )
