import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, inject } from 'vitest'

const files = readdirSync(join(import.meta.dirname, '../../journeys'))
  .filter((f) => f.endsWith('.journey.ts'))
  .toSorted()

let suites = 0

/** Which of `count` choices the nth suite of the nth file takes in a run: all are used as often as each other. */
export const dealtTo = (file: number, suite: number, run: number, count: number): number => (file + suite + run) % count

/**
 * What a suite of journeys is run in: one of these settings a run, dealt so that a run uses languages and widths evenly and the
 * next one of another commit takes others. With WIDE=1 it is all of them.
 */
export function dressed<T>(settings: readonly T[]): readonly T[] {
  const { wide, run } = inject('dress')
  if (wide) return settings
  const file = files.indexOf(basename(expect.getState().testPath ?? ''))
  return [settings[dealtTo(file, suites++, run, settings.length)]!]
}
