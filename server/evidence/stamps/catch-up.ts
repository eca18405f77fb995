import { firstStamp, lastStamp, stampPaths } from '../../../proof/package/appended-entries.ts'
import { evidenceManifest, stampManifest } from '../../../proof/package/manifest.ts'
import { parseStatement } from '../../../proof/statement.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import { runEvery, throttled, type Stoppable } from '../../kit/work/intervals.ts'
import type { Services } from '../../kit/services.ts'
import type { TimestampProvider, TimestampSettings } from '../../kit/settings/timestamp-settings.ts'
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

const lookEvery = 1_000
const mostAtOnce = 8
const alarmEvery = 900_000
/** Seconds from each round to the next in which not enough providers answered; the last for as long as it takes. */
const rests = [5, 15, 60, 300, 900]
/** Where every breaker is open, whose rest is about to end. */
const shortRest = 30

interface Log {
  error(about: object, text: string): void
}

/** Asks third parties for what waits until it is stopped; several processes share the work. */
export function startStamps(services: Services, log: Log, request: RequestCertificate): Stoppable {
  const settings = services.config.timestamps
  if (!settings) return { stop: async () => {} }
  const running = new Set<Promise<unknown>>()
  const alarm = throttled(alarmEvery, (waiting: number, oldest: number) =>
    log.error(
      { waiting, oldest: Math.round(oldest) },
      'no provider has given a time-stamp for a quarter of an hour: evidence waits. See /operator/timestamps',
    ),
  )
  async function look() {
    if (running.size >= mostAtOnce) return
    const most = Math.min(mostAtOnce - running.size, await openSlots(services, settings!))
    for (const due of most > 0 ? await repo.takeDue(services.db, most) : []) {
      const work: Promise<unknown> = stampDue(services, settings!, due, request)
        .catch((err: unknown) => log.error({ err, need: due.id }, 'time-stamps of third parties'))
        .finally(() => running.delete(work))
      running.add(work)
    }
    const { waiting, oldest, alarmed } = await backlogOf(services.db.system)
    if (alarmed) alarm(waiting, oldest)
  }
  const looks = runEvery(lookEvery, look, (err) => log.error({ err }, 'time-stamps of third parties'))
  return {
    async stop() {
      await looks.stop()
      await Promise.allSettled(running)
    },
  }
}

/** While all rest, nothing is taken; while some are only tried, one is. */
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
    const stamped = await tried(services, provider, manifest)
    if (!stamped) continue
    const paths = stampPaths(number)
    const proofs = [
      { path: paths.manifest, bytes: manifest },
      { path: paths.token, bytes: stamped.token },
      { path: paths.roots, bytes: roots },
    ]
    if (!(await keep(services, due, { number, provider, stamped, proofs, isLast: missing === 1, request })))
      return 'lost'
    given.push({ provider: provider.id, number, statementSha256: due.statementSha256, isOfThis: true })
    missing--
  }
  if (missing <= 0) return 'done'
  await services.db.asSystem((tx) =>
    repo.markWaiting(tx, due, asked ? (rests[due.attempts - 1] ?? rests.at(-1)!) : shortRest),
  )
  return 'waits'
}

async function tried(
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

interface Kept {
  number: number
  provider: TimestampProvider
  stamped: Stamped
  proofs: { path: string; bytes: Uint8Array }[]
  isLast: boolean
  request: RequestCertificate
}

/** The token with its entries of the package; the certificate that waited for it, or the package that takes it in. */
async function keep(
  { db, jobs }: Services,
  due: repo.Due,
  { number, provider, stamped, proofs, isLast, request }: Kept,
): Promise<boolean> {
  return db.asSystem(async (tx) => {
    if (!(await repo.stillOurs(tx, due))) return false
    const e = { id: due.evidenceId, accountId: due.accountId, personId: due.personId }
    await repo.insertToken(tx, due, number, provider, stamped)
    await closeBreaker(tx, provider.id)
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
