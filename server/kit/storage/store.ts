import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { chmod, link, mkdir, open, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'

/** What the store says of bytes it holds, having read them back. */
export interface Stored {
  sha256: string
  sm3: string
  size: number
}

export interface Store {
  /** Durable when it resolves: file and folder are fsynced and the bytes were read back and hashed again. */
  put(source: Readable, signal?: AbortSignal): Promise<Stored>
  open(sha256: string, range?: { start: number; end: number }): ReadStream
  /** Size in bytes, or undefined where the store does not hold it. */
  size(sha256: string): Promise<number | undefined>
  ping(): Promise<void>
}

const marker = 'shimakaze-store'
/** Below this much free space no new bytes are taken in: PostgreSQL beside us must never meet a full disk. */
const reserveBytes = 256 * 1024 * 1024

/**
 * Opens the content-addressed store: `objects/ab/<sha256>`, written once, mode 0400. Refuses a folder that holds
 * other things, because a lost mount looks like an empty folder and evidence would land beside the real one.
 */
export async function openStore(dir: string): Promise<Store> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const names = await readdir(dir)
  if (!names.includes(marker)) {
    if (names.length) throw new Error(`${dir} is not a Shimakaze store: its marker file is missing. Mount the right folder, or choose an empty one.`)
    await writeFile(join(dir, marker), 'v1\n', { flush: true })
  }
  await mkdir(join(dir, 'objects'), { recursive: true })
  await mkdir(join(dir, 'incoming'), { recursive: true })
  return new FileStore(dir)
}

/** Removes what interrupted writes left; only where no other process can be writing. */
export async function sweepIncoming(dir: string) {
  const folder = join(dir, 'incoming')
  for (const name of await readdir(folder)) {
    const owner = Number(name.split('-')[0])
    const alive = owner !== process.pid && (await stat(`/proc/${owner}`).then(() => true, () => false))
    if (!alive) await rm(join(folder, name), { force: true })
  }
}

class FileStore implements Store {
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
  }

  #path(sha256: string) {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a sha256')
    return join(this.#dir, 'objects', sha256.slice(0, 2), sha256)
  }

  async put(source: Readable, signal?: AbortSignal): Promise<Stored> {
    await this.#refuseWhenFull()
    const temporary = join(this.#dir, 'incoming', `${process.pid}-${randomBytes(8).toString('hex')}`)
    try {
      const stored = await writeHashed(temporary, source, signal)
      await this.#place(temporary, stored.sha256)
      await this.#reread(stored)
      return stored
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async #refuseWhenFull() {
    const { bavail, bsize } = await statfs(this.#dir)
    if (bavail * bsize < reserveBytes) throw new AppError('storage-full')
  }

  async #place(temporary: string, sha256: string) {
    const final = this.#path(sha256)
    const folder = join(this.#dir, 'objects', sha256.slice(0, 2))
    await mkdir(folder, { recursive: true })
    await chmod(temporary, 0o400)
    await link(temporary, final).catch((e: NodeJS.ErrnoException) => {
      if (e.code !== 'EEXIST') throw e
    })
    await syncFolder(folder)
    await syncFolder(join(this.#dir, 'objects'))
  }

  async #reread({ sha256, size }: Stored) {
    const hash = createHash('sha256')
    let read = 0
    for await (const chunk of createReadStream(this.#path(sha256)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      read += chunk.length
    }
    if (read !== size || hash.digest('hex') !== sha256) throw new Error(`object ${sha256} reads back differently from what was written`)
  }

  open(sha256: string, range?: { start: number; end: number }) {
    return createReadStream(this.#path(sha256), range)
  }

  async size(sha256: string) {
    return stat(this.#path(sha256)).then((s) => s.size, () => undefined)
  }

  async ping() {
    await stat(join(this.#dir, marker))
    await stat(join(this.#dir, 'objects'))
  }
}

async function writeHashed(path: string, source: Readable, signal?: AbortSignal): Promise<Stored> {
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
    await file.datasync()
  } finally {
    source.destroy()
    await file.close()
  }
  return { sha256: sha256.digest('hex'), sm3: sm3.digest('hex'), size }
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
