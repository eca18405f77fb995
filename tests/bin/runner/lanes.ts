import { existsSync } from 'node:fs'
import { wholeRunVariable } from './projects.ts'
import type { Lane } from './run-lane.ts'
import { timedFiles } from './timed-files.ts'

const node = (file: string, ...args: string[]): string[] => [process.execPath, file, ...args]

/** One checker each, as lanes stand side by side: each of several learns the same large types anew, which was over half of the work. */
const typeLanes = (...args: string[]): Lane[] =>
  ['tsconfig.json', 'server/tsconfig.json'].map((project, i) => ({
    name: `types of the ${['console', 'server'][i]}`,
    command: ['tsc', '-p', project, '--checkers', '1', ...args.map((arg) => arg.replace('{n}', String(i)))],
    isParallel: true,
  }))

const lintLane = (files: readonly string[] = []): Lane => ({
  name: 'lint',
  command: ['oxlint', '--type-aware', '--deny-warnings', ...files],
  // Its type checker, a program in Go, has as many checkers as this says.
  env: { GOMAXPROCS: '1' },
  isParallel: true,
})

const quickLanes: Lane[] = [
  { name: 'import rules', command: node('tests/rules/check-imports.ts'), isParallel: true },
  { name: 'unused code', command: ['knip'], isParallel: true },
  { name: 'database types', command: node('server/bin/database-types.ts', '--check'), isParallel: true },
  { name: 'formatting', command: ['oxfmt', '--check'], isParallel: true },
]

/** Reads the code and does not run it. */
export const staticLanes: Lane[] = [lintLane(), ...typeLanes(), ...quickLanes]

/** The same for a change: lint of its files, and types from what the last time left behind. */
export function lanesOfChange(changed: readonly string[]): Lane[] {
  const files = changed.filter((file) => /\.tsx?$/.test(file) && existsSync(file))
  const types = typeLanes('--incremental', '--tsBuildInfoFile', '.cache/types-{n}.json')
  return [...types, ...(files.length ? [lintLane(files)] : []), ...quickLanes]
}

/** One thread of it works most of the while: it begins first. */
export const pageLane: Lane = { name: 'pages', command: ['vite', 'build', '--logLevel', 'warn'], isParallel: true }

export const sizeLane: Lane = { name: 'size budgets', command: node('tests/rules/check-sizes.ts') }

/** Every test but journeys, or the files named. */
export const testLane = (files: readonly string[] = []): Lane => ({
  name: 'tests',
  command: ['vitest', 'run', ...files],
})

/** What measures time, alone. */
export const timedLane: Lane = {
  name: 'tests of time',
  command: ['vitest', 'run', '--maxWorkers=1', ...timedFiles],
}

/** All other tests and all journeys, in one queue: whoever waits leaves the machine to others. */
export const wholeLane: Lane = {
  name: 'tests and journeys',
  command: ['vitest', 'run'],
  env: { [wholeRunVariable]: '1' },
}

/** Whole flows in a real browser, or the files named. */
export const journeyLane = (files: readonly string[] = []): Lane => ({
  name: 'journeys',
  command: ['vitest', 'run', '--config', 'tests/journeys/vitest.config.ts', ...files],
})

/** Plants defects in the files that decide: their tests have to find them. */
export const mutationLane: Lane = { name: 'planted defects', command: node('tests/bin/mutate.ts') }
