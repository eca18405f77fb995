import { createSHA256, createSM3, type IHasher } from 'hash-wasm'

export interface FileDigests {
  size: number
  sha256: string
  sm3: string
}

/** Progress in bytes read since the last call. */
export type OnBytes = (count: number) => void

type Make = () => Promise<IHasher>

/** Hashers that are at rest: making one takes longer than hashing a small file. Each is used for one blob at a time. */
const atRest = new Map<Make, IHasher[]>()

const take = async (make: Make): Promise<IHasher> => (atRest.get(make)?.pop() ?? (await make())).init()

function giveBack(make: Make, hasher: IHasher): string {
  const digest = hasher.digest()
  atRest.set(make, [...(atRest.get(make) ?? []), hasher].slice(-4))
  return digest
}

/** Digests of a blob, read piece by piece so that its size does not matter. */
export async function hashBlob(blob: Blob, withSm3: boolean, onBytes: OnBytes = () => {}): Promise<FileDigests> {
  const sha256 = await take(createSHA256)
  const sm3 = withSm3 ? await take(createSM3) : undefined
  let size = 0
  const reader = blob.stream().getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    sha256.update(piece.value)
    sm3?.update(piece.value)
    size += piece.value.length
    onBytes(piece.value.length)
  }
  return { size, sha256: giveBack(createSHA256, sha256), sm3: sm3 ? giveBack(createSM3, sm3) : '' }
}

export async function readBlob(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer())
}
