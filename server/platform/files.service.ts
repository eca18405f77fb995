import { Readable } from 'node:stream'
import type { UploadedFile } from '../../contract/kit/call.ts'
import { pathOf } from '../../contract/kit/call.ts'
import type { Right } from '../../contract/kit/rights.ts'
import { fileCalls, mostLoose, scenes, type Uploaded, type UploadScene } from '../../contract/platform/files.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller, Visitor } from '../kit/calls/caller.ts'
import { storedReply } from '../kit/calls/stored-reply.ts'
import type { AccountTx, Tx } from '../kit/db/db.ts'
import { bytesOfDataUrl } from '../kit/files/data-url.ts'
import { AppError, badFields } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { ByteReply } from '../kit/calls/implement.ts'
import { isPdf } from '../kit/files/is-pdf.ts'
import { type PlainKind, plainName } from '../kit/files/plain-name.ts'
import { readPicture } from '../kit/files/pictures.ts'
import type { Services } from '../kit/services.ts'
import { againWhenGone, holdObjects } from '../kit/storage/objects.ts'
import * as repo from './files.repo.ts'

const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)

export interface JudgedFile {
  mediaType: PlainKind
  bytes: Buffer
}

/** What a file is by its content; what everybody will see is kept without anything but the picture. */
function judge(scene: UploadScene, bytes: Buffer, field: string): JudgedFile {
  const { maxBytes, maxSide, maxPixels, pdf, shown } = scenes[scene]
  if (bytes.length > maxBytes)
    throw badFields({ path: field, key: 'fileTooBig', params: { megabytes: megabytes(maxBytes) } })
  if (pdf && isPdf(bytes)) return { mediaType: 'application/pdf', bytes }
  const picture = readPicture(bytes)
  if (!picture) throw badFields({ path: field, key: pdf ? 'fileKind' : 'pictureKind' })
  const { width, height } = picture
  if (Math.max(width, height) > maxSide || width * height > maxPixels)
    throw badFields({
      path: field,
      key: 'pictureTooLarge',
      params: { side: maxSide, megapixels: maxPixels / 1_000_000 },
    })
  return { mediaType: picture.mediaType, bytes: shown ? picture.bare : bytes }
}

/** The same of what can be a picture alone. */
export function judgePicture(scene: UploadScene, bytes: Buffer, field: string): JudgedFile {
  if (isPdf(bytes) || (bytes.length <= scenes[scene].maxBytes && !readPicture(bytes)))
    throw badFields({ path: field, key: 'pictureKind' })
  return judge(scene, bytes, field)
}

/** Scenes that not everybody who is signed in may send for. */
const rightOfScene: Partial<Record<UploadScene, Right>> = { platform: 'platform.manage', content: 'operator.content' }

function requireMay({ rights, accountDisabled }: Caller, scene: UploadScene) {
  const right = rightOfScene[scene]
  if (accountDisabled || (right && !rights.has(right))) throw new AppError('forbidden')
}

const full = () => new AppError('uploads-full', { megabytes: megabytes(mostLoose) })

export async function take(
  services: Services,
  caller: Caller,
  scene: UploadScene,
  given: { name: string; bytes: Buffer; field: string },
): Promise<Uploaded> {
  requireMay(caller, scene)
  const { mediaType, bytes } = judge(scene, given.bytes, given.field)
  const { accountId, personId, platform } = caller
  // Before anything is written, and again under the lock.
  if ((await repo.looseBytes(services.db.system, accountId)) + bytes.length > mostLoose) throw full()
  const [id, name] = [newId(), plainName(given.name, mediaType)]
  const { sha256 } = await againWhenGone(async () => {
    const stored = await services.store.put(Readable.from([bytes]))
    await services.db.asSystem(async (tx) => {
      await repo.lockUploads(tx, accountId)
      if ((await repo.looseBytes(tx, accountId)) + bytes.length > mostLoose) throw full()
      await holdObjects(tx, services.store, [stored])
      await repo.insertFile(tx, {
        id,
        platformId: platform.id,
        accountId,
        personId,
        scene,
        name,
        mediaType,
        size: bytes.length,
        sha256: Buffer.from(stored.sha256, 'hex'),
      })
      await recordAct(tx, caller, {
        action: 'upload.taken',
        subjectKind: 'upload',
        subjectId: id,
        details: { file: name, scene, sha256: stored.sha256 },
      })
    })
    return stored
  })
  return {
    fileId: id,
    url: pathOf(scenes[scene].shown ? fileCalls.shown : fileCalls.sent, { id }),
    fileName: name,
    fileSize: bytes.length,
    sha256,
  }
}

export async function takePicture(
  services: Services,
  caller: Caller,
  { scene, imgBase }: { scene: UploadScene; imgBase?: string | undefined },
) {
  if (!imgBase) throw badFields({ path: 'imgBase', key: 'required' })
  const bytes = bytesOfDataUrl(imgBase)
  if (!bytes) throw badFields({ path: 'imgBase', key: 'pictureKind' })
  return take(services, caller, scene, { name: 'picture', bytes, field: 'imgBase' })
}

export async function takeFile(services: Services, caller: Caller, scene: UploadScene, file: UploadedFile | undefined) {
  if (!file) throw badFields({ path: 'file', key: 'required' })
  return take(services, caller, scene, { name: file.name, bytes: Buffer.from(file.bytes), field: 'file' })
}

function serve(services: Services, file: repo.FileRecord | undefined, forever: boolean): ByteReply {
  if (!file) throw new AppError('not-found')
  const disposition = file.mediaType.startsWith('image/') ? 'inline' : 'attachment'
  const { sha256, size, mediaType, name: fileName } = file
  return storedReply(services, { sha256, size, mediaType, fileName }, { disposition, forever })
}

/** Holds what the caller sent for something, in the transaction that uses it; what is not there or was used is told at its place. */
export async function attach(tx: AccountTx, caller: Caller, scene: UploadScene, ids: string[], field: string) {
  if (!ids.length) return
  const held = await repo.attachSent(tx, caller, scene, ids)
  const absent = ids.flatMap((id, i) =>
    held.includes(id) && ids.indexOf(id) === i ? [] : [{ path: `${field}.${i}`, key: 'pictureGone' as const }],
  )
  if (absent.length) throw badFields(...absent)
}

/** Keeps pictures as long as content names them; the ids of those that are there. */
export const holdContent = async (tx: Tx, platformId: string, ids: string[]): Promise<ReadonlySet<string>> =>
  new Set(await repo.holdContent(tx, platformId, ids))

/** Pictures that no content names any more: the sweep removes them. */
export const letGoOfContent = (tx: Tx, platformId: string, ids: string[]) => repo.letGoOfContent(tx, platformId, ids)

/** A file in use, for staff who look at what it came with. */
export const attached = async (services: Services, { platform }: Visitor, scene: UploadScene, id: string) =>
  serve(services, await repo.findAttached(services.db.system, platform.id, scene, id), false)

export const shown = async (services: Services, { platform }: Visitor, id: string) =>
  serve(services, await repo.findShown(services.db.system, platform.id, id), true)
export const sent = async (services: Services, caller: Caller, id: string) =>
  serve(services, await services.db.forAccount(caller, (tx) => repo.findSent(tx, caller, id)), false)
