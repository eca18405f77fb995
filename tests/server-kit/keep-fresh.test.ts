import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepFresh } from '../../server/app/keep-fresh.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched() {
  const said: string[] = []
  const endings: ReturnType<Authority['endings']> = []
  const refresh = vi.fn<() => Promise<void>>().mockResolvedValue()
  const log = {
    info() {},
    warn: (_: unknown, text: string) => void said.push(text),
    error: (_: unknown, text: string) => void said.push(text),
  }
  return {
    said,
    endings,
    refresh,
    start: () => keepFresh({ refresh, endings: () => endings } as Partial<Authority> as Authority, log as never),
  }
}

it('looks for renewed keys at the start and twice a minute, until it is stopped', async () => {
  const { refresh, start } = watched()
  const stop = await start()
  expect(refresh).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refresh).toHaveBeenCalledTimes(3)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refresh).toHaveBeenCalledTimes(3)
})

it('goes on when keys on the disk cannot be read, and says so once a day', async () => {
  const { said, refresh, start } = watched()
  refresh.mockRejectedValue(new Error('half written'))
  const stop = await start()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(said).toEqual(['keys on the disk cannot be taken over; those in memory go on'])
  await vi.advanceTimersByTimeAsync(86_400_000)
  expect(said).toHaveLength(2)
  stop()
})

it('warns of what ends soon, with the command that renews it', async () => {
  const { said, endings, start } = watched()
  endings.push(
    { what: 'tsa-key', at: new Date('2027-03-01T00:00:00Z') },
    { what: 'revocation-list', at: new Date('2027-03-01T00:00:00Z') },
  )
  const stop = await start()
  expect(said).toEqual([
    'tsa-key ends on 2027-03-01: npm run ceremony -- renew',
    'revocation-list ends on 2027-03-01: npm run ceremony -- crl',
  ])
  stop()
})
