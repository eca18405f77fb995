import { item } from './environment-items.ts'
import type { EnvironmentItem } from './environment-items.ts'
import { askTimeServer } from './sntp.ts'
import type { TimeReading } from './sntp.ts'

/** Tokens claim this accuracy; a clock beyond it would make them untrue. */
const MAX_OFFSET_MS = 1_000

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Answers that are off by more than their own way explains. */
const isOff = ({ offsetMs, delayMs }: TimeReading): boolean =>
  Math.abs(offsetMs ?? 0) - (delayMs ?? 0) / 2 > MAX_OFFSET_MS

/**
 * The clock against the servers the operator named. One of several may be wrong, more than half of those that answered may
 * not. Nobody is asked who was not named, so without names the clock stays unread and the report says so.
 */
export async function timeServersItem(
  servers: readonly string[],
  now: () => Date,
  milliseconds?: number,
): Promise<EnvironmentItem> {
  const readings = await Promise.all(servers.map((server) => askTimeServer(server, now, milliseconds)))
  const answered = readings.filter(({ error }) => error === null)
  const off = answered.filter(isOff)
  const verdict =
    answered.length === 0
      ? 'noted'
      : off.length * 2 >= answered.length
        ? 'abnormal'
        : off.length > 0
          ? 'noted'
          : 'clean'
  return item('time-servers', verdict, {
    medianOffsetMs: median(answered.map(({ offsetMs }) => offsetMs ?? 0)),
    limitMs: MAX_OFFSET_MS,
    readings,
  })
}
