import { Readable } from 'node:stream'
import type { Queryable } from '../../kit/db/db.ts'
import type { Store } from '../../kit/storage/store.ts'
import { appendedTail, endLength, readZipEnd } from '../../kit/files/zip-append.ts'
import { type LaterProof, laterProofsOf } from './later-proofs.read.ts'

interface Range {
  start: number
  end: number
}

/** An edition of a package, as it is handed out. */
export interface PackageEdition {
  size: number
  open(range?: Range): Readable
}

interface Packaged {
  id: string
  coreSha256: Buffer | null
  coreSize: number | null
  packageEdition: number
}

/** The package of an evidence in its present edition; undefined where there is none yet. */
export async function openPackageEdition(
  db: Queryable,
  store: Store,
  e: Packaged,
): Promise<PackageEdition | undefined> {
  if (!e.coreSha256 || e.coreSize === null) return undefined
  return withLaterProofs(
    store,
    { sha256: e.coreSha256.toString('hex'), size: e.coreSize },
    await laterProofsOf(db, e.id, e.packageEdition),
  )
}

/** The package as an edition: the sealed core, which the store holds and which never changes, with what was proven later behind its entries. */
export async function withLaterProofs(
  store: Store,
  core: { sha256: string; size: number },
  proofs: LaterProof[],
): Promise<PackageEdition> {
  if (!proofs.length) return { size: core.size, open: (range) => store.open(core.sha256, range) }
  const read = async (start: number, size: number) =>
    Buffer.concat((await store.open(core.sha256, { start, end: start + size - 1 }).toArray()) as Buffer[])
  const tail = Math.min(endLength, core.size)
  const end = readZipEnd(await read(core.size - tail, tail))
  const appended = appendedTail(end, await read(end.offset, end.size), proofs)
  const size = end.offset + appended.length
  return {
    size,
    open: (range = { start: 0, end: size - 1 }) =>
      Readable.from(pieces(store, core.sha256, end.offset, appended, range), { objectMode: false }),
  }
}

async function* pieces(
  store: Store,
  sha256: string,
  border: number,
  appended: Buffer,
  { start, end }: Range,
): AsyncGenerator<Buffer> {
  if (start < border) {
    for await (const piece of store.open(sha256, { start, end: Math.min(end, border - 1) })) yield piece as Buffer
  }
  if (end >= border) yield appended.subarray(Math.max(0, start - border), end - border + 1)
}
