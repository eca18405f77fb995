import { maxRetries, type StartWebCaptures } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import type { FieldProblem } from '../../contract/kit/issues.ts'
import { recordAct } from '../kit/audit.ts'
import type { Caller } from '../kit/caller.ts'
import { type AccountTx, isDuplicate } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import { newId, newPreservationNumber } from '../kit/ids.ts'
import type { Queue } from '../kit/jobs.ts'
import { announce } from '../kit/live.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './captures.repo.ts'
import { captureRequiresRealName } from './captures.policy.ts'
import type { WebRequest } from './web/request.ts'
import { validateUrl } from './web/validate-url.ts'

/** Every line is checked before anything starts; each problem names its line. */
function checkUrls(services: Services, urls: string[]): string[] {
  const problems: FieldProblem[] = []
  const seen = new Map<string, number>()
  const checked = urls.map((url, i) => {
    const result = validateUrl(url, { allowPrivate: services.config.allowPrivate })
    const path = `urls.${i}`
    if (!result.ok) {
      problems.push({ path, key: `url.${result.code}`, params: result.params ?? {} })
      return url
    }
    const earlier = seen.get(result.url)
    if (earlier !== undefined) problems.push({ path, key: 'url.repeated', params: { line: earlier + 1 } })
    seen.set(result.url, i)
    return result.url
  })
  if (problems.length) throw new AppError('bad-parameter', {}, problems)
  return checked
}

/** Puts one capture a URL into the queue: rows, audit and jobs in one transaction. */
export async function startWebCaptures(services: Services, caller: Caller, body: StartWebCaptures, queue: Queue = 'capture') {
  if (captureRequiresRealName) throw new AppError('real-name-required')
  const urls = checkUrls(services, body.urls)
  const request: WebRequest = { device: body.device === 'MOBILE' ? 'mobile' : 'desktop', scroll: body.scroll, delaySeconds: body.delaySeconds, twoStage: body.mode === 2 }
  try {
    return await services.db.forAccount(caller.accountId, async (tx) => {
      const earlier = body.unique_id ? await repo.startedBefore(tx, caller.accountId, body.unique_id) : []
      if (earlier.length) return repeated(earlier, urls)
      const list = []
      for (const [i, url] of urls.entries()) list.push(await startOne(services, caller, tx, body, request, url, i, queue))
      return { list }
    })
  } catch (e) {
    if (isDuplicate(e, 'evidence_unique_id')) throw new AppError('unique-id-repeated')
    throw e
  }
}

/** The same id with the same URLs answers with the first result; with others it is a mistake worth telling. */
function repeated(earlier: { id: string; number: string; url: string | null }[], urls: string[]) {
  if (earlier.length !== urls.length || earlier.some((e) => !urls.includes(e.url ?? ''))) throw new AppError('unique-id-repeated')
  return { list: earlier.map((e) => ({ id: e.id, no: e.number, url: e.url ?? '' })) }
}

async function startOne(services: Services, caller: Caller, tx: AccountTx, body: StartWebCaptures, request: WebRequest, url: string, index: number, queue: Queue) {
  const id = newId()
  const number = newPreservationNumber()
  const single = body.urls.length === 1
  await repo.insertCapture(tx, {
    id, number, url, request,
    platformId: caller.platform.id, accountId: caller.accountId, personId: caller.personId, personName: caller.personName,
    ownerName: caller.accountName, ownerKind: caller.accountKind,
    name: nameOf(body.evidenceName, url, single ? 0 : index + 1), remark: body.remark, labels: body.labels, lang: caller.lang,
    uniqueId: body.unique_id ? (index ? `${body.unique_id}#${index}` : body.unique_id) : null,
  })
  await recordAct(tx, caller, { action: 'capture.queued', subjectKind: 'evidence', subjectId: id, details: { url, ...request } })
  await services.jobs.enqueue(tx, queue, { id })
  await announce(tx, caller.accountId, { topic: 'evidence', id, status: 'queued' })
  return { id, no: number, url }
}

function nameOf(given: string, url: string, position: number): string {
  if (given) return position ? `${given} ${position}` : given
  const { hostname, pathname } = new URL(url)
  return `${hostname}${pathname === '/' ? '' : pathname}`.slice(0, 100)
}

export async function retry(services: Services, caller: Caller, ids: string[]) {
  return services.db.forAccount(caller.accountId, async (tx) => {
    const again = await repo.requeueFailed(tx, caller.accountId, ids)
    if (!again.length) throw new AppError((await repo.countRetried(tx, caller.accountId, ids)) ? 'retries-spent' : 'wrong-state', { max: maxRetries })
    for (const { id } of again) {
      await recordAct(tx, caller, { action: 'capture.retried', subjectKind: 'evidence', subjectId: id })
      await services.jobs.enqueue(tx, 'capture', { id })
      await announce(tx, caller.accountId, { topic: 'evidence', id, status: 'queued' })
    }
    return { list: again.map((e) => ({ no: e.number, status: 'queued' as const })) }
  })
}

/** Ends what runs or waits: a worker learns of it at its next heartbeat and ends the browser; a preview is dropped. */
export async function cancel(services: Services, caller: Caller, ids: string[]) {
  return services.db.forAccount(caller.accountId, async (tx) => {
    const cancelled = await repo.cancelUnfinished(tx, caller.accountId, ids)
    if (!cancelled.length) throw new AppError('wrong-state')
    await repo.dropFiles(tx, cancelled.map((e) => e.id))
    for (const { id } of cancelled) {
      await recordAct(tx, caller, { action: 'capture.cancelled', subjectKind: 'evidence', subjectId: id })
      await announce(tx, caller.accountId, { topic: 'evidence', id, status: 'cancelled' })
    }
    return { list: cancelled.map((e) => ({ no: e.number, status: 'cancelled' as const })) }
  })
}

/**
 * Makes a previewed capture evidence. Nothing is captured again: the statement that was stamped then is the one
 * that is kept, and a caller may name it, so that what is accepted is what was looked at.
 */
export async function confirm(services: Services, caller: Caller, number: string, statementSha256: string | undefined) {
  return services.db.forAccount(caller.accountId, async (tx) => {
    const found = await repo.forConfirming(tx, caller.accountId, number)
    if (!found) throw new AppError('not-found')
    if (found.status === 'collected' && sameStatement(found, statementSha256)) return { status: 'collected' as const }
    if (found.status !== 'to-confirm' || found.expired) throw new AppError('wrong-state')
    if (!sameStatement(found, statementSha256)) throw new AppError('conflict')
    await repo.markConfirmed(tx, caller.accountId, found.id)
    await recordAct(tx, caller, { action: 'capture.confirmed', subjectKind: 'evidence', subjectId: found.id, details: { statementSha256: found.statementSha256!.toString('hex') } })
    await services.jobs.enqueue(tx, 'certificate', { id: found.id })
    await announce(tx, caller.accountId, { topic: 'evidence', id: found.id, status: 'collected', percent: 100 })
    return { status: 'collected' as const }
  })
}

const sameStatement = (found: { statementSha256: Buffer | null }, named: string | undefined) => !named || found.statementSha256?.toString('hex') === named

/** The preview picture of a capture that has been taken, whether confirmed or not. */
export async function preview(services: Services, caller: Caller, number: string) {
  const file = await services.db.forAccount(caller.accountId, (tx) => repo.previewFile(tx, caller.accountId, number))
  if (!file) throw new AppError('not-found')
  return { imgUrl: pathOf(evidenceCalls.fileBytes, { id: file.id }) }
}
