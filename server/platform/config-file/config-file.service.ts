import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { UploadedFile } from '../../../contract/kit/call.ts'
import {
  configFormat,
  isPictureName,
  type PictureInFile,
  type PictureName,
  type SettingChange,
  settingNames,
} from '../../../contract/platform/config-file.ts'
import { type PlatformSettings, SettingsBody } from '../../../contract/platform/settings.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { findShown } from '../files.repo.ts'
import { type JudgedFile, take } from '../files.service.ts'
import * as settings from '../settings.service.ts'
import { type ReadConfig, readConfigFile } from './read-config-file.ts'

/** All that an administrator can set, pictures included; ids and versions mean nothing elsewhere. */
export async function download(services: Services, caller: Caller): Promise<ByteReply> {
  const current = await settings.get(services, caller)
  const entries = await Promise.all(
    settingNames.map(async (name) => [
      name,
      isPictureName(name) ? await pictureInFile(services, caller, current[name]) : current[name],
    ]),
  )
  const bytes = Buffer.from(
    `${JSON.stringify({ format: configFormat, settings: Object.fromEntries(entries) }, null, 2)}\n`,
  )
  return {
    size: bytes.length,
    mediaType: 'application/json',
    fileName: `platform-${caller.platform.notaryId}.json`,
    etag: createHash('sha256').update(bytes).digest('hex'),
    disposition: 'attachment',
    whole: true,
    open: () => Readable.from([bytes]),
  }
}

async function pictureInFile(
  services: Services,
  { platform }: Caller,
  id: string | null,
): Promise<PictureInFile | null> {
  const file = id ? await findShown(services.db.system, platform.id, id) : undefined
  if (!file) return null
  const bytes = await buffer(services.store.open(file.sha256.toString('hex')))
  return { mediaType: file.mediaType, base64: bytes.toString('base64') }
}

export async function check(services: Services, caller: Caller, file: UploadedFile | undefined) {
  const read = readConfigFile(file)
  const current = await settings.get(services, caller)
  const pictures = await picturesThatDiffer(services, caller, current, read)
  const given = settled(current, read)
  const changes = settingNames.flatMap((field): SettingChange[] => {
    if (isPictureName(field))
      return pictures.has(field)
        ? [{ field, picture: { now: current[field], given: pictures.get(field) !== null } }]
        : []
    return current[field] === given[field] ? [] : [{ field, now: current[field], given: given[field] }]
  })
  return { version: current.version, changes }
}

/** Settings as the file would have them; what it leaves out stays. */
const settled = (current: PlatformSettings, read: ReadConfig): SettingsBody =>
  SettingsBody.parse({ ...current, ...read.settings })

/** A picture that is there already, byte for byte, is not sent again. */
async function picturesThatDiffer(
  services: Services,
  { platform }: Caller,
  current: PlatformSettings,
  { pictures }: ReadConfig,
): Promise<Map<PictureName, JudgedFile | null>> {
  const differ = new Map<PictureName, JudgedFile | null>()
  for (const [name, picture] of pictures) {
    const id = current[name]
    const there = id ? await findShown(services.db.system, platform.id, id) : undefined
    const same = picture
      ? there?.sha256.equals(createHash('sha256').update(picture.bytes).digest()) === true
      : id === null
    if (!same) differ.set(name, picture)
  }
  return differ
}

/** Saves what was compared: over the same version, so nothing is overwritten that nobody was shown. */
export async function save(services: Services, caller: Caller, file: UploadedFile | undefined, version: number) {
  const read = readConfigFile(file)
  const current = await settings.get(services, caller)
  if (current.version !== version) throw new AppError('conflict', {}, [], { current })
  const body: SettingsBody = settled(current, read)
  for (const [name, picture] of await picturesThatDiffer(services, caller, current, read))
    body[name] = picture
      ? (await take(services, caller, 'platform', { name, bytes: picture.bytes, field: name })).fileId
      : null
  return settings.save(services, caller, { ...body, version })
}
