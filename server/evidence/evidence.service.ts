import type { EvidenceDetail, TrustFact } from '../../contract/evidence/evidence.ts'
import type { ActionName } from '../../contract/platform/acts.ts'
import { mostLabels } from '../../contract/kit/fields.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { actedLately, actsOn, recordAct } from '../kit/audit/audit.ts'
import { eachOf } from '../kit/calls/bulk.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import { isUuid } from '../kit/ids.ts'
import type { ByteReply } from '../kit/calls/implement.ts'
import { announceEvidence } from './announce-evidence.ts'
import type { Services } from '../kit/services.ts'
import { say, type Language } from '../kit/words.ts'
import { heldOver, orphanedOver } from '../trust/anchors/anchors.repo.ts'
import { entryOfStatement } from '../trust/log/log.repo.ts'
import { platformName } from '../platform/platform.service.ts'
import * as repo from './evidence.repo.ts'
import { openPackageEdition } from './package-edition.ts'
import { originalFollows } from './kind-column.ts'
import { anchorFacts } from './anchors/facts.ts'
import { stampFacts } from './stamps/facts.ts'
import { stampsOf } from './stamps/stamps.repo.ts'
import { statedOwner } from './stated-owner.ts'

const numberPattern = /^\d{18}$/

/** The site that executes: shown as the institution of every row. */
const institutionOf = (caller: Caller) => platformName(caller.platform, caller.lang)

export async function list(services: Services, caller: Caller, find: repo.Finding) {
  const { rows, ...rest } = await services.db.forAccount(caller, (tx) => repo.listEvidence(tx, caller, find))
  return { list: rows.map((r) => repo.toRow(r, institutionOf(caller))), ...rest }
}

/** One evidence of the caller's account, by preservation number or by id. Another's answers as if it did not exist. */
export async function requireEvidence(services: Services, caller: Caller, key: string) {
  const by = numberPattern.test(key) ? { number: key } : isUuid(key) ? { id: key } : undefined
  const found = by && (await services.db.forAccount(caller, (tx) => repo.findEvidence(tx, caller, by)))
  if (!found) throw new AppError('not-found')
  return found
}

export async function detail(services: Services, caller: Caller, key: string): Promise<EvidenceDetail> {
  const e = await requireEvidence(services, caller, key)
  const { files, acts } = await services.db.forAccount(caller, async (tx) => ({
    files: await repo.filesOf(tx, e.id),
    acts: await actsOn(tx, caller, 'evidence', e.id),
  }))
  const identity = statedOwner(e.statement)
  return {
    ...repo.toRow(e, institutionOf(caller)),
    remark: e.remark,
    ownerName: e.ownerName,
    ownerKind: e.ownerKind as EvidenceDetail['ownerKind'],
    ownerIdentity: identity || (!e.statement && e.ownerIdentityId) ? 'verified' : 'not-verified',
    identity,
    start_time: e.startedAt?.toISOString() ?? null,
    end_time: e.finishedAt?.toISOString() ?? null,
    sealedAt: e.sealedAt?.toISOString() ?? null,
    confirmUntil: e.confirmUntil?.toISOString() ?? null,
    statementSha256: e.statementSha256?.toString('hex') ?? null,
    capture: e.capture as EvidenceDetail['capture'],
    request: e.request as EvidenceDetail['request'],
    files: files.map(toFile),
    trust: await trustFactsOf(services, e, caller.lang),
    events: acts,
    packageSize: e.packageSize,
  }
}

export const toFile = (f: repo.EvidenceFileRecord) => ({
  id: f.id,
  fileName: f.path,
  fileSize: f.size,
  fileType: f.mediaType,
  sha256: f.sha256.toString('hex'),
  sm3: f.sm3.toString('hex'),
  shownName: f.shownName,
})

type Sealed = Pick<
  repo.EvidenceRecord,
  'id' | 'category' | 'originalAt' | 'status' | 'sealedAt' | 'tokenSerial' | 'certifiedAt' | 'statementSha256'
