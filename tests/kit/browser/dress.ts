import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, inject } from 'vitest'

const folder = join(import.meta.dirname, '../../journeys')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((f) => f.endsWith('.journey.ts'))
  .toSorted()

/** How many suites of a file were dealt to: a process runs many files. */
const suites = new Map<string, number>()

/** Which of `count` choices the nth suite of the nth file takes in a run: all are used as often as each other. */
export const dealtTo = (file: number, suite: number, run: number, count: number): number => (file + suite + run) % count

/**
 * What a suite of journeys is run in: one of these settings a run, dealt so that a run uses languages and widths evenly and the
 * next one of another commit takes others. With WIDE=1 it is all of them.
 */
export function dressed<T>(settings: readonly T[]): readonly T[] {
  const { wide, run } = inject('dress')
  if (wide) return settings
  const { testPath } = expect.getState()
  const file = testPath ? files.indexOf(relative(folder, testPath)) : -1
  if (file < 0) throw new Error(`no journey: ${testPath}`)
  const suite = suites.get(testPath!) ?? 0
  suites.set(testPath!, suite + 1)
  return [settings[dealtTo(file, suite, run, settings.length)]!]
}
