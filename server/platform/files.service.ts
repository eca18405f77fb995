import { Readable } from 'node:stream'
import type { UploadedFile } from '../../contract/kit/call.ts'
import { pathOf } from '../../contract/kit/call.ts'
import type { Right } from '../../contract/kit/rights.ts'
import { fileCalls, mostLoose, scenes, type Uploaded, UploadScene } from '../../contract/platform/files.ts'
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
import { readCaptions } from '../kit/files/captions.ts'
import { readVideo } from '../kit/files/videos.ts'
import type { Services } from '../kit/services.ts'
import type { PictureWidth } from '../../contract/platform/picture-widths.ts'
import { againWhenGone, holdObjects } from '../kit/storage/objects.ts'
import * as repo from './files.repo.ts'
import { findSize, measuresOf } from './picture-sizes/picture-sizes.repo.ts'
import { pictureSizesQueue } from './picture-sizes/picture-sizes.queue.ts'

const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)

export interface JudgedFile {
  mediaType: PlainKind
  bytes: Buffer
  /** Of pictures that everybody will see. */
  measures?: { width: number; height: number }
  /** Of films. */
  hasSound?: boolean
}

/** What a file is by its content; what everybody will see is kept without anything but the picture. */
function judge(scene: UploadScene, bytes: Buffer, field: string): JudgedFile {
  const { maxBytes, takes, picture: bounds, shown } = scenes[scene]
  if (bytes.length > maxBytes)
    throw badFields({ path: field, key: 'fileTooBig', params: { megabytes: megabytes(maxBytes) } })
  const isPdfTaken = takes.includes('pdf')
  if (isPdfTaken && isPdf(bytes)) return { mediaType: 'application/pdf', bytes }
  if (takes.includes('video')) return judgeVideo(bytes, field)
  if (takes.includes('captions')) return judgeCaptions(bytes, field)
  const picture = bounds && readPicture(bytes)
  if (!picture) throw badFields({ path: field, key: isPdfTaken ? 'fileKind' : 'pictureKind' })
  const { maxSide, maxPixels } = bounds
  const { width, height } = picture
  if (Math.max(width, height) > maxSide || width * height > maxPixels)
    throw badFields({
      path: field,
      key: 'pictureTooLarge',
      params: { side: maxSide, megapixels: maxPixels / 1_000_000 },
    })
  return shown
    ? { mediaType: picture.mediaType, bytes: picture.bare, measures: { width, height } }
    : { mediaType: picture.mediaType, bytes }
}

function judgeVideo(bytes: Buffer, field: string): JudgedFile {
  const video = readVideo(bytes)
  if (!video) throw badFields({ path: field, key: 'videoKind' })
  return { mediaType: video.mediaType, bytes: video.bare, hasSound: video.hasSound }
}

function judgeCaptions(bytes: Buffer, field: string): JudgedFile {
  const captions = readCaptions(bytes)
  if (!Buffer.isBuffer(captions)) throw badFields({ path: field, ...captions })
  return { mediaType: 'text/vtt', bytes: captions }
}

/** The same of what can be a picture alone. */
export function judgePicture(scene: UploadScene, bytes: Buffer, field: string): JudgedFile {
  if (isPdf(bytes) || (bytes.length <= scenes[scene].maxBytes && !readPicture(bytes)))
    throw badFields({ path: field, key: 'pictureKind' })
  return judge(scene, bytes, field)
}

/** Scenes that not everybody who is signed in may send for. */
const rightOfScene: Partial<Record<UploadScene, Right>> = {
  platform: 'platform.manage',
  content: 'operator.content',
  video: 'operator.content',
  captions: 'operator.content',
}

function maySend({ rights, accountDisabled }: Caller, scene: UploadScene) {
  const right = rightOfScene[scene]
  return !accountDisabled && (!right || rights.has(right))
}

/** Of a file whose scene was named before it, that of the scene; of others, the largest of the caller's scenes. */
export function boundOf(caller: Caller, { scene }: { readonly scene?: unknown }): number {
  const named = UploadScene.safeParse(scene)
  const allowed = (named.success ? [named.data] : UploadScene.options).filter((some) => maySend(caller, some))
  if (!allowed.length) throw new AppError('forbidden')
  return Math.max(...allowed.map((some) => scenes[some].maxBytes))
}