>

/** Deposited without its original, which has not come: nothing is certified of it. */
export const lacksOriginal = (e: { category: string; originalAt: Date | null }) => originalFollows(e) && !e.originalAt

/** Where the statement stands in the public log; pending until the log has it. */
function loggedFact(entry: Awaited<ReturnType<typeof entryOfStatement>>): TrustFact {
  const details = entry ? { index: String(entry.idx), size: String(entry.size), origin: entry.origin } : {}
  return {
    code: 'logged',
    status: entry ? 'proven' : 'pending',
    at: entry?.at.toISOString() ?? null,
    dependsOn: 'platform',
    details: { ...details, standard: 'RFC 6962, C2SP tlog-tiles' },
  }
}

/** What is proven so far, and by whom; a list of facts, never one verdict. */
export async function trustFactsOf(
  services: Pick<Services, 'db' | 'config'>,
  e: Sealed,
  lang: Language,
): Promise<TrustFact[]> {
  if (e.status !== 'to-confirm' && e.status !== 'collected') return []
  const fixed: TrustFact = {
    code: 'fixed',
    status: 'proven',
    at: e.sealedAt?.toISOString() ?? null,
    dependsOn: 'platform',
    details: {
      serial: e.tokenSerial ?? '',
      statementSha256: e.statementSha256?.toString('hex') ?? '',
      standard: 'RFC 3161',
    },
  }
  const { db, config } = services
  const entry = e.statementSha256 ? await entryOfStatement(db.system, e.statementSha256) : undefined
  const [stamps, held, orphaned] = await Promise.all([
    stampsOf(db.system, e.id),
    entry ? heldOver(db.system, entry) : [],
    entry ? orphanedOver(db.system, entry) : [],
  ])
  const logged = loggedFact(entry)
  const outside = [
    ...stampFacts(stamps),
    ...anchorFacts(lang, { held, orphaned }, config.anchors?.chains ?? [], e.sealedAt),
  ]
  if (e.status === 'to-confirm') return [fixed, logged, ...outside]
  const original = originalFollows(e)
    ? [
        {
          code: 'original',
          status: e.originalAt ? 'proven' : 'pending',
          at: e.originalAt?.toISOString() ?? null,
          dependsOn: 'anyone',
          details: { standard: 'SHA-256, SM3, RFC 3161' },
        } as const,
      ]
    : []
  if (lacksOriginal(e)) return [fixed, logged, ...original, ...outside]
  return [
    fixed,
    logged,
    ...original,
    ...outside,
    {
      code: 'certified',
      status: e.certifiedAt ? 'proven' : 'pending',
      at: e.certifiedAt?.toISOString() ?? null,
      dependsOn: 'platform',
      details: { standard: 'PAdES-B-T, ASiC-E' },
    },
  ]
}

/** A check before an order. What is not the caller's makes the whole question wrong: nothing is told of it. */
export async function issuable(services: Services, caller: Caller, numbers: string[]) {
  const rows = await services.db.forAccount(caller, (tx) => repo.sizesOf(tx, caller, numbers))
  if (rows.length < new Set(numbers).size) throw new AppError('not-found')
  const reason = (r: (typeof rows)[number]) =>
    r.status !== 'collected'
      ? 'wrong-state'
      : lacksOriginal(r)
        ? 'original-missing'
        : r.certifiedAt
          ? null
          : 'not-ready'
  const list = rows.map((r) => {
    const why = reason(r)
    return {
      ano: r.number,
      name: r.name,
      category: r.category as EvidenceDetail['category'],
      size: r.size,
      originalUploaded: r.status === 'collected' && !lacksOriginal(r),
      issuable: !why,
      reason: why && say(caller.lang, 'errors', `code.${why}`),
    }
  })
  return { list }
}

