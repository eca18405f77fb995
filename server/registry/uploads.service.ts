import { Readable } from 'node:stream'
import type { StreamedFile } from '../../contract/kit/call.ts'
import { mostOpen, type UploadRow } from '../../contract/registry/uploads.ts'
import { plainName } from '../../contract/registry/deposits.ts'
import { requireNotClosing } from '../accounts/closing-guard.service.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { AccountTx, Tx } from '../kit/db/db.ts'
import { AppError, badFields } from '../kit/errors.ts'
import { isUuid, newId } from '../kit/ids.ts'
import { announce } from '../kit/notify/live.ts'
import { mediaTypeOf, sniffedBytes } from '../kit/files/media-type.ts'
import type { Services } from '../kit/services.ts'
import { againWhenGone, holdObjects } from '../kit/storage/objects.ts'
import type { Stored } from '../kit/storage/store.ts'
import { requireBytes } from '../evidence/storage/storage-quota.service.ts'
import { makeRoom } from './upload-room.service.ts'
import * as repo from './uploads.repo.ts'
import { uploadQueue } from './registry.queues.ts'

const gibibytes = (bytes: number) => Math.round((bytes / 1024 ** 3) * 100) / 100

const row = (u: repo.UploadRecord): UploadRow => ({
  fileId: u.id,
  fileName: u.name,
  fileSize: u.size,
  received: u.received,
  state: u.state as UploadRow['state'],
  fileType: u.mediaType,
  sha256: u.sha256?.toString('hex') ?? null,
  sm3: u.sm3?.toString('hex') ?? null,
  createdAt: u.createdAt.toISOString(),
})

/** Refused before a byte is sent: by name, by size, by how many are on their way, by the room there is. */
export async function begin(
  services: Services,
  caller: Caller,
  id: string,
  { name, size }: { name: string; size: number },
) {
  const fileName = plainName(name)
  if (!fileName) throw badFields({ path: 'fileName', key: 'required' })
  if (!Number.isSafeInteger(size) || size <= 0) throw badFields({ path: 'fileSize', key: 'fileEmpty' })
  if (size > services.config.uploadBytes) throw tooBig(services)
  // Beside its pieces an upload lies whole for a moment.
  await makeRoom(services, 2 * size)
  await services.db.forAccount(caller, async (tx) => {
    await requireOpen(tx, caller, size)
    await services.store.requireRoom((await repo.promisedBytes(tx)) + 2 * size)
    await repo.insertUpload(tx, {
      id,
      platformId: caller.platform.id,
      accountId: caller.accountId,
      personId: caller.personId,
      name: fileName,
      size,
    })
    await recordAct(tx, caller, {
      action: 'upload.begun',
      subjectKind: 'upload',
      subjectId: id,
      details: { file: fileName, size },
    })
  })
}

/** What lies here unused is bounded; whoever begins several at once is counted one after the other. */
async function requireOpen(tx: Tx, caller: Caller, size: number) {
  await requireNotClosing(tx, caller)
  await repo.lockSender(tx, caller)
  if ((await repo.openCount(tx, caller)) >= mostOpen) throw new AppError('limit-reached', { limit: mostOpen })
  return requireBytes(tx, caller.accountId, size)
}

const tooBig = ({ config }: Services) =>
  badFields({ path: 'file', key: 'fileTooBigGib', params: { gib: gibibytes(config.uploadBytes) } })

export async function require(services: Services, caller: Caller, id: string) {
  const found = isUuid(id) ? await services.db.forAccount(caller, (tx) => repo.findUpload(tx, caller, id)) : undefined
  if (!found) throw new AppError('not-found')
  return found
}

/** Bytes count once their piece is durable and its row stands. False where they do not follow what is there. */
export async function append(
  services: Services,
  caller: Caller,
  upload: string,
  at: number,
  bytes: Buffer,
): Promise<boolean> {
  const name = await services.store.parts.put(upload, bytes)
  return services.db.forAccount(caller, async (tx) => {
    const added = await repo.addPart(tx, caller, { upload, at, size: bytes.length, name })
    if (added === 'whole') {
      await services.jobs.enqueue(tx, uploadQueue, { id: upload })
      await tell(tx, caller, upload, 'checking')
    }
    return added !== 'refused'
  })
}

const tell = (tx: AccountTx, { accountId, personId }: Caller, id: string, status: string) =>
  announce(tx, accountId, { topic: 'uploads', id, status }, personId)

