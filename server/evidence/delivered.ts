import { Readable } from 'node:stream'
import type { Queryable } from '../kit/db/db.ts'
import type { Store } from '../kit/storage/store.ts'
import { appendedTail, endLength, readZipEnd } from '../kit/zip-append.ts'
import { type LaterProof, laterProofsOf } from './later-proofs.repo.ts'

interface Range {
  start: number
  end: number
}

/** A package as it is handed out. */
export interface Delivered {
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
export async function deliveredOf(db: Queryable, store: Store, e: Packaged): Promise<Delivered | undefined> {
  if (!e.coreSha256 || e.coreSize === null) return undefined
  return withProofs(
    store,
    { sha256: e.coreSha256.toString('hex'), size: e.coreSize },
    await laterProofsOf(db, e.id, e.packageEdition),
  )
}

/** The sealed core, which the store holds and which never changes, with what was proven later behind its entries. */
export async function withProofs(
  store: Store,
  core: { sha256: string; size: number },
  proofs: LaterProof[],
): Promise<Delivered> {
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