export async function update(
  services: Services,
  caller: Caller,
  id: string,
  change: { evidenceName?: string | undefined; remark?: string | undefined },
) {
  const set = {
    ...(change.evidenceName === undefined ? {} : { name: change.evidenceName }),
    ...(change.remark === undefined ? {} : { remark: change.remark }),
  }
  if (!Object.keys(set).length) throw new AppError('bad-parameter', {}, [{ path: 'evidenceName', key: 'required' }])
  await changeWith(
    services,
    caller,
    id,
    set,
    change.evidenceName === undefined ? 'evidence.remarked' : 'evidence.renamed',
  )
}

export const relabel = (services: Services, caller: Caller, id: string, labels: string[]) =>
  changeWith(services, caller, id, { labels }, 'evidence.relabelled')

export const hide = (services: Services, caller: Caller, id: string, hidden: boolean) =>
  changeWith(services, caller, id, { hidden }, hidden ? 'evidence.hidden' : 'evidence.shown')

/** Names and labels are the owner's own words: they may change, and every change is on the record. What was sealed never does. */
const changeWith = (services: Services, caller: Caller, id: string, set: Change, action: ActionName) =>
  services.db.forAccount(caller, (tx) => change(tx, caller, id, set, action))

type Change = Parameters<typeof repo.changeEvidence>[3]

async function change(tx: AccountTx, caller: Caller, id: string, set: Change, action: ActionName) {
  const whose = await repo.changeEvidence(tx, caller, id, set)
  if (!whose) throw new AppError('not-found')
  await recordAct(tx, caller, { action, subjectKind: 'evidence', subjectId: id, details: set })
  await announceEvidence(tx, { ...whose, id })
}

/** Brings one back into the lists, by its number. */
export async function showAgain(services: Services, caller: Caller, number: string) {
  const { id, hidden } = await requireEvidence(services, caller, number)
  if (hidden) await hide(services, caller, id, false)
}

export const hideMany = (services: Services, caller: Caller, ids: string[], hidden: boolean) =>
  eachOf(services, caller, ids, (tx, id) =>
    change(tx, caller, id, { hidden }, hidden ? 'evidence.hidden' : 'evidence.shown'),
  )

/** Adds labels to each and takes others away; whatever else it carries stays. */
export const relabelMany = (
  services: Services,
  caller: Caller,
  { ids, add, remove }: { ids: string[]; add: string[]; remove: string[] },
) =>
  eachOf(services, caller, ids, async (tx, id) => {
    const before = await repo.labelsOf(tx, caller, id)
    if (!before) throw new AppError('not-found')
    const labels = [...new Set([...before.filter((l) => !remove.includes(l)), ...add])]
    if (labels.length > mostLabels) throw new AppError('limit-reached', { limit: mostLabels })
    if (labels.join() !== before.join()) await change(tx, caller, id, { labels }, 'evidence.relabelled')
  })

export async function tiles(services: Services, caller: Caller, key: string, page: number) {
  const e = await requireEvidence(services, caller, key)
  const files = await services.db.forAccount(caller, (tx) => repo.filesOf(tx, e.id))
  const sizes = (e.capture as { tiles?: { path: string; width: number; height: number }[] } | null)?.tiles ?? []
  const all = sizes.flatMap((t, index) => {
    const file = files.find((f) => f.path === t.path)
    return file
      ? [
          {
            index,
            width: t.width,
            height: t.height,
            sha256: file.sha256.toString('hex'),
            imgUrl: pathOf(evidenceCalls.fileBytes, { id: file.id }),
          },
        ]
      : []
  })
  const per = 20
  return { list: all.slice((page - 1) * per, page * per), total: all.length }
}

/** Kinds a browser may show; anything else only leaves as a download, so captured markup never runs on our origin. */
const shownInline = new Set([
  'image/png',
  'image/jpeg',
  'application/pdf',
  'text/plain',
  'application/json',
  'application/x-ndjson',
])

