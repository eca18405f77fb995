import { createReadStream } from 'node:fs'
import { chmod, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Incoming, refuseWhenFull, requireSame, sweepIncoming, tryDisk, withIncoming } from './incoming.ts'
import { fileMarks } from './marks.ts'
import { fileParts } from './parts.ts'
import {
  type Announce,
  StoreError,
  isOwnMarker,
  markerOf,
  type Marks,
  newMarkerOf,
  ObjectsGone,
  type Owner,
  type Parts,
  refuseLostStore,
  requireOnlyStore,
  requirePrefix,
  requireSha256,
  type Store,
  type Stored,
} from './store.ts'
import { syncFolder } from './durable.ts'
import { WriteLatch } from './write-latch.ts'

const marker = 'shimakaze-store'

/**
 * Opens the store in a folder: `objects/ab/<sha256>`, written once, mode 0400. Refuses a folder that holds other
 * things or another installation's objects: a lost mount looks like an empty folder, and evidence would land beside
 * the real one.
 */
export async function openFileStore(dir: string, owner: Owner, announce: Announce): Promise<Store> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await owner.alone(() => claimFolder(dir, owner))
  await mkdir(join(dir, 'objects'), { recursive: true })
  await mkdir(join(dir, 'incoming'), { recursive: true })
  await mkdir(join(dir, 'marks'), { recursive: true })
  for (const folder of [dir, join(dir, '..')]) await syncFolder(folder)
  const incoming = { folder: join(dir, 'incoming'), latch: new WriteLatch() }
  await tryDisk(incoming)
  return new FileStore(dir, incoming, announce)
}

async function claimFolder(dir: string, owner: Owner) {
  const path = join(dir, marker)
  const text = (await readMarker(path)) ?? (await markFolder(dir, owner))
  if (!isOwnMarker(dir, text, owner)) await writeBeside(path, markerOf(owner), rename)
  await requireOnlyStore(dir, await readFile(path, 'utf8'), owner)
}

const readMarker = (path: string) => readFile(path, 'utf8').catch(absent)

/** Never over a marker that another installation made a moment ago: whose it is stands in what is read back. */
async function markFolder(dir: string, owner: Owner): Promise<string> {
  const names = await readdir(dir)
  if (names.some((n) => !n.startsWith(`${marker}.`)))
    throw new StoreError(
      `${dir} is not a Shimakaze store: its marker file is missing. Mount the right folder, or choose an empty one.`,
    )
  await refuseLostStore(dir, owner)
  const path = join(dir, marker)
  await writeBeside(path, newMarkerOf(owner), (half) => link(half, path).catch(unlessThere))
  return readFile(path, 'utf8')
}

/** Beside, then under its name: a start killed half-way leaves no marker that names nobody. */
async function writeBeside(path: string, text: string, place: (half: string, path: string) => Promise<void>) {
  const half = `${path}.${process.pid}`
  await writeFile(half, text, { flush: true })
  await place(half, path)
  await rm(half, { force: true })
}

class FileStore implements Store {
  readonly #dir: string
  readonly #incoming: Incoming
  readonly #latch: WriteLatch
  readonly #announce: Announce
  readonly parts: Parts
  readonly marks: Marks

  constructor(dir: string, incoming: Incoming, announce: Announce) {
    this.#dir = dir
    this.#incoming = incoming
    this.#latch = incoming.latch
    this.#announce = announce
    this.parts = fileParts(dir, incoming.latch)
    this.marks = fileMarks(dir, incoming.latch)
  }

  #folder(sha256: string) {
    return join(this.#dir, 'objects', requireSha256(sha256).slice(0, 2))
  }

  #path(sha256: string) {
    return join(this.#folder(sha256), sha256)
  }

  put(source: Readable, signal?: AbortSignal): Promise<Stored> {
    return withIncoming(this.#incoming, source, signal, async (path, stored) => {
      await this.#announce(stored)
      await this.#place(path, stored.sha256)
      await requireSame(this.open(stored.sha256), stored).catch(toldAsGone)
      return stored
    })
  }

  async #place(temporary: string, sha256: string) {
    await mkdir(this.#folder(sha256), { recursive: true })
    await chmod(temporary, 0o400)
    await link(temporary, this.#path(sha256)).catch(unlessThere)
    await this.#settle(sha256)
  }

  /** A name is durable when its folder is, and the folder's name when its parent is. */
  async #settle(sha256: string) {
    await syncFolder(this.#folder(sha256), this.#latch)
    await syncFolder(join(this.#dir, 'objects'), this.#latch)
  }

  open(sha256: string, range?: { start: number; end: number }) {
    return createReadStream(this.#path(sha256), range)
  }

  size(sha256: string) {
    return stat(this.#path(sha256)).then((s) => s.size, absent)
  }

  async list(prefix: string) {
    const folder = join(this.#dir, 'objects', requirePrefix(prefix))
    const names = await readdir(folder).catch(absent)
    const found = new Map<string, number>()
    for (const name of names ?? []) {
      const size = await this.size(name)
      if (size !== undefined) found.set(name, size)
    }
    return found
  }

  /** Another writer may have placed it a moment ago, so the name is settled here too. */
  async keeps({ sha256, size }: Pick<Stored, 'sha256' | 'size'>) {
    if ((await this.size(sha256)) !== size) return false
    await this.#settle(sha256)
    return true
  }

  async remove(sha256: string) {
    this.#latch.require()
    await rm(this.#path(sha256), { force: true })
    await syncFolder(this.#folder(sha256), this.#latch).catch(absent)
  }

  async requireRoom(bytes = 0) {
    this.#latch.require()
    await refuseWhenFull(this.#dir, bytes)
  }

  sweep() {
    return sweepIncoming(this.#incoming.folder)
  }

  get failed() {
    return this.#latch.failed
  }

  async ping() {
    this.#latch.require()
    await stat(join(this.#dir, marker))
    await stat(join(this.#dir, 'objects'))
  }
}

/** Only absence is "not there"; a disk that cannot be read is an error. */
function absent(e: NodeJS.ErrnoException): undefined {
  if (e.code !== 'ENOENT') throw e
}

function unlessThere(e: NodeJS.ErrnoException) {
  if (e.code !== 'EEXIST') throw e
}

function toldAsGone(e: NodeJS.ErrnoException): never {
  throw e.code === 'ENOENT' ? new ObjectsGone('collected while it was put', { cause: e }) : e
}
