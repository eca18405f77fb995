import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Failure } from './report.ts'
import { titleOf } from './report.ts'

const cache = join(process.cwd(), '.cache')
/** Where failing tests leave what stood on the page and what the service said (`keepScene`). */
export const scenesFolder = join(cache, 'scenes')
const waveredFolder = join(cache, 'wavered')
const historyFile = join(waveredFolder, 'history.json')

/** Runs that count when the same test wavers again, this one included. */
const runsLookedAt = 3
export const mostWavering = 3

/** Whether a test of this file that fails is run once more: only where a whole machine of other people's parts is in play. */
export const hasSecondChance = (file: string): boolean => /^tests\/(journeys|faults)\//.test(file)

/**
 * Failures that count: of journeys the first of each outermost suite, as its tests go on from one another, and what fails
 * after the first one failed because of it.
 */
export function countedFailures(failures: readonly Failure[]): Failure[] {
  const seen = new Set<string>()
  return failures.filter(({ file, path }) => {
    if (!file.startsWith('tests/journeys/')) return true
    const suite = path.length > 1 ? `${file} > ${path[0]}` : file
    return !seen.has(suite) && seen.add(suite)
  })
}

/** Why a run with these wavering tests is red all the same; undefined where it is not. */
export function tooMuchWavering(
  wavered: readonly string[],
  earlier: readonly (readonly string[])[],
): string | undefined {
  if (wavered.length > mostWavering) return `${wavered.length} tests wavered; ${mostWavering} may`
  const again = wavered.find((title) => earlier.slice(0, runsLookedAt - 1).some((run) => run.includes(title)))
  return again && `wavered again within ${runsLookedAt} runs: ${again}`
}

/** Wavering tests of the runs before, the latest first. */
export const earlierRuns = (): string[][] =>
  existsSync(historyFile) ? (JSON.parse(readFileSync(historyFile, 'utf8')) as string[][]) : []

export function keepHistory(wavered: readonly string[]): void {
  mkdirSync(waveredFolder, { recursive: true })
  writeFileSync(historyFile, `${JSON.stringify([wavered, ...earlierRuns()].slice(0, runsLookedAt), null, 2)}\n`)
}

/** Keeps what is known of a failure before the second run writes over it; the folder's name. */
export function keepFailure(failures: readonly Failure[], at: string): string {
  const { file } = failures[0]!
  const folder = join(waveredFolder, `${at} ${file.replaceAll('/', '-')}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'failure.txt'), failures.map((f) => `${titleOf(f)}\n${f.message}\n`).join('\n'))
  const scenes = sceneFolder(file)
  if (existsSync(scenes)) cpSync(scenes, join(folder, 'scenes'), { recursive: true })
  return folder
}

export const sceneFolder = (file: string): string => join(scenesFolder, file.replaceAll('/', '-'))

export const forgetScenes = (): void => rmSync(scenesFolder, { recursive: true, force: true })
