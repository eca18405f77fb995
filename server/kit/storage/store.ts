import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'

/** What the store says of bytes it holds, having read them back. */
export interface Stored {
  sha256: string
  sm3: string
  size: number
}

/** Told of every object after it was hashed and before its bytes are placed, so that none exists which nobody knows of. */
export type Announce = (object: Stored) => Promise<void>

/** Content-addressed and written once; on a disk or in a bucket. */
export interface Store {
  /** Durable when it resolves: the bytes were read back from under their own name and hashed again. */
  put(source: Readable, signal?: AbortSignal): Promise<Stored>
  open(sha256: string, range?: { start: number; end: number }): Readable
  /** Size in bytes, or undefined where the store does not hold it. */
  size(sha256: string): Promise<number | undefined>
  /** Whether the object is there, whole and durable under its name; asked while its row is locked. */
  keeps(object: Pick<Stored, 'sha256' | 'size'>): Promise<boolean>
  /** Names and sizes of all objects whose name begins so; two hexadecimal digits. */
  list(prefix: string): Promise<Map<string, number>>
  /** For the collector alone, which asks the database first. */
  remove(sha256: string): Promise<void>
  /** Refuses with `storage-full` or `storage-failed` where that many bytes could not be taken in; asked before people are promised anything. */
  requireRoom(bytes?: number): Promise<void>
  /** Pieces of uploads that are not objects yet. */
  readonly parts: Parts
  /** What must not be forgotten with an older copy of the database. */
  readonly marks: Marks
  /** Removes what interrupted puts left on this machine; at a worker's start. */
  sweep(): Promise<void>
  /** Refuses with `storage-failed` where only reading goes on. */
  ping(): Promise<void>
  /** Aborted when the disk lost what was written to it: this process takes nothing in any more. See `WriteLatch`. */
  readonly failed: AbortSignal
}

/** An object was collected between its put and its reference. Nothing was acknowledged: put it again. */
export class ObjectsGone extends Error {}

/** The store is not this installation's, or cannot be reached; words for the operator. */
export class StoreError extends Error {}

/**
 * Pieces of uploads that are not whole yet. A piece is written once, under a name nobody else has: whoever lost the right
 * to go on with an upload and does not know it yet harms no byte of those who do. Which pieces count is the database's to say.
 */
export interface Parts {
  /** Durable when it resolves; its name. */
  put(upload: string, bytes: Buffer): Promise<string>
  open(upload: string, name: string): Readable
  /** Removes all pieces of an upload. */
  drop(upload: string): Promise<void>
  /** Uploads that have pieces. */
  uploads(): Promise<string[]>
}

/** Small files by name, written once: a restore of the database leaves them as they are. */
export interface Marks {
  /** Durable when it resolves; false where there is one of that name, which stays as it was. */
  put(name: string, bytes: Buffer): Promise<boolean>
  get(name: string): Promise<Buffer | undefined>
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}

/** Which installation a store belongs to, which store that one keeps its objects in, and whether it has any yet. */
export interface Owner {
  installation: string
  hasObjects(): Promise<boolean>
  /** The store the database names, if it names one. */
  store(): Promise<string | undefined>
  /** Lets the database name this store unless it names one already; the one it names then. */
  claim(store: string): Promise<string>
  /** One start of the installation at a time looks at its store: two first ones would each make a marker. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** A marker of its own for a new store; written before the database names it, and never over another. */
export const newMarkerOf = ({ installation }: Owner) => `v3 ${installation} ${randomUUID()}\n`

/** The marker of stores that were begun before each had an id of its own: theirs is the installation's. */
export const markerOf = ({ installation }: Owner) => `v2 ${installation}\n`

/** True where the marker is this installation's, false where it is one of an older version that named none. */
export function isOwnMarker(where: string, text: string, owner: Owner): boolean {
  if (text === 'v1\n') return false
  if (text.trim().split(' ')[1] === owner.installation) return true
  throw new StoreError(
    `${where} is the store of another installation. Each needs a store of its own: what one does not know it would remove as left over.`,
  )
}

/** Refuses the second store of one database: its processes would each lack what the others keep. */
export async function requireOnlyStore(where: string, text: string, owner: Owner) {
  const [, installation = '', store = installation] = text.trim().split(' ')
  if ((await owner.claim(store)) !== store) throw new StoreError(secondStore(where))
}

/** A new store for a database that has one already is a lost mount, the wrong bucket, or a folder of its own where one is shared. */
export async function refuseLostStore(where: string, owner: Owner) {
  if (await owner.hasObjects())
    throw new StoreError(
      `${where} is empty, but the database names objects that were stored before. Mount the right folder or name the right bucket, or restore the store first.`,
    )
  if (await owner.store()) throw new StoreError(secondStore(where))
}

const secondStore = (where: string) =>
  `${where} is not the store that this database was begun with. All processes of an installation share one store: the same data folder on one machine, the same bucket on several. Where the first store is gone for good and never held anything, let the database forget it: update installation set store = null`

export function requireSha256(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a sha256')
  return sha256
}

export function requirePrefix(prefix: string): string {
  if (!/^[0-9a-f]{2}$/.test(prefix)) throw new Error('not a prefix')
  return prefix
}

/** Of the disk, of its quota, and of PostgreSQL. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

export const isFull = (error: unknown) => fullCodes.has((error as { code?: string }).code ?? '')

/** A full disk is a refusal that people are told in words, not an error of ours. */
export function toldAsFull(error: unknown): unknown {
  return isFull(error) ? new AppError('storage-full') : error
}
