import { Readable } from 'node:stream'
import type { UploadedFile } from '../../../contract/kit/call.ts'
import { factsOfKind, type OrderPart } from '../../../contract/notarization/order-kinds.ts'
import { mostOrderFile } from '../../../contract/notarization/orders.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import { storedReply } from '../../kit/calls/stored-reply.ts'
import type { Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { isPdf } from '../../kit/files/is-pdf.ts'
import { DrawingError } from '../../kit/paper/renderer.ts'
import { type PlainKind, plainName } from '../../kit/files/plain-name.ts'
import { readPicture } from '../../kit/files/pictures.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { againWhenGone, holdObjects } from '../../kit/storage/objects.ts'
import { tryApart } from '../papers/drawing/paper-renderer.ts'
import { openParts, type Viewer } from '../rules/may-take.ts'
import type { Stored } from '../../kit/storage/store.ts'
import type { AtOrder } from './at-order.ts'
import { type FileRecord, filesOf, findFile, isVisible } from './files.repo.ts'
import type { OrderRecord } from './orders.repo.ts'
import { kindOf } from '../rules/orders.types.ts'
import { tellAct } from './tell-step.ts'

interface Judged {
  fileName: string
  mediaType: PlainKind
  bytes: Buffer
}

/** A PDF or a picture by its content, never by its name. Originals stay as they were sent: they are what is looked at. */
export function judgeFile(file: UploadedFile | undefined, pdfAlone = false): Judged {
  if (!file) throw badFields({ path: 'file', key: 'required' })
  const bytes = Buffer.from(file.bytes)
  if (bytes.length > mostOrderFile)
    throw badFields({ path: 'file', key: 'fileTooBig', params: { megabytes: mostOrderFile / 1024 / 1024 } })
  if (isPdf(bytes)) return { ...named(file.name, 'application/pdf'), bytes }
  const picture = pdfAlone ? undefined : readPicture(bytes)
  if (!picture) throw badFields({ path: 'file', key: pdfAlone ? 'pdfFile' : 'pdfOrPicture' })
  return { ...named(file.name, picture.mediaType), bytes }
}

const named = (name: string, mediaType: PlainKind) => ({ fileName: plainName(name, mediaType), mediaType })

/** What will be sealed as it is must be a document that can be: read as a whole, and not encrypted. */
async function requireSealable({ accountId }: Caller, bytes: Buffer) {
  await tryApart(accountId, bytes).catch((error: unknown) => {
    throw error instanceof DrawingError ? badFields({ path: 'file', key: 'pdfToSeal' }) : error
  })
}

/** The file is stored before the order names it. */
export async function addFile(
  services: Services,
  { caller, viewer, find, lock }: AtOrder,
  part: OrderPart,
  file: UploadedFile | undefined,
) {
  const seen = await services.db.asSystem(find)
  requireOpen(viewer, seen, part)
  const { parts, papers } = factsOfKind(kindOf(seen))
  const judged = judgeFile(file, parts[part]!.isPdf === true)
  if (Object.values(papers).some(({ original }) => original === part)) await requireSealable(caller, judged.bytes)
  const id = newId()
  await againWhenGone(async () => {
    const stored = await services.store.put(Readable.from([judged.bytes]))
    await services.db.asSystem(async (tx) => {
      const held = await lock(tx)
      requireOpen(viewer, held, part)
      const { most } = factsOfKind(kindOf(held)).parts[part]!
      const loose = (await filesOf(tx, held.id)).filter((f) => f.part === part && !f.keptAt)
      if (loose.length >= most) throw new AppError('limit-reached', { limit: most })
      await holdObjects(tx, services.store, [stored])
      await insertFile(tx, { caller, viewer }, held, { id, part, ...judged, stored })
    })
  })
  return { id }
}

interface NewFile extends Pick<Judged, 'fileName' | 'mediaType'> {
  id: string
  part: string
  stored: Stored
  /** With which it came: it stays from then on. */
  messageId?: string
}

/** Names a file whose object the transaction holds. */
export async function insertFile(
  tx: Tx,
  { caller, viewer }: Pick<AtOrder, 'caller' | 'viewer'>,
  order: OrderRecord,
  { id, part, fileName, mediaType, stored, messageId }: NewFile,
) {
  await tx
    .insertInto('judicialFile')
    .values({
      id,
      orderId: order.id,
      platformId: order.platformId,
      accountId: order.accountId,
      part,
      side: viewer.side,
      fileName,
      mediaType,
      size: stored.size,
      sha256: Buffer.from(stored.sha256, 'hex'),
      personId: caller.personId,
      personName: caller.personName,
      ...(messageId && { messageId, keptAt: now, shownAt: now }),
    })
    .execute()
  await tellAct(
    tx,
    caller,
    order,
    'fileAdded',
    told({ side: viewer.side, shownAt: null, part, fileName }, stored.sha256),
  )
}

/** The record of acts is the applicant's: it names no file of the office that they may not see yet. */
const told = (
  { side, shownAt, part, fileName }: Pick<FileRecord, 'side' | 'shownAt' | 'part' | 'fileName'>,
  sha256?: string,
) => (side === 'office' && !shownAt ? { part } : { part, file: fileName, ...(sha256 && { sha256 }) })

function requireOpen(viewer: Viewer, order: OrderRecord, part: OrderPart) {
  if (!openParts(viewer, order).includes(part)) throw new AppError('wrong-state')
}

/** Takes away what was added and not handed in. */
export const removeFile = (services: Services, { caller, viewer, lock }: AtOrder, fileId: string) =>
  services.db.asSystem(async (tx) => {
    const order = await lock(tx)
    const file = await visibleFile(tx, viewer, order.id, fileId)
    if (file.side !== viewer.side || file.keptAt) throw new AppError('wrong-state')
    await tx.deleteFrom('judicialFile').where('id', '=', fileId).where('orderId', '=', order.id).execute()
    await tellAct(tx, caller, order, 'fileRemoved', told(file))
  })

/** A file that the other side has not shown is not there. */
async function visibleFile(tx: Tx, viewer: Viewer, orderId: string, id: string): Promise<FileRecord> {
  const file = await findFile(tx, orderId, id)
  if (!file || !isVisible(viewer, file)) throw new AppError('not-found')
  return file
}

/** Every download stands on the record of whose order it is. */
export const fileBytes = (services: Services, { caller, viewer, find }: AtOrder, fileId: string): Promise<ByteReply> =>
  services.db.asSystem(async (tx) => {
    const order = await find(tx)
    const file = await visibleFile(tx, viewer, order.id, fileId)
    const { sha256, size, mediaType, fileName } = file
    await tellAct(tx, caller, order, 'fileOpened', told(file, sha256.toString('hex')))
    return storedReply(services, { sha256, size, mediaType, fileName })
  })
