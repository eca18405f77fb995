import { setTimeout as wait } from 'node:timers/promises'
import { countCall, type Limit } from '../../../server/kit/calls/rate-limits.ts'
import type { TestApp } from '../build-test-app.ts'

const minute = 60
const quarter = 900
/** Longer than any test counts to a limit; hooks have ten seconds. */
const room = 8

/** Waits where the window of a limit that counts by so many seconds is about to end: what a test counts would begin from nought in its middle. */
async function roomInWindow(seconds: number) {
  const left = seconds - ((Date.now() / 1_000) % seconds)
  if (left < room) await wait(left * 1_000 + 100)
}

/** Before something is counted to a limit of a minute, or of an hour or a day, whose windows end with a quarter of an hour too. */
export const roomInMinute = () => roomInWindow(minute)
export const roomInQuarter = () => roomInWindow(quarter)

/** As if nobody had called, tried or been sent anything for a long time. */
export async function forgetLimits({ services }: TestApp) {
  await roomInQuarter()
  for (const counted of ['rateWindow', 'callWindow'] as const) await services.db.system.deleteFrom(counted).execute()
}

/** The same, with room in the minute for what is counted next. */
export async function startMinute(t: TestApp) {
  await roomInMinute()
  await forgetLimits(t)
}

/** As if somebody had made as many calls as the limit takes; the next is refused, for there is room in its window. */
export async function fillWindow({ services: { db } }: TestApp, bucket: string, limit: Limit) {
  await roomInWindow(limit.seconds)
  await countCall(db, bucket, limit)
  await db.system.updateTable('callWindow').set({ hits: limit.hits }).where('bucket', '=', bucket).execute()
}