/** A page shows many pictures of one evidence, and that counts as one look an hour; anything else is a download. */
async function recordRead(tx: AccountTx, caller: Caller, f: { evidenceId: string; mediaType: string; path: string }) {
  const picture = f.mediaType.startsWith('image/')
  if (picture && (await actedLately(tx, caller, 'evidence.viewed', f.evidenceId))) return
  await recordAct(tx, caller, {
    action: picture ? 'evidence.viewed' : 'file.downloaded',
    subjectKind: 'evidence',
    subjectId: f.evidenceId,
    ...(picture ? {} : { details: { file: f.path } }),
  })
}

export async function fileBytes(services: Services, caller: Caller, fileId: string): Promise<ByteReply> {
  const f = await services.db.forAccount(caller, async (tx) => {
    const found = await repo.findFile(tx, caller, fileId)
    if (found) await recordRead(tx, caller, found)
    return found
  })
  if (!f) throw new AppError('not-found')
  const sha256 = f.sha256.toString('hex')
  const inline = shownInline.has(f.mediaType)
  return {
    size: f.size,
    mediaType: inline ? f.mediaType : 'application/octet-stream',
    fileName: `${f.number}-${f.path.replaceAll('/', '-')}`,
    etag: sha256,
    disposition: inline ? 'inline' : 'attachment',
    open: (range) => services.store.open(sha256, range),
  }
}

/** The certificate or the package of collected evidence; every download is on the record. */
export async function artefactBytes(
  services: Services,
  caller: Caller,
  number: string,
  kind: 'certificate' | 'package',
): Promise<ByteReply> {
  const e = await requireEvidence(services, caller, number)
  const reply = await artefactReply(services, e, kind)
  await services.db.forAccount(caller, (tx) =>
    recordAct(tx, caller, { action: `${kind}.downloaded`, subjectKind: 'evidence', subjectId: e.id }),
  )
  return reply
}

type Artefacts = Pick<
  repo.EvidenceRecord,
  | 'id'
  | 'category'
  | 'originalAt'
  | 'number'
  | 'status'
  | 'certificateSha256'
  | 'packageSha256'
  | 'coreSha256'
  | 'coreSize'
  | 'packageEdition'
>

export async function artefactReply(
  services: Services,
  e: Artefacts,
  kind: 'certificate' | 'package',
): Promise<ByteReply> {
  if (e.status !== 'collected') throw new AppError('wrong-state')
  if (lacksOriginal(e)) throw new AppError('original-missing')
  const hash = (kind === 'certificate' ? e.certificateSha256 : e.packageSha256)?.toString('hex')
  if (!hash) throw new AppError('not-ready')
  const held = (kind === 'certificate' ? e.certificateSha256 : e.coreSha256)!.toString('hex')
  const size = await services.store.size(held)
  if (size === undefined) throw new Error(`object ${held} is missing from the store`)
  const bytes = kind === 'package' ? await openPackageEdition(services.db.system, services.store, e) : undefined
  const [mediaType, suffix] =
    kind === 'certificate' ? ['application/pdf', 'pdf'] : ['application/vnd.etsi.asic-e+zip', 'asice']
  return {
    size,
    mediaType,
    fileName: `${e.number}.${suffix}`,
    etag: hash,
    disposition: 'attachment',
    open: (range) => services.store.open(held, range),
    ...bytes,
  }
}

/** The address of an artefact; it names the account, as a browser's download sends no headers of ours. */
export const artefactPath = (caller: Caller, number: string, kind: 'certificate' | 'package') =>
  `${pathOf(kind === 'certificate' ? evidenceCalls.pdfBytes : evidenceCalls.packageBytes, { ano: number })}?account=${caller.accountId}`

/** Where a ready artefact is downloaded; refused before it exists, so that a link never leads nowhere. */
export async function artefactLink(
  services: Services,
  caller: Caller,
  number: string,
  kind: 'certificate' | 'package',
) {
  const reply = await artefactReply(services, await requireEvidence(services, caller, number), kind)
  return { link: artefactPath(caller, number, kind), fileName: reply.fileName }
}
