import { firstStamp, lastStamp, stampPaths } from '../../../proof/package/appended-entries.ts'
import { evidenceManifest, stampManifest } from '../../../proof/package/manifest.ts'
import { parseStatement } from '../../../proof/statement.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Services } from '../../kit/services.ts'
import {
  type TimestampProvider,
  timestampSettings,
  type TimestampSettings,
} from '../../trust/stamps/timestamps.settings.ts'
import { stepsThenRepeat } from '../../kit/work/backoff.ts'
import type { ErrorLog } from '../../kit/work/domain.ts'
import { throttled, type Stoppable } from '../../kit/work/intervals.ts'
import { startTakeLoop } from '../../kit/work/take-loop.ts'
import { askStamp, type Stamped } from '../../trust/stamps/ask-authority.service.ts'
import { StampRefused } from '../../trust/stamps/stamp-refused.types.ts'
import { announceEvidence } from '../announce-evidence.service.ts'
import { insertLaterProofs } from '../packages/later-proofs.repo.ts'
import type { RequestCertificate } from '../request-certificate.types.ts'
import { closeBreaker, countFailure, mayAsk } from './breaker.repo.ts'
import { breakersOf } from './breakers.read.ts'
import * as repo from './stamps.repo.ts'
import { backlogOf } from './stamps.read.ts'
import { laterProofsQueue } from '../packages/later-proofs.queue.ts'

const mostAtOnce = 8
const alarmEvery = 900_000
/** Seconds from each round to the next in which not enough providers answered. */
const backoff = stepsThenRepeat([5, 15, 60, 300, 900])
/** Seconds where every breaker is open: one of them is about to let somebody through. */
const delayWhileOpen = 30

/** Asks third parties for what waits until it is stopped. */
export function startStamps(services: Services, log: ErrorLog, request: RequestCertificate): Stoppable {
  const { config, db } = services
  const settings = timestampSettings.of(config)
  if (!settings) return { stop: async () => {} }
  const alarm = throttled(alarmEvery, (waiting: number, oldest: number) =>
    log.error(
      { waiting, oldest: Math.round(oldest) },
      'no provider has given a time-stamp for a quarter of an hour: evidence waits. See /operator/timestamps',
    ),
  )
  return startTakeLoop<repo.Due>({
    everyMilliseconds: 1_000,
    mostAtOnce,
    async take(most) {
      const { waiting, oldest, alarmed } = await backlogOf(db.system)
      if (alarmed) alarm(waiting, oldest)
      return repo.takeDue(db, Math.min(most, await openSlots(services, settings)))
    },
    work: (due) => stampDue(services, settings, due, request),
    onError: (err, due) => log.error({ err, need: due?.id }, 'time-stamps of third parties'),
  })
}

/** While every breaker is open, nothing is taken; while some are half-open and none is closed, one is. */
async function openSlots({ db }: Services, { providers }: TimestampSettings): Promise<number> {
  const breakers = await breakersOf(
    db.system,
    providers.map((p) => p.id),
  )
  const states = providers.map((p) => breakers.find((b) => b.id === p.id))
  if (states.some((b) => !b?.openUntil)) return mostAtOnce
  return states.some((b) => !b!.isOpen) ? 1 : 0
}

/** One round: each provider that has not stamped this yet is asked in its turn, until there are as many as wanted. Safe to repeat. */
export async function stampDue(
  services: Services,
  settings: TimestampSettings,
  due: repo.Due,
  request: RequestCertificate,
): Promise<'done' | 'waits' | 'lost'> {
  const statement = parseStatement(due.statement)
  const parts = { manifest: await evidenceManifest(statement, due.statement), token: due.token }
  const given = (await repo.tokensFor(services.db.system, due.evidenceId)).map((t) => ({
    ...t,
    isOfThis: t.statementSha256.equals(due.statementSha256),
  }))
  let missing = due.wanted - given.filter((t) => t.isOfThis).length
  let asked = 0
  for (const provider of settings.providers) {
    if (missing <= 0) break
    if (given.some((t) => t.isOfThis && t.provider === provider.id) || !(await mayAsk(services.db, provider.id)))
      continue
    asked++
    const number = firstStamp + given.length
    if (number > lastStamp) break
    const roots = Buffer.from(provider.roots)
    const manifest = await stampManifest(number, { ...parts, roots })
    const stamped = await askProvider(services, provider, manifest)
    if (!stamped) continue
    const paths = stampPaths(number)
    const proofs = [
      { path: paths.manifest, bytes: manifest },
      { path: paths.token, bytes: stamped.token },
      { path: paths.roots, bytes: roots },
    ]
    if (!(await storeStamp(services, due, { number, provider, stamped, proofs, isLast: missing === 1, request })))
      return 'lost'
    given.push({ provider: provider.id, number, statementSha256: due.statementSha256, isOfThis: true })
    missing--
  }
  if (missing <= 0) return 'done'
  await services.db.asSystem((tx) => repo.markWaiting(tx, due, asked ? backoff(due.attempts) : delayWhileOpen))
  return 'waits'
}

/** Undefined where it refused, which its breaker counts. */
async function askProvider(
  { config, db }: Services,
  provider: TimestampProvider,
  manifest: Uint8Array,
): Promise<Stamped | undefined> {
  try {
    return await askStamp(provider, manifest, config.allowPrivate)
  } catch (error) {
    if (!(error instanceof StampRefused)) throw error
    await countFailure(db, provider.id, error)
    return undefined
  }
}

interface NewStamp {
  number: number
  provider: TimestampProvider
  stamped: Stamped
  proofs: { path: string; bytes: Uint8Array }[]
  isLast: boolean
  request: RequestCertificate
}

/** The token with its entries of the package; the certificate that waited for it, or the package that takes it in. */
async function storeStamp(
  { db, jobs }: Services,
  due: repo.Due,
  { number, provider, stamped, proofs, isLast, request }: NewStamp,
): Promise<boolean> {
  return db.asSystem(async (tx) => {
    if (!(await repo.holdNeed(tx, due))) return false
    const e = { id: due.evidenceId, accountId: due.accountId, personId: due.personId }
    await repo.insertToken(tx, due, number, provider, stamped)
    const packaged = await repo.packagedStatement(tx, e.id)
    // The first stamp of a hash fixes its deposit; the package is of the statement that came with the file.
    if (packaged.statementSha256?.equals(due.statementSha256)) {
      await insertLaterProofs(tx, e, proofs)
      if (packaged.certifiedAt) await jobs.enqueue(tx, laterProofsQueue, { id: e.id })
    }
    if (
      isLast &&
      (await repo.markDone(tx, due)) &&
      due.required &&
      !packaged.certifiedAt &&
      packaged.status === 'collected'
    )
      await request(tx, e.id)
    // Last of the locks: the end of a need locks its account's wallet, for which stamps of other accounts shall not wait.
    await closeBreaker(tx, provider.id)
    const details = { provider: provider.name, serial: stamped.stamp.serial }
    await recordAct(
      tx,
      { system: true, platform: { id: due.platformId }, accountId: e.accountId },
      { action: 'evidence.stamped', subjectKind: 'evidence', subjectId: e.id, details },
    )
    await announceEvidence(tx, e)
    return true
  })
}
