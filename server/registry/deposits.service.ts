import { isDeepStrictEqual } from 'node:util'
import type { EvidenceFind } from '../../contract/evidence/evidence.ts'
import { categoryOf, type EvidenceKind } from '../../contract/evidence/kinds.ts'
import {
  type Claim,
  type DepositFiles,
  type DepositHash,
  type DepositRow,
  type FileKind,
  plainName,
} from '../../contract/registry/deposits.ts'
import type { FieldProblem } from '../../contract/kit/issues.ts'
import { nameOfFile } from '../evidence/evidence.read.ts'
import * as evidence from '../evidence/evidence.service.ts'
import { chargeEvidence } from '../evidence/charge-evidence.service.ts'
import { announceEvidence } from '../evidence/announce-evidence.service.ts'
import { ownerColumns } from '../evidence/evidence-owner.service.ts'
import { depositCategories } from '../evidence/kinds/kind-column.types.ts'
import { requireQuota } from '../evidence/quota.service.ts'
import { type Earlier, nthUniqueId, once } from '../evidence/unique-id.service.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import { AppError, badFields } from '../kit/errors.ts'
import { newId, newPreservationNumber } from '../kit/ids.ts'
import type { Services } from '../kit/services.ts'
import { identitiesOf } from '../real-name/known.service.ts'
import * as repo from './deposits.repo.ts'
import type { SentFile } from './kinds/originals.ts'
import * as uploads from './uploads.repo.ts'
import { depositQueue } from './registry.queues.ts'

interface About {
  kind: repo.NewDeposit['kind']
  name: string
  remark: string
  labels: string[]
  request: object
  uniqueId: string | null
  startedAt: repo.NewDeposit['startedAt']
}

/** Row, act and job of one deposit, in the caller's transaction. */
export async function insertOne(services: Services, caller: Caller, tx: AccountTx, about: About) {
  const [id, number] = [newId(), newPreservationNumber()]
  await repo.insertDeposit(tx, { ...about, ...(await ownerColumns(services, tx, caller)), id, number })
  await recordAct(tx, caller, {
    action: 'deposit.made',
    subjectKind: 'evidence',
    subjectId: id,
    details: { name: about.name },
  })
  await services.jobs.enqueue(tx, depositQueue, { id })
  await announceEvidence(tx, { ...caller, id }, { status: 'uploading' })
  return { id, no: number }
}

/** Locks uploads to make something of, in the order asked for. Each problem stands at its place; with one, nothing is made. */
export async function takeUploads(
  tx: AccountTx,
  caller: Caller,
  fileIds: string[],
  claims: Claim[],
  field = 'fileIds',
) {
  const found = new Map((await uploads.lockUploads(tx, caller, fileIds)).map((u) => [u.id, u]))
  const taken: { upload: uploads.UploadRecord; sent: SentFile }[] = []
  const problems: FieldProblem[] = []
  for (const [i, id] of fileIds.entries()) {
    const [upload, claim] = [found.get(id), claims.find((c) => c.fileId === id)]
    const key = problemOf(upload, claim, fileIds.indexOf(id) < i)
    if (key || !upload) problems.push({ path: field === 'fileIds' ? `fileIds.${i}` : field, key: key ?? 'uploadGone' })
    else
      taken.push({ upload, sent: { uploadId: id, claimed: claim ? { sha256: claim.sha256, sm3: claim.sm3 } : null } })
  }
  if (problems.length) throw badFields(...problems)
  await uploads.markUsed(tx, caller, fileIds)
  return taken
}

function problemOf(upload: uploads.UploadRecord | undefined, claim: Claim | undefined, repeated: boolean) {
  if (!upload || repeated) return 'uploadGone'
  if (upload.state !== 'ready') return 'uploadUnfinished'
  const differs =
    claim &&
    (claim.sha256 !== upload.sha256!.toString('hex') ||
      (claim.sm3 !== null && claim.sm3 !== upload.sm3!.toString('hex')))
  return differs ? 'hashDiffers' : undefined
}

/** What was sent for one evidence. */
export const filesOf = ({ request }: Earlier[number]) => (request as { files?: SentFile[] }).files ?? []

/** What evidence is called where its sender calls it nothing; no sign is cut in two. */
const beginningOf = (fileName: string) => [...fileName].slice(0, 100).join('')

