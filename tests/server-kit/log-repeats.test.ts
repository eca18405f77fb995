import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { logOptions } from '../../server/kit/log.ts'

afterEach(() => void vi.useRealTimers())

it('an error that strangers can cause at will fills no disk: a minute has twenty lines of it, and one that counts the others', () => {
  vi.useFakeTimers()
  const out = new PassThrough()
  const log = pino({ ...logOptions('info') }, out)
  const fail = (n: number) => log.error({ err: new Error(`no room for ${n}`) }, 'refused')
  for (let n = 0; n < 500; n++) fail(n)
  log.error({ err: new Error('another place') }, 'refused')
  log.info('words without an error')
  log.info('words without an error')
  vi.advanceTimersByTime(60_000)
  fail(500)
  const lines = String(out.read())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; repeated?: number; err?: { message: string } })
  expect(lines.map((l) => [l.err?.message, l.repeated].filter((x) => x !== undefined))).toEqual([
    ...Array.from({ length: 20 }, (_, n) => [`no room for ${n}`]),
    ['another place'],
    [],
    [],
    ['no room for 0', 480],
    ['no room for 500'],
  ])
})
