import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startTakeLoop } from '../../../server/kit/work/take-loop.ts'

/** A loop over numbers that wait, with what became of them. */
function start(waiting: number[], work: (one: number) => Promise<void>) {
  const seen = { asked: [] as number[], done: [] as number[], failed: [] as (number | undefined)[], most: 0 }
  let running = 0
  const loop = startTakeLoop<number>({
    everyMilliseconds: 5,
    mostAtOnce: 3,
    take: async (most) => {
      seen.asked.push(most)
      return waiting.splice(0, most)
    },
    work: async (one) => {
      seen.most = Math.max(seen.most, ++running)
      await work(one).finally(() => running--)
      seen.done.push(one)
    },
    onError: (_, one) => seen.failed.push(one),
  })
  return { seen, stop: () => loop.stop() }
}

it('works at no more than it may at once, and asks for no more than it has room for', async () => {
  const { seen, stop } = start(
    Array.from({ length: 12 }, (_, i) => i),
    (one) => wait(one % 3 ? 25 : 8),
  )
  await expect.poll(() => seen.done.length).toBe(12)
  await stop()
  expect(seen.most).toBe(3)
  expect(Math.max(...seen.asked)).toBe(3)
  expect(Math.min(...seen.asked)).toBeGreaterThan(0)
})

it('goes on where one fails, and where nothing could be taken', async () => {
  const { seen, stop } = start([1, 2, 3, 4], async (one) => {
    if (one === 2) throw new Error('no')
  })
  await expect.poll(() => seen.done).toEqual([1, 3, 4])
  await stop()
  expect(seen.failed).toEqual([2])

  let looks = 0
  const errors: unknown[] = []
  const loop = startTakeLoop({
    everyMilliseconds: 5,
    mostAtOnce: 1,
    take: async () => {
      if (++looks === 1) throw new Error('no database')
      return []
    },
    work: async () => {},
    onError: (error, one) => errors.push([error, one]),
  })
  await expect.poll(() => looks).toBeGreaterThan(2)
  await loop.stop()
  expect(errors).toEqual([[new Error('no database'), undefined]])
})

it('takes nothing more when it is stopped, and waits for what runs', async () => {
  const { seen, stop } = start([1, 2, 3, 4, 5], () => wait(50))
  await expect.poll(() => seen.most).toBe(3)
  await stop()
  expect(seen.done.toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  const { length } = seen.asked
  await wait(40)
  expect([seen.done.length, seen.asked.length]).toEqual([3, length])
})
