import { CallbackBody, callbackHeaders } from '../../../contract/open-api/callbacks.ts'
import { runEvery, type Stoppable } from '../../kit/work/intervals.ts'
import { announce } from '../../kit/notify/live.ts'
import { tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiDay } from '../../kit/shanghai-time.ts'
import * as repo from './callbacks.repo.ts'
import { rests } from './rests.ts'
import { type Answer, post } from './send.ts'
import { signCallback } from './signers.ts'

const longestRest = 86_400

const lookEvery = 1_000
const mostAtOnce = 16

interface Log {
  error(about: object, text: string): void
}

/** Sends what is due until it is stopped; several processes share the work. */
export function startCallbacks(services: Services, log: Log): Stoppable {
  const running = new Set<Promise<void>>()
  async function look() {
    if (running.size >= mostAtOnce) return
    const due = await repo.takeDue(services.db, mostAtOnce - running.size)
    for (const one of due) {
      const work: Promise<void> = sendDue(services, one)
        .catch((err: unknown) => log.error({ err, callback: one.id }, 'callback'))
        .finally(() => running.delete(work))
      running.add(work)
    }
  }
  const looks = runEvery(lookEvery, look, (err) => log.error({ err }, 'callbacks'))
  return {
    async stop() {
      await looks.stop()
      await Promise.allSettled(running)
    },
  }
}

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
  await settle(services, due, await post(due.url, headers, body, config.allowPrivate))
}

const isDone = (status: number) => status >= 200 && status < 300
const asksForRest = [429, 503]

async function settle({ db, jobs }: Services, due: repo.Due, outcome: Awaited<ReturnType<typeof post>>) {
  const ended = {
    answer: 'status' in outcome ? outcome.status : null,
    error: 'error' in outcome ? outcome.error : null,
  }
  await db.asSystem(async (tx) => {
    const rest = 'status' in outcome ? restAfter(due.attempts, outcome) : rests[due.attempts - 1]
    if (ended.answer !== null && isDone(ended.answer)) await repo.markDone(tx, due, ended)
    else if (rest !== undefined) await repo.markWaiting(tx, due, ended, rest)
    else if (await repo.markFailed(tx, due, ended)) await tellFailed(tx, jobs, due)
    await announce(tx, due.accountId, { topic: 'apiKeys', id: due.keyId })
  })
}

/** A receiver that is gone for good (410) is not asked again. */
function restAfter(attempts: number, { status, retryAfter }: Answer): number | undefined {
  const rest = rests[attempts - 1]
  if (rest === undefined || status === 410) return undefined
  return asksForRest.includes(status) ? Math.max(rest, Math.min(retryAfter ?? 0, longestRest)) : rest
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
