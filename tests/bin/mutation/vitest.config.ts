import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests that judge the files of one run: they ask no database and no browser. */
export default defineConfig({
  root: join(import.meta.dirname, '../../..'),
  test: {
    include: JSON.parse(process.env['JUDGING_TESTS'] ?? '[]') as string[],
    environment: 'node',
    testTimeout: 60_000,
  },
})
