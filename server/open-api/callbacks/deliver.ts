import { CallbackBody, callbackHeaders } from '../../../contract/open-api/callbacks.ts'
import { announce } from '../../kit/notify/live.ts'
import { tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'
import { retryAfter } from '../../kit/work/backoff.ts'
import type { ErrorLog } from '../../kit/work/domain.ts'
import { startTakeLoop } from '../../kit/work/take-loop.ts'
import { backoff } from './backoff.ts'
import * as repo from './callbacks.repo.ts'
import { post } from './send.ts'
import { signCallback } from './signers.ts'

/** Seconds for which a receiver may put us off. */
const mostRetryAfter = 86_400

/** Sends what is due until it is stopped. */
export const startCallbacks = (services: Services, log: ErrorLog) =>
  startTakeLoop({
    everyMilliseconds: 1_000,
    mostAtOnce: 16,
    take: (most) => repo.takeDue(services.db, most),
    work: (due) => sendDue(services, due),
    onError: (err, due) => log.error({ err, callback: due?.id }, 'callbacks'),
  })

/** One attempt. What is sent stays the same from one to the next, but for time and signature. */
export async function sendDue(services: Services, due: repo.Due): Promise<void> {
  const { db, secrets, config } = services
  const body = JSON.stringify(CallbackBody.parse({ type: due.event, timestamp: due.at.toISOString(), data: due.data }))
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = await signCallback(db, secrets, due.platformId, { id: due.id, timestamp, body })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'shimakaze',
    [callbackHeaders.id]: due.id,
    [callbackHeaders.timestamp]: timestamp,
    [callbackHeaders.signature]: signature,
  }
  await settle(services, due, await post(due, headers, body, config.allowPrivate))
}

type Outcome = Awaited<ReturnType<typeof post>>

const isDone = (status: number) => status >= 200 && status < 300
const asksToWait = [429, 503]

async function settle({ db, jobs }: Services, due: repo.Due, outcome: Outcome) {
  const ended = {
    answer: 'status' in outcome ? outcome.status : null,
    error: 'error' in outcome ? outcome.error : null,
  }
  await db.asSystem(async (tx) => {
    const delay = delayAfter(due.attempts, outcome)
    if (ended.answer !== null && isDone(ended.answer)) await repo.markDone(tx, due, ended)
    else if (delay !== undefined) await repo.markWaiting(tx, due, ended, delay)
    else if (await repo.markFailed(tx, due, ended)) await tellFailed(tx, jobs, due)
    await announce(tx, due.accountId, { topic: 'apiKeys', id: due.keyId })
  })
}

/** A receiver that is gone for good (410) is not asked again. */
function delayAfter(attempts: number, outcome: Outcome): number | undefined {
  const delay = backoff(attempts)
  if (delay === undefined || !('status' in outcome)) return delay
  if (outcome.status === 410) return undefined
  return asksToWait.includes(outcome.status)
    ? retryAfter(outcome.retryAfter, { least: delay, most: mostRetryAfter })
    : delay
}

/** Once a day and key: a receiver that is down fails for all that happens. */
async function tellFailed(
  tx: Parameters<typeof tell>[0],
  jobs: Services['jobs'],
  { platformId, accountId, personId, keyId, keyName }: repo.Due,
) {
  await tell(tx, jobs, {
    kind: 'callbackFailed',
    platformId,
    accountId,
    personId,
    subjectId: keyId,
    once: `callback:${keyId}:${shanghaiDay(new Date())}`,
    params: { name: keyName },
  })
}