/** One evidence a file. */
export function depositFiles(
  services: Services,
  caller: Caller,
  body: DepositFiles,
  isSame: (earlier: Earlier) => boolean | Promise<boolean> = (earlier) =>
    earlier.map((e) => filesOf(e)[0]?.uploadId).join() === body.fileIds.join(),
) {
  const nameOf = ({ request }: Earlier[number]) => (request as { fileName?: string }).fileName ?? ''
  const same = {
    isSame,
    replay: (earlier: Earlier) => ({ list: earlier.map((e) => ({ no: e.number, id: e.id, fileName: nameOf(e) })) }),
  }
  return once(services, caller, body.unique_id, same, async (tx) => {
    await services.store.requireRoom()
    await requireQuota(tx, caller, body.fileIds.length)
    const taken = await takeUploads(tx, caller, body.fileIds, body.claims)
    const list = []
    for (const [i, { upload, sent }] of taken.entries()) {
      const name = body.evidenceName
        ? taken.length > 1
          ? `${body.evidenceName} ${i + 1}`
          : body.evidenceName
        : beginningOf(upload.name)
      const made = await insertOne(services, caller, tx, {
        kind: 'file',
        name,
        remark: body.remark,
        labels: body.labels,
        request: { files: [sent], fileName: upload.name },
        uniqueId: nthUniqueId(body.unique_id, i),
        startedAt: upload.createdAt,
      })
      list.push({ ...made, fileName: upload.name })
    }
    await chargeEvidence(services, tx, caller, { kind: 'file', made: list, quoted: body.quoted })
    return { list }
  })
}

/** The hash of a file that stays with its owner for now. */
export function depositHash(services: Services, caller: Caller, body: DepositHash) {
  const deposited = {
    sha256: body.sha256,
    sm3: body.sm3 ?? null,
    size: body.fileSize ?? null,
    name: plainName(body.fileName),
  }
  if (!deposited.name) throw badFields({ path: 'fileName', key: 'required' })
  const same = {
    isSame: ([e]: Earlier) => isDeepStrictEqual((e.request as { deposited?: object }).deposited, deposited),
    replay: ([e]: Earlier) => ({ no: e.number, id: e.id }),
  }
  return once(services, caller, body.unique_id, same, async (tx) => {
    await requireQuota(tx, caller, 1)
    const made = await insertOne(services, caller, tx, {
      kind: 'hash',
      name: body.evidenceName || beginningOf(deposited.name),
      remark: body.remark,
      labels: body.labels,
      request: { deposited },
      uniqueId: body.unique_id ?? null,
      startedAt: now,
    })
    await repo.insertHash(
      tx,
      { id: made.id, accountId: caller.accountId },
      {
        sha256: Buffer.from(deposited.sha256, 'hex'),
        sm3: deposited.sm3 === null ? null : Buffer.from(deposited.sm3, 'hex'),
        size: deposited.size,
        fileName: deposited.name,
      },
    )
    await chargeEvidence(services, tx, caller, { kind: 'hash', made: [made], quoted: body.quoted })
    return made
  })
}

/** The original of a hash deposit: exactly that file, or nothing changes. */
export async function addOriginal(
  services: Services,
  caller: Caller,
  { ano, fileId, claims }: { ano: string; fileId: string; claims: Claim[] },
) {
  return services.db.forAccount(caller, async (tx) => {
    const deposit = await repo.lockHash(tx, caller, ano)
    if (!deposit) throw new AppError('not-found')
    if (deposit.status !== 'collected' || deposit.uploadId) throw new AppError('wrong-state')
    const [{ upload }] = (await takeUploads(tx, caller, [fileId], claims, 'fileId')) as [
      Awaited<ReturnType<typeof takeUploads>>[number],
    ]
    const fits =
      upload.sha256!.equals(deposit.claimedSha256) &&
      (!deposit.claimedSm3 || upload.sm3!.equals(deposit.claimedSm3)) &&
      (deposit.size === null || deposit.size === upload.size)
    if (!fits) throw badFields({ path: 'fileId', key: 'originalDiffers' })
    await repo.setOriginal(tx, deposit.id, {
      uploadId: fileId,
      actingName: caller.personName,
      actingRole: caller.role,
      actingIdentityId: (await identitiesOf(tx, caller)).actingIdentityId,
    })
    await recordAct(tx, caller, {
      action: 'deposit.originalSent',
      subjectKind: 'evidence',
      subjectId: deposit.id,
      details: { file: upload.name },
    })
    await services.jobs.enqueue(tx, depositQueue, { id: deposit.id })
    await announceEvidence(tx, deposit)
    return { status: 'collected' as const }
  })
}

