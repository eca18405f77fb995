import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from '../bin/runner/longest-first.ts'
import { countWorkers } from '../bin/runner/worker-count.ts'

const root = join(import.meta.dirname, '../..')

/** Whole-product flows in a real browser: one service and one site to capture for the run, several files at a time, as each waits for pages most of the while, with people of their own. */
export default defineConfig({
  root,
  test: {
    include: ['tests/journeys/**/*.journey.ts'],
    environment: 'node',
    setupFiles: [
      join(root, 'tests/bin/runner/work/tell-file.setup.ts'),
      join(root, 'tests/journeys/journeys.setup.ts'),
    ],
    globalSetup: join(root, 'tests/journeys/world.setup.ts'),
    // A process loads the words, the contract and a browser once for all files that it runs.
    isolate: false,
    maxWorkers: countWorkers(),
    sequence: { sequencer: LongestFirst },
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
})
