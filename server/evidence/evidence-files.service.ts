import { pathOf } from '../../contract/kit/call.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { actedLately, recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { storedReply } from '../kit/calls/stored-reply.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import type { ByteReply } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import { type EvidenceRecord, filesOf, findFile } from './evidence.read.ts'
import { depositCategories } from './kinds/kind-column.types.ts'
import { requirePaid } from './packages/downloads.service.ts'
import { openPackageEdition } from './packages/package-edition.service.ts'
import { lacksOriginal } from './trust-facts.service.ts'
import { requireEvidence } from './evidence.service.ts'

export async function tiles(services: Services, caller: Caller, key: string, page: number) {
  const e = await requireEvidence(services, caller, key)
  const files = await services.db.forAccount(caller, (tx) => filesOf(tx, e.id))
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

/** A browser shows pictures inside our pages. */
const pictures = new Set(['image/png', 'image/jpeg'])

/**
 * Only pictures that the platform took are opened on our origin: a browser's own reader runs the scripts of a PDF under
 * the name of the page that opened it. What a depositor sent is looked at on the origin of previews.
 */
const opensHere = ({ mediaType, category }: { mediaType: string; category: string }) =>
  pictures.has(mediaType) && !depositCategories.includes(category)

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
    const found = await findFile(tx, caller, fileId)
    if (found) await recordRead(tx, caller, found)
    return found
  })
  if (!f) throw new AppError('not-found')
  return sealedFileReply(services, f)
}

/** The bytes of a sealed file, whoever asks for them. */
export function sealedFileReply(
  services: Services,
  f: { number: string; category: string; path: string; mediaType: string; size: number; sha256: Buffer },
): ByteReply {
  const { sha256, size, number, path } = f
  const mediaType = pictures.has(f.mediaType) ? f.mediaType : 'application/octet-stream'
  return storedReply(
    services,
    { sha256, size, mediaType, fileName: `${number}-${path.replaceAll('/', '-')}` },
    { disposition: opensHere(f) ? 'inline' : 'attachment' },
  )
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
  await services.db.forAccount(caller, async (tx) => {
    if (kind === 'package') await requirePaid(tx, caller, e)
    await recordAct(tx, caller, { action: `${kind}.downloaded`, subjectKind: 'evidence', subjectId: e.id })
  })
  return reply
}

type Artefacts = Pick<
  EvidenceRecord,
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
  const e = await requireEvidence(services, caller, number)
  const reply = await artefactReply(services, e, kind)
  if (kind === 'package') await services.db.forAccount(caller, (tx) => requirePaid(tx, caller, e))
  return { link: artefactPath(caller, number, kind), fileName: reply.fileName }
}
