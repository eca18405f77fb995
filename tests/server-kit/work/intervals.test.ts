import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { runEvery, throttled } from '../../../server/kit/work/intervals.ts'

describe('work that is done again and again', () => {
  it('never runs twice at once, goes on after a failure, and has ended when it was stopped', async () => {
    let [running, most, done] = [0, 0, 0]
    const errors: unknown[] = []
    const runs = runEvery(
      5,
      async () => {
        most = Math.max(most, ++running)
        await wait(20)
        running--
        if (++done === 2) throw new Error('once')
      },
      (error) => errors.push(error),
    )
    await expect.poll(() => done).toBeGreaterThan(3)
    await runs.stop()
    expect(running).toBe(0)
    const ended = done
    await wait(40)
    expect([most, done, errors.length]).toEqual([1, ended, 1])
  })

  it('is told of at once, and then rarely', async () => {
    const told: string[] = []
    const tell = throttled(60, (text: string) => told.push(text))
    for (const text of ['a', 'b', 'c']) tell(text)
    expect(told).toEqual(['a'])
    await wait(80)
    tell('d')
    expect(told).toEqual(['a', 'd'])
  })
})
