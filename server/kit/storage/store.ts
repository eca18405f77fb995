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
  /** Refuses with `storage-full` or `storage-failed` where bytes could not be taken in; asked before people are promised anything. */
  requireRoom(): Promise<void>
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

/** Which installation a store belongs to, and whether that one has stored anything yet. */
export interface Owner {
  installation: string
  hasObjects(): Promise<boolean>
}

const markerVersion = 'v2'
export const markerOf = ({ installation }: Owner) => `${markerVersion} ${installation}\n`

/** True where the marker is this installation's, false where it is one of an older version that named none. */
export function isOwnMarker(where: string, text: string, owner: Owner): boolean {
  if (text === markerOf(owner)) return true
  if (text === 'v1\n') return false
  throw new StoreError(`${where} is the store of another installation. Each needs a store of its own: what one does not know it would remove as left over.`)
}

/** A new store for a database that names objects already is a lost mount or the wrong bucket. */
export async function refuseLostStore(where: string, owner: Owner) {
  if (await owner.hasObjects()) throw new StoreError(`${where} is empty, but the database names objects that were stored before. Mount the right folder or name the right bucket, or restore the store first.`)
}

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
