import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Sweep } from '../../../server/kit/work/domain.ts'
import type { Services } from '../../../server/kit/services.ts'
import { startSweeps } from '../../../server/kit/work/sweeps.ts'

const errors: [object, string][] = []
const log = { info() {}, warn() {}, error: (details: object, text: string) => void errors.push([details, text]) }

beforeEach(() => {
  errors.length = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => vi.useRealTimers())

const start = (...sweeps: Sweep[]) => startSweeps({} as Services, log, sweeps)

it('takes each sweep at its own interval, whatever the others do', async () => {
  const [often, seldom] = [vi.fn<() => Promise<void>>(async () => {}), vi.fn<() => Promise<void>>(async () => {})]
  const throws = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no table')))
  const never = vi.fn<() => Promise<void>>(() => new Promise<void>(() => {}))
  start(
    { name: 'throws', everySeconds: 10, run: throws },
    { name: 'never ends', everySeconds: 10, run: never },
    { name: 'often', everySeconds: 10, run: often },
    { name: 'seldom', everySeconds: 100, run: seldom },
  )
  for (let second = 0; second < 111; second++) await vi.advanceTimersByTimeAsync(1_000)
  expect(throws.mock.calls.length).toBeGreaterThanOrEqual(10)
  expect(often.mock.calls.length).toBeGreaterThanOrEqual(10)
  expect([never.mock.calls.length, seldom.mock.calls.length]).toEqual([1, 1])
  expect(errors[0]).toEqual([{ err: new Error('no table'), sweep: 'throws' }, 'sweep'])
})

it('delays the first turn of each a little more, and no later one', async () => {
  const began = performance.now()
  const turns: number[][] = [[], [], []]
  start(
    ...turns.map((of, i) => ({
      name: `${i}`,
      everySeconds: 10,
      run: async () => void of.push(performance.now() - began),
    })),
  )
  await vi.advanceTimersByTimeAsync(31_000)
  expect(turns).toEqual([
    [10_000, 20_000, 30_000],
    [10_150, 20_150, 30_150],
    [10_300, 20_300, 30_300],
  ])
})

it('tells of one that was slow, by its name', async () => {
  const run = () => new Promise<void>((done) => setInterval(done, 40_000))
  start({ name: 'a large table', everySeconds: 10, run })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(errors).toEqual([[{ sweep: 'a large table', seconds: 40 }, 'a sweep was slow']])
})

it('waits for what runs when it is stopped, and begins nothing more', async () => {
  let ended = false
  const run = vi.fn<() => Promise<void>>(
    () => new Promise<void>((done) => setInterval(() => done(void (ended = true)), 5_000)),
  )
  const sweeps = start({ name: 'one', everySeconds: 10, run })
  await vi.advanceTimersByTimeAsync(10_000)
  const stopped = sweeps.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  await stopped
  expect([ended, run.mock.calls.length]).toEqual([true, 1])
})

it('begins nothing when it is stopped before the first turn', async () => {
  const run = vi.fn<() => Promise<void>>(async () => {})
  const sweeps = start(...[0, 1].map((i) => ({ name: `${i}`, everySeconds: 1, run })))
  await sweeps.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(run).not.toHaveBeenCalled()
})
