import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from '../bin/runner/longest-first.ts'

const root = join(import.meta.dirname, '../..')

/** Whole-product flows in a real browser: one service and one site to capture for the run, three files at a time, as each waits for pages most of the while, with people of their own. */
export default defineConfig({
  root,
  test: {
    include: ['tests/journeys/**/*.journey.ts'],
    environment: 'node',
    setupFiles: join(root, 'tests/bin/runner/work/tell-file.setup.ts'),
    globalSetup: join(root, 'tests/journeys/world.setup.ts'),
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000, interval: 100 } },
    teardownTimeout: 60_000,
  },
})
