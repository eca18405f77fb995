import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import type { Language } from '../../kit/words.ts'
import { doubling } from '../../kit/work/backoff.ts'
import type { WorkLog } from '../../kit/work/domain.ts'
import type { Letter, Outcome } from './carrier.ts'
import type { Carriers } from './carriers.ts'
import * as repo from './outbox.repo.ts'
import type { Body } from './sender.ts'
import { messageQueue } from './message.queue.ts'

/** About an hour of attempts; after that somebody looks at it, and may send it on its way again. */
const mostAttempts = 10
const backoff = doubling({ first: 3, most: 1_800 })

interface Delivery {
  services: Services
  carriers: Carriers
  log: Pick<WorkLog, 'warn'>
}

/**
 * Hands one message to its vendor. No vendor of SMS lets a message be sent exactly once, so this sends at least once within
 * bounds: that it is being sent is committed before the vendor is asked, and where the answer stays out or the process dies in
 * between, the message is repeated once and not again. What was certainly not taken is tried again until it is too late for it.
 */
export async function deliverMessage(
  { services, carriers, log }: Delivery,
  job: { jobId: string; id: string },
): Promise<void> {
  const claimed = await repo.claimMessage(services.db.system, job.id)
  if (!claimed) return
  const outcome = await attempt(services, carriers, claimed)
  await services.db.asSystem(async (tx) => {
    await settle(services, tx, claimed, outcome)
    await services.jobs.complete(tx, messageQueue, job.jobId)
  })
  if (outcome.kind !== 'sent')
    log.warn(
      {
        message: claimed.id,
        template: claimed.template,
        attempt: claimed.attempts,
        outcome: outcome.kind,
        error: outcome.error,
      },
      'message not sent',
    )
}

async function attempt({ secrets, messages }: Services, carriers: Carriers, claimed: repo.Claimed): Promise<Outcome> {
  const letter = await open(secrets, claimed)
  if (!letter) return { kind: 'refused', error: 'unreadable: sealed with another key' }
  const carrier = carriers[claimed.channel]
  const can = carrier && messages.can(claimed.channel, claimed.template)
  return can
    ? carrier.deliver(letter)
    : { kind: 'later', error: `${claimed.channel}-not-configured: not for this text on the machine that worked at it` }
}

async function open(
  secrets: Services['secrets'],
  { id, template, lang, sealed }: repo.Claimed,
): Promise<Letter | undefined> {
  const body = await secrets.open(sealed, id).catch(() => undefined)
  return body === undefined ? undefined : { id, template, lang: lang as Language, ...(JSON.parse(body) as Body) }
}

async function settle({ jobs }: Services, tx: Tx, claimed: repo.Claimed, outcome: Outcome) {
  if (outcome.kind === 'sent') return repo.markSent(tx, claimed.id, outcome.vendorId)
  if (outcome.kind === 'refused') return repo.markUndeliverable(tx, claimed, outcome.error)
  const afterSeconds = (outcome.kind === 'later' ? outcome.afterSeconds : undefined) ?? backoff(claimed.attempts)
  const again = await repo.markAgain(tx, claimed, {
    error: outcome.error,
    afterSeconds,
    unanswered: outcome.kind === 'unanswered',
    mostAttempts,
  })
  if (again) await jobs.enqueue(tx, messageQueue, { id: claimed.id }, afterSeconds)
}

/** What was lost by a process that died, or by a job that went, goes on; what is too late ends. */
export async function sweepUnsent({ db, jobs }: Services): Promise<void> {
  await db.asSystem(async (tx) => {
    for (const id of await repo.reviveMessages(tx)) await jobs.enqueue(tx, messageQueue, { id })
  })
}