const full = () => new AppError('uploads-full', { megabytes: megabytes(mostLoose) })

export async function take(
  services: Services,
  caller: Caller,
  scene: UploadScene,
  given: { name: string; bytes: Buffer; field: string },
): Promise<Uploaded> {
  if (!maySend(caller, scene)) throw new AppError('forbidden')
  const { mediaType, bytes, measures, hasSound } = judge(scene, given.bytes, given.field)
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
        ...measures,
        ...(hasSound !== undefined && { hasSound }),
      })
      if (measures) await services.jobs.enqueue(tx, pictureSizesQueue, { id })
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

type Keeping = Pick<ByteReply, 'forever' | 'asksAgain'>

function serve(services: Services, file: repo.FileRecord | undefined, keeping: Keeping): ByteReply {
  if (!file) throw new AppError('not-found')
  const disposition = /^(?:image\/|video\/|text\/vtt$)/.test(file.mediaType) ? 'inline' : 'attachment'
  const { sha256, size, name: fileName } = file
  const mediaType = file.mediaType === 'text/vtt' ? 'text/vtt; charset=utf-8' : file.mediaType
  return storedReply(services, { sha256, size, mediaType, fileName }, { disposition, ...keeping })
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

/** Keeps files as long as content names them; the ids of those that are there. */
export const holdContent = async (
  tx: Tx,
  platformId: string,
  ids: string[],
  scene: repo.ContentScene = 'content',
): Promise<ReadonlySet<string>> => new Set(await repo.holdContent(tx, platformId, ids, scene))

export const filmHasSound = (tx: Tx, platformId: string, id: string) => repo.hasSound(tx, platformId, id)

/** Files that no content names any more: the sweep removes them. */
export const letGoOfContent = (tx: Tx, platformId: string, ids: string[]) => repo.letGoOfContent(tx, platformId, ids)

/** A file in use, for staff who look at what it came with. */
export const attached = async (services: Services, { platform }: Visitor, scene: UploadScene, id: string) =>
  serve(services, await repo.findAttached(services.db.system, platform.id, scene, id), {})

/** For how long caches may keep a picture of which smaller ones are still being made. */
const whileSizesAreMade = 'public, max-age=60'

/** What a platform shows; a picture where its address says how wide, as `Accept` takes it. */
export async function shown(
  services: Services,
  { platform, accept }: Visitor,
  id: string,
  width?: PictureWidth,
): Promise<ByteReply> {
  const { system } = services.db
  const file = await repo.findShown(system, platform.id, id)
  if (!file || width === undefined || !file.mediaType.startsWith('image/'))
    return serve(services, file, { forever: true })
  if (!file.sizedAt)
    return { ...serve(services, file, {}), headers: { vary: 'Accept', 'cache-control': whileSizesAreMade } }
  const taken = formatsTaken(accept)
  const size = taken.length ? await findSize(system, id, width, taken) : undefined
  const { name } = file
  const given = size ? { ...file, ...size, name: plainName(name, size.mediaType as PlainKind) } : file
  return { ...serve(services, given, { forever: true }), headers: { vary: 'Accept' } }
}

/** Formats that whoever asks names; wildcards are also said by those that know neither. */
function formatsTaken(accept = ''): string[] {
  const named = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((s) => s.trim()))
  return ['image/avif', 'image/webp'].filter((format) =>
    named.some(([type, ...params]) => type === format && !params.some((p) => /^q=0(?:\.0*)?$/.test(p))),
  )
}

/** Width and height of pictures that the platform shows, where they are known. */
export const picturesMeasured = (services: Services, platformId: string, ids: readonly string[]) =>
  measuresOf(services.db.system, platformId, ids)

export const sent = async (services: Services, caller: Caller, id: string) =>
  serve(services, await services.db.forAccount(caller, (tx) => repo.findSent(tx, caller, id)), { asksAgain: true })
