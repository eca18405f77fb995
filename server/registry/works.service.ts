import { isDeepStrictEqual } from 'node:util'
import type { EvidenceFind } from '../../contract/evidence/evidence.ts'
import { categoryOf, kindOfCategory } from '../../contract/evidence/kinds.ts'
import { type DepositWork, WorkFacts, type WorkRow } from '../../contract/registry/works.ts'
import type { FieldProblem } from '../../contract/kit/issues.ts'
import { chargeEvidence } from '../evidence/charge-evidence.service.ts'
import * as evidence from '../evidence/evidence.service.ts'
import { requireQuota } from '../evidence/quota.service.ts'
import { type Earlier, once } from '../evidence/unique-id.service.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { filesOf, insertOne, takeUploads } from './deposits.service.ts'
import { requestsOf } from './works.repo.ts'

/** A work with its files is one evidence; what its owner declares of it is sealed with them. */
export function depositWork(services: Services, caller: Caller, body: DepositWork) {
  const work = WorkFacts.parse(body)
  const same = {
    isSame: ([e]: Earlier) =>
      filesOf(e)
        .map((f) => f.uploadId)
        .join() === body.fileIds.join() && isDeepStrictEqual((e.request as { work?: WorkFacts }).work, work),
    replay: ([e]: Earlier) => ({ id: e.id, no: e.number }),
  }
  return once(services, caller, body.unique_id, same, async (tx) => {
    await services.store.requireRoom()
    await requireQuota(tx, caller, 1)
    const taken = await takeUploads(tx, caller, body.fileIds, body.claims)
    const startedAt = new Date(Math.min(...taken.map(({ upload }) => upload.createdAt.getTime())))
    const made = await insertOne(services, caller, tx, {
      kind: 'work',
      name: work.title,
      remark: body.remark,
      labels: body.labels,
      request: { files: taken.map(({ sent }) => sent), work },
      uniqueId: body.unique_id ?? null,
      startedAt,
    })
    await chargeEvidence(services, tx, caller, { kind: 'work', made: [made], quoted: body.quoted })
    return made
  })
}

const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())

/** Days that cannot be, as far as they are given. */
export function wrongDates({ createdOn, publishState, publishedOn }: Partial<WorkFacts>): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (createdOn && createdOn > today()) problems.push({ path: 'createdOn', key: 'inFuture' })
  if (publishState === 'published' && !publishedOn) problems.push({ path: 'publishedOn', key: 'required' })
  if (publishState === 'unpublished' && publishedOn) problems.push({ path: 'publishedOn', key: 'notPublished' })
  if (publishedOn && publishedOn > today()) problems.push({ path: 'publishedOn', key: 'inFuture' })
  if (publishedOn && createdOn && publishedOn < createdOn)
    problems.push({ path: 'publishedOn', key: 'endsBeforeStart' })
  return problems
}

type Find = Omit<EvidenceFind, 'category' | 'batchId'> & { kind?: string | undefined }

export async function list(services: Services, caller: Caller, { kind, ...find }: Find) {
  const { list: rows, ...rest } = await evidence.list(services, caller, {
    ...find,
    category: categoryOf('work'),
    ...(kind ? { workKind: kind } : {}),
  })
  const works = new Map(
    (
      await services.db.forAccount(caller, (tx) =>
        requestsOf(
          tx,
          caller,
          rows.map((r) => r.id),
        ),
      )
    ).map((w) => [w.id, w]),
  )
  return {
    ...rest,
    list: rows.map((r): WorkRow => {
      const w = works.get(r.id)!
      const {
        title,
        kind: of,
        author,
        owner,
        createdOn,
        publishState,
      } = WorkFacts.parse((w.request as { work: unknown }).work)
      return {
        ...r,
        title,
        kind: of,
        author,
        owner,
        createdOn,
        publishState,
        attestation_at: w.sealedAt?.toISOString() ?? null,
      }
    }),
  }
}

export async function info(services: Services, caller: Caller, number: string) {
  const e = await evidence.detail(services, caller, number)
  if (kindOfCategory(e.category) !== 'work') throw new AppError('not-found')
  return { ...e, ...WorkFacts.parse(e.request['work']), sha256: e.statementSha256, attestation_at: e.sealedAt }
}
