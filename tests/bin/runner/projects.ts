import { join } from 'node:path'
import type { ViteUserConfig } from 'vitest/config'
import { dealWalks } from '../../kit/sweep/deal-walks.ts'
import { LongestFirst } from './longest-first.ts'
import { timedFiles } from './timed-files.ts'
import { countWorkers } from './worker-count.ts'

/** Set in a whole run: journeys that it walks stand in one queue with the tests, and what measures time has run before. */
export const wholeRunVariable = 'WHOLE_RUN'

/** Vitest's settings for every test of the project at `root`. */
export function testProjects(root: string): NonNullable<ViteUserConfig['test']> {
  const isWhole = process.env[wholeRunVariable] === '1'
  const tellFile = join(root, 'tests/bin/runner/work/tell-file.setup.ts')
  return {
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: ['tests/**/*.test.ts', ...(isWhole ? ['tests/journeys/**/*.journey.ts'] : [])],
          exclude: ['tests/bench/**', 'node_modules/**', ...(isWhole ? [...timedFiles, ...dealWalks().left] : [])],
          globalSetup: ['tests/kit/cluster.setup.ts', ...(isWhole ? ['tests/journeys/world.setup.ts'] : [])].map(
            (file) => join(root, file),
          ),
          setupFiles: [tellFile, ...(isWhole ? [join(root, 'tests/journeys/journeys.setup.ts')] : [])],
          // To load the service takes longer than most files' tests: each of the processes does it once. What a file sets
          // outside of itself (variables, timers, stubs) it puts back.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'pages', setupFiles: tellFile, include: ['tests/**/*.test.tsx'] } },
    ],
    maxWorkers: countWorkers(),
    // Of tests that say so: what runs in a browser of its own waits much, and works much.
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    // Longer than the longest wait within a test, a capture's `totalMs`, which ends by itself and says why.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  }
}
