import { expect, vi } from 'vitest'

// Journeys wait for a service and a browser that others use meanwhile; in a whole run they stand in one queue with all other tests.
if (expect.getState().testPath?.endsWith('.journey.ts'))
  vi.setConfig({ testTimeout: 240_000, expect: { poll: { timeout: 45_000, interval: 100 } } })
