import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What vitest's JSON reporter writes, as far as it is read here. */
interface Report {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export const reportOf = (lane: string): string =>
  join(tmpdir(), `skz-lane-${process.pid}-${lane.replace(/\W+/g, '-')}.json`)

const shortest = 300
const brief = (text = '') => stripVTControlCharacters(text).trim().replaceAll(/\s+/g, ' ').slice(0, shortest)

/** One line for each test that failed, so that the end of a long output says what to look at. */
export function failuresIn(path: string): string[] {
  if (!existsSync(path)) return []
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((a) => a.status === 'failed')
    if (!failed.length)
      return status === 'failed' ? [`${file}: ${brief(message) || 'failed before its tests; see above'}`] : []
    return failed.map((a) => `${file} > ${a.fullName}: ${brief(a.failureMessages[0])}`)
  })
}
