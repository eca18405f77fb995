import { Readable } from 'node:stream'
import type { UploadedFile } from '../../contract/kit/call.ts'
import { mostLoosePhotos, photo, type PhotoKind } from '../../contract/real-name/certify.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { Tx } from '../kit/db/db.ts'
import { AppError, badFields } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { ByteReply } from '../kit/calls/implement.ts'
import { type Picture, readPicture } from '../kit/files/pictures.ts'
import type { Services } from '../kit/services.ts'
import { againWhenGone, holdObjects } from '../kit/storage/objects.ts'
import * as repo from './photos.repo.ts'

/** A picture without where and by what it was taken. */
export function judge(bytes: Buffer, field: string): Picture {
  if (bytes.length > photo.maxBytes)
    throw badFields({ path: field, key: 'fileTooBig', params: { megabytes: Math.floor(photo.maxBytes / 1024 / 1024) } })
  const picture = readPicture(bytes)
  if (!picture) throw badFields({ path: field, key: 'pictureKind' })
  const { width, height } = picture
  if (Math.max(width, height) > photo.maxSide || width * height > photo.maxPixels)
    throw badFields({
      path: field,
      key: 'pictureTooLarge',
      params: { side: photo.maxSide, megapixels: photo.maxPixels / 1_000_000 },
    })
  return picture
}

const full = () => new AppError('too-many-photos', { limit: mostLoosePhotos })

/** Sealed before it reaches the store. Gives its id. */
export async function take(
  services: Services,
  caller: Caller,
  kind: PhotoKind,
  { mediaType, bare }: Picture,
): Promise<string> {
  const { accountId, personId, platform } = caller
  if ((await repo.countLoose(services.db.system, personId)) >= mostLoosePhotos) throw full()
  const id = newId()
  const sealed = await services.db.asSystem((tx) => services.secrets.sealBytes(tx, bare, id))
  await againWhenGone(async () => {
    const stored = await services.store.put(Readable.from([sealed]))
    await services.db.asSystem(async (tx) => {
      await repo.lockPhotos(tx, personId)
      if ((await repo.countLoose(tx, personId)) >= mostLoosePhotos) throw full()
      await holdObjects(tx, services.store, [stored])
      await repo.insertPhoto(tx, {
        id,
        platformId: platform.id,
        accountId,
        personId,
        kind,
        mediaType,
        size: bare.length,
        sha256: Buffer.from(stored.sha256, 'hex'),
      })
      await recordAct(tx, caller, {
        action: 'identity.photoSent',
        subjectKind: 'person',
        subjectId: personId,
        details: { kind },
      })
    })
  })
  return id
}

/** What was sent, or what a data URL holds. */
export const bytesOf = (file: UploadedFile | undefined): Buffer => {
  if (!file) throw badFields({ path: 'file', key: 'required' })
  return Buffer.from(file.bytes)
}

/** A picture in clear; nothing on the way may keep it. */
export async function open({ store, secrets }: Services, found: repo.PhotoRecord | undefined): Promise<ByteReply> {
  if (!found) throw new AppError('not-found')
  const sealed = await collect(store.open(found.sha256.toString('hex')))
  const bytes = await secrets.openBytes(sealed, found.id)
  return {
    size: bytes.length,
    mediaType: found.mediaType,
    fileName: `${found.kind.toLowerCase()}.${found.mediaType.split('/')[1]}`,
    etag: found.id,
    disposition: 'inline',
    whole: true,
    open: () => Readable.from([bytes]),
  }
}

async function collect(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

export const own = async (services: Services, caller: Caller, id: string) =>
  open(services, await services.db.forAccount(caller, (tx) => repo.findOwn(tx, caller.personId, id)))

export const removeLoose = async (services: Services, caller: Caller, id: string) => {
  return services.db.asSystem(async (tx) => {
    const deleted = await repo.removeLoose(tx, caller.personId, caller.accountId, id)
    if (deleted)
      await recordAct(tx, caller, {
        action: 'identity.photoRemoved',
        subjectKind: 'person',
        subjectId: caller.personId,
      })
    return { deleted }
  })
}

/** Holds pictures for an attempt; one that is not there or shows something else is told at its field. */
export async function attach(
  tx: Tx,
  { personId }: Caller,
  realNameId: string,
  photos: readonly { field: string; kind: PhotoKind; id: string }[],
) {
  const absent = []
  for (const { field, kind, id } of photos)
    if (!(await repo.attachPhoto(tx, realNameId, { personId, id, kind })))
      absent.push({ path: field, key: 'pictureGone' })
  if (absent.length) throw badFields(...absent)
}
