import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import { isFull, StoreError, type Stored, toldAsFull } from './store.ts'
import type { WriteLatch } from './write-latch.ts'

/** Below this much free space no new bytes are taken in: PostgreSQL beside us must never meet a full disk. */
const reserveBytes = 256 * 1024 * 1024

export async function refuseWhenFull(dir: string, bytes = 0) {
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize < reserveBytes + bytes) throw new AppError('storage-full')
}

/** Where bytes wait until their name is known. */
export interface Incoming {
  folder: string
  latch: WriteLatch
}

/** A start over a disk that loses what it is given must not begin: an earlier process may have been told, and ended. */
export async function tryDisk({ folder, latch }: Incoming) {
  const content = randomBytes(4096)
  const stored = { sha256: createHash('sha256').update(content).digest('hex'), size: content.length }
  const path = join(folder, `${process.pid}-${randomBytes(8).toString('hex')}`)
  try {
    await writeHashed(latch, path, Readable.from([content]))
    await requireSame(createReadStream(path), stored)
  } catch (error) {
    if (isFull(error)) return
    const cause = (latch.failed.reason ?? error) as Error
    throw new StoreError(
      `${folder} does not keep what is written to it (${cause.message}). Check the disk (dmesg, smartctl), replace or repair it, then start again.`,
      { cause },
    )
  } finally {
    await rm(path, { force: true }).catch(() => {})
  }
}

/**
 * Writes a stream to a file of its own in `folder` and hashes it on the way: the name of an object is known only at
 * its end. The file is on the disk when `keep` gets it, and gone afterwards.
 */
export async function withIncoming<T>(
  { folder, latch }: Incoming,
  source: Readable,
  signal: AbortSignal | undefined,
  keep: (path: string, stored: Stored) => Promise<T>,
): Promise<T> {
  latch.require()
  await refuseWhenFull(folder)
  const path = join(folder, `${process.pid}-${randomBytes(8).toString('hex')}`)
  try {
    return await keep(path, await writeHashed(latch, path, source, signal))
  } catch (error) {
    throw toldAsFull(error)
  } finally {
    // What cannot be removed now goes with the next sweep; the object itself stands.
    await rm(path, { force: true }).catch(() => {})
  }
}

async function writeHashed(latch: WriteLatch, path: string, source: Readable, signal?: AbortSignal): Promise<Stored> {
  const sha256 = createHash('sha256')
  const sm3 = createHash('sm3')
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      signal?.throwIfAborted()
      sha256.update(chunk)
      sm3.update(chunk)
      size += chunk.length
      await file.writeFile(chunk)
    }
    await latch.guard(() => file.datasync())
  } finally {
    source.destroy()
    await file.close()
  }
  return { sha256: sha256.digest('hex'), sm3: sm3.digest('hex'), size }
}

/** The object as it reads back must be the object that was written. */
export async function requireSame(bytes: Readable, { sha256, size }: Pick<Stored, 'sha256' | 'size'>) {
  const hash = createHash('sha256')
  let read = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk)
    read += chunk.length
  }
  if (read !== size || hash.digest('hex') !== sha256)
    throw new Error(`object ${sha256} reads back differently from what was written`)
}

/** Removes what interrupted writes left; files of processes that live stay. */
export async function sweepIncoming(folder: string) {
  for (const name of await readdir(folder)) {
    const owner = Number(name.split('-')[0])
    const alive =
      owner !== process.pid &&
      (await stat(`/proc/${owner}`).then(
        () => true,
        () => false,
      ))
    if (!alive) await rm(join(folder, name), { force: true })
  }
}
