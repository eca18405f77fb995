import type { Lane } from './run-lane.ts'

const node = (file: string, ...args: string[]): string[] => [process.execPath, file, ...args]

/** What reads the code and does not run it. */
export const staticLanes: Lane[] = [
  { name: 'formatting', command: ['oxfmt', '--check'] },
  { name: 'types of the console', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the server', command: ['tsc', '-p', 'server/tsconfig.json'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'import rules', command: node('tests/rules/check-imports.ts') },
  { name: 'unused code', command: ['knip'] },
  { name: 'database types', command: node('server/bin/database-types.ts', '--check') },
]

export const pageLanes: Lane[] = [
  { name: 'pages', command: ['vite', 'build', '--logLevel', 'warn'] },
  { name: 'size budgets', command: node('tests/rules/check-sizes.ts') },
]

/** Every test but journeys, or the files named. */
export const testLane = (files: readonly string[] = []): Lane => ({
  name: 'tests',
  command: ['vitest', 'run', ...files],
})

/** Whole flows in a real browser, or the files named. */
export const journeyLane = (files: readonly string[] = []): Lane => ({
  name: 'journeys',
  command: ['vitest', 'run', '--config', 'tests/journeys/vitest.config.ts', ...files],
})
