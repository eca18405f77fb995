import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '../..')

/** Whole-product flows in a real browser: one service and one site to capture for the run, one file after another. */
export default defineConfig({
  root,
  test: {
    include: ['tests/journeys/**/*.journey.ts'],
    environment: 'node',
    globalSetup: join(root, 'tests/journeys/world.setup.ts'),
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 100 } },
    teardownTimeout: 60_000,
  },
})
