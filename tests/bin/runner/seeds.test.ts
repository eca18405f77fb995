import { afterEach, expect, it, vi } from 'vitest'
import { randomness, seedOf } from '../../kit/randomness.ts'

afterEach(() => vi.unstubAllEnvs())

it('a run’s seed gives the same chances again, and others to each name', () => {
  vi.stubEnv('SEED', '1467653442')
  expect(seedOf('large file')).toBe(seedOf('large file'))
  expect(seedOf('another file')).not.toBe(seedOf('large file'))
  expect(randomness('large file').below(2 ** 31)).toBe(randomness('large file').below(2 ** 31))
  vi.stubEnv('SEED', '1467653443')
  const other = seedOf('large file')
  vi.stubEnv('SEED', '1467653442')
  expect(seedOf('large file')).not.toBe(other)
})