type Find = Omit<EvidenceFind, 'category' | 'categories' | 'batchId'> & { fileType?: FileKind | undefined }

const mediaTypes: Record<Exclude<FileKind, 'other'>, string> = {
  image: '^image/',
  audio: '^audio/',
  video: '^video/',
  pdf: '^application/pdf$',
  text: '^text/',
  office: '^application/(msword|rtf|vnd\\.(ms-|openxmlformats|oasis))',
}
const mediaTypeOf = (kind: FileKind) =>
  kind === 'other' ? { like: Object.values(mediaTypes).join('|'), not: true } : { like: mediaTypes[kind] }

/** Deposits of one kind with what was handed over. */
export async function list(services: Services, caller: Caller, kind: EvidenceKind, { fileType, ...find }: Find) {
  const { list: rows, ...rest } = await evidence.list(services, caller, {
    ...find,
    category: categoryOf(kind),
    ...(fileType ? { mediaType: mediaTypeOf(fileType) } : {}),
  })
  const { files, hashes, sealed } = await services.db.forAccount(caller, (tx) =>
    repo.contentsOf(
      tx,
      rows.map((r) => r.id),
    ),
  )
  return {
    ...rest,
    list: rows.map((r): DepositRow => {
      const [of, hash] = [files.filter((f) => f.evidenceId === r.id), hashes.find((h) => h.evidenceId === r.id)]
      const own = sealed.find((s) => s.id === r.id)
      return {
        ...r,
        ...(hash ? claimedOf(hash) : firstOf(of, own?.capture)),
        fileCount: hash ? 1 : of.length,
        attestation_at: own?.sealedAt?.toISOString() ?? null,
      }
    }),
  }
}

type Contents = Awaited<ReturnType<typeof repo.contentsOf>>

/** Its owner's own name of it, else the one that it was sealed under: paths of a package have fewer signs. */
const firstOf = ([f]: Contents['files'], capture: unknown) => ({
  fileName: f ? (f.shownName ?? nameOfFile(f.path, capture)) : '',
  fileSize: f?.size ?? null,
  fileType: f?.mediaType ?? null,
  sha256: f?.sha256.toString('hex') ?? '',
  sm3: f?.sm3.toString('hex') ?? null,
  originalUploaded: true,
})

const claimedOf = (h: Contents['hashes'][number]) => ({
  fileName: h.fileName,
  fileSize: h.size,
  fileType: null,
  sha256: h.claimedSha256.toString('hex'),
  sm3: h.claimedSm3?.toString('hex') ?? null,
  originalUploaded: h.sealedAt !== null,
})

export const listAll = (services: Services, caller: Caller, find: EvidenceFind) =>
  evidence.list(services, caller, { ...find, within: depositCategories })

/** Shows evidence of the account again that was hidden. One that is not the caller's makes the whole question wrong. */
export async function takeBack(services: Services, caller: Caller, numbers: string[]) {
  const { list: found } = await evidence.issuable(services, caller, numbers)
  for (const { ano } of found) await evidence.showAgain(services, caller, ano)
  return { list: found.map(({ ano, name, category }) => ({ ano, name, category })) }
}

export async function renameFile(services: Services, caller: Caller, id: string, fileName: string) {
  const name = plainName(fileName)
  if (!name) throw badFields({ path: 'fileName', key: 'required' })
  await services.db.forAccount(caller, async (tx) => {
    const renamed = await repo.renameFile(tx, caller, id, name)
    if (!renamed) throw new AppError('not-found')
    await recordAct(tx, caller, {
      action: 'file.renamed',
      subjectKind: 'evidence',
      subjectId: renamed.evidenceId,
      details: { file: renamed.path, name },
    })
  })
  return { updated: true }
}
