import type { StartWebCaptures } from '../../../contract/captures/web.ts'
import type { FieldProblem } from '../../../contract/kit/issues.ts'
import { recordAct } from '../../kit/audit.ts'
import type { Caller } from '../../kit/caller.ts'
import { type AccountTx, isDuplicate } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId, newPreservationNumber } from '../../kit/ids.ts'
import type { Queue } from '../../kit/jobs.ts'
import { announceEvidence } from '../../evidence/announce-evidence.ts'
import { begunBy } from '../../evidence/begun.ts'
import { requireQuota } from '../../evidence/quota.ts'
import type { Services } from '../../kit/services.ts'
import * as repo from '../captures.repo.ts'
import type { WebRequest } from './request.ts'
import { validateUrl } from './validate-url.ts'

/** How pages are captured, as a form or a sheet asks for it. */
type Manner = Pick<StartWebCaptures, 'device' | 'scroll' | 'delaySeconds' | 'mode'>

export interface CaptureItem {
  url: string
  name: string
  labels: string[]
  remark: string
  uniqueId?: string | null
}

export const webRequestOf = (m: Manner): WebRequest => ({
  device: m.device === 'MOBILE' ? 'mobile' : 'desktop',
  scroll: m.scroll,
  delaySeconds: m.delaySeconds,
  twoStage: m.mode === 2,
})

/** What is wrong with each address, by its place among them; a repeated one names `lineOf` the first. */
export function judgeUrls(services: Services, urls: string[], lineOf: (index: number) => number) {
  const seen = new Map<string, number>()
  return urls.map((url, i): { url: string; problem?: Omit<FieldProblem, 'path'> } => {
    const result = validateUrl(url, { allowPrivate: services.config.allowPrivate })
    if (!result.ok) return { url, problem: { key: `url.${result.code}`, params: result.params ?? {} } }
    const earlier = seen.get(result.url)
    if (earlier !== undefined) return { url, problem: { key: 'url.repeated', params: { line: lineOf(earlier) } } }
    seen.set(result.url, i)
    return { url: result.url }
  })
}

/** Puts one capture a URL into the queue. Every line is checked before anything starts; each problem names its line. */
export async function startWebCaptures(
  services: Services,
  caller: Caller,
  body: StartWebCaptures,
  queue: Queue = 'capture',
) {
  const judged = judgeUrls(services, body.urls, (i) => i + 1)
  const problems = judged.flatMap(({ problem }, i) => (problem ? [{ path: `urls.${i}`, ...problem }] : []))
  if (problems.length) throw new AppError('bad-parameter', {}, problems)
  const urls = judged.map(({ url }) => url)
  const items = urls.map((url, i) => ({
    url,
    labels: body.labels,
    remark: body.remark,
    name: body.evidenceName && urls.length > 1 ? `${body.evidenceName} ${i + 1}` : body.evidenceName,
    uniqueId: body.unique_id ? (i ? `${body.unique_id}#${i}` : body.unique_id) : null,
  }))
  try {
    return await services.db.forAccount(caller, async (tx) => {
      const earlier = body.unique_id ? await repo.startedBefore(tx, caller, body.unique_id) : []
      if (earlier.length) return repeated(earlier, urls)
      return { list: await startAll(services, caller, tx, items, webRequestOf(body), { queue }) }
    })
  } catch (e) {
    if (isDuplicate(e, 'evidence_unique_id')) throw new AppError('unique-id-repeated')
    throw e
  }
}

/** Numbers of what was started under an id, in order. */
export const startedWith = async (services: Services, caller: Caller, uniqueId: string): Promise<string[]> =>
  (await services.db.forAccount(caller, (tx) => repo.startedBefore(tx, caller, uniqueId))).map((e) => e.number)

/** The same id with the same URLs answers with the first result; with others it is a mistake worth telling. */
function repeated(earlier: { id: string; number: string; url: string | null }[], urls: string[]) {
  if (earlier.length !== urls.length || earlier.some((e) => !urls.includes(e.url ?? '')))
    throw new AppError('unique-id-repeated')
  return { list: earlier.map((e) => ({ id: e.id, no: e.number, url: e.url ?? '' })) }
}

/** Rows, audit and jobs of judged addresses, in the caller's transaction: all of them or none. */
export async function startAll(
  services: Services,
  caller: Caller,
  tx: AccountTx,
  items: CaptureItem[],
  request: WebRequest,
  { queue = 'capture', batchId = null }: { queue?: Queue; batchId?: string | null } = {},
) {
  const begun = await begunBy(services, tx, caller)
  await services.store.requireRoom()
  await requireQuota(tx, caller, items.length)
  const list = []
  for (const { url, name, labels, remark, uniqueId = null } of items) {
    const id = newId()
    const number = newPreservationNumber()
    await repo.insertCapture(tx, {
      kind: 'web',
      ...begun,
      id,
      number,
      url,
      request,
      labels,
      remark,
      uniqueId,
      batchId,
      name: name || nameOf(url),
    })
    await recordAct(tx, caller, {
      action: 'capture.queued',
      subjectKind: 'evidence',
      subjectId: id,
      details: { url, ...request },
    })
    await services.jobs.enqueue(tx, queue, { id })
    await announceEvidence(tx, { ...caller, id }, { status: 'queued' })
    list.push({ id, no: number, url })
  }
  return list
}

function nameOf(url: string): string {
  const { hostname, pathname } = new URL(url)
  return `${hostname}${pathname === '/' ? '' : pathname}`.slice(0, 100)
}
