import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../kit/longest-first.ts'

const root = join(import.meta.dirname, '../..')

/** Whole-product flows in a real browser: one service and one site to capture for the run, two files at a time, each with people of its own. */
export default defineConfig({
  root,
  test: {
    include: ['tests/journeys/**/*.journey.ts'],
    environment: 'node',
    globalSetup: join(root, 'tests/journeys/world.setup.ts'),
    maxWorkers: 2,
    sequence: {
      sequencer: longestFirst([
        '/deposits.',
        '/data-rights.',
        '/kit.',
        '/hardship.',
        '/main.',
        '/third.',
        '/list.',
        '/real-name.',
      ]),
    },
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 100 } },
    teardownTimeout: 60_000,
  },
})