export const info = async (services: Services, caller: Caller, id: string): Promise<UploadRow> => {
  const found = await require(services, caller, id)
  // What evidence was made of is no upload any more.
  if (found.state === 'used') throw new AppError('not-found')
  return row(found)
}

export async function list(services: Services, caller: Caller) {
  const rows = await services.db.forAccount(caller, (tx) => repo.openUploads(tx, caller))
  return { list: rows.map(row), mostBytes: services.config.uploadBytes }
}

export async function remove(services: Services, caller: Caller, id: string) {
  await services.db.forAccount(caller, async (tx) => {
    const gone = isUuid(id) ? await repo.removeUpload(tx, caller, id) : undefined
    if (!gone) throw new AppError('not-found')
    await recordAct(tx, caller, {
      action: 'upload.removed',
      subjectKind: 'upload',
      subjectId: id,
      details: { file: gone.name },
    })
  })
  await services.store.parts.drop(id)
}

/** A whole file in one request; it passes through to the store as it comes. */
export async function takeWhole(
  services: Services,
  caller: Caller,
  claimed: { sha256?: string | undefined; sm3?: string | undefined },
  file: StreamedFile | undefined,
) {
  if (!file) throw badFields({ path: 'file', key: 'required' })
  const name = plainName(file.name)
  if (!name) throw badFields({ path: 'file', key: 'required' })
  const left = await services.db.forAccount(caller, async (tx) => {
    const bytes = await requireOpen(tx, caller, 1)
    await services.store.requireRoom(await repo.promisedBytes(tx))
    return bytes
  })
  const seen = { head: Buffer.alloc(0) }
  const stored = await services.store.put(
    Readable.from(bounded(services, caller, { bytes: file.bytes, left }, seen), { objectMode: false }),
  )
  if (!stored.size) throw badFields({ path: 'file', key: 'fileEmpty' })
  const wrong = (['sha256', 'sm3'] as const).filter((a) => claimed[a] && claimed[a] !== stored[a])
  if (wrong.length) throw badFields(...wrong.map((path) => ({ path, key: 'hashDiffers' })))
  const [id, mediaType] = [newId(), mediaTypeOf(seen.head)]
  await againWhenGone(() => insert(services, caller, { id, name, mediaType }, stored))
  return {
    fileId: id,
    fileName: name,
    fileSize: stored.size,
    fileType: mediaType,
    sha256: stored.sha256,
    sm3: stored.sm3,
  }
}

/** Bytes of whole files that are just coming in here, by account: several at once may have no more together than one of them. */
const comingIn = new Map<string, number>()

function comes(accountId: string, bytes: number): number {
  const together = (comingIn.get(accountId) ?? 0) + bytes
  if (together > 0) comingIn.set(accountId, together)
  else comingIn.delete(accountId)
  return together
}

/** No more than one upload may have, and no more than the account may: nothing is written that would be refused at its end. */
async function* bounded(
  services: Services,
  caller: Caller,
  sent: { bytes: AsyncIterable<Uint8Array>; left: number },
  seen: { head: Buffer },
) {
  let [size, left] = [0, sent.left]
  const { accountId } = caller
  try {
    for await (const chunk of sent.bytes) {
      size += chunk.length
      const together = comes(accountId, chunk.length)
      if (size > services.config.uploadBytes) throw tooBig(services)
      if (together > left) left = await services.db.forAccount(caller, (tx) => requireBytes(tx, accountId, together))
      if (seen.head.length < sniffedBytes) seen.head = Buffer.concat([seen.head, chunk]).subarray(0, sniffedBytes)
      yield chunk
    }
  } finally {
    comes(accountId, -size)
  }
}

const insert = (
  services: Services,
  caller: Caller,
  { id, name, mediaType }: { id: string; name: string; mediaType: string },
  stored: Stored,
) =>
  services.db.asSystem(async (tx) => {
    await requireOpen(tx, caller, stored.size)
    await holdObjects(tx, services.store, [stored])
    const { accountId, personId, platform } = caller
    await repo.insertWhole(tx, {
      id,
      platformId: platform.id,
      accountId,
      personId,
      name,
      size: stored.size,
      sha256: Buffer.from(stored.sha256, 'hex'),
      sm3: Buffer.from(stored.sm3, 'hex'),
      mediaType,
    })
    await recordAct(tx, caller, {
      action: 'upload.taken',
      subjectKind: 'upload',
      subjectId: id,
      details: { file: name, sha256: stored.sha256 },
    })
  })
