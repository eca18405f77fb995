import { createSHA256, createSM3, type IHasher } from 'hash-wasm'

export interface FileDigests {
  size: number
  sha256: string
  sm3: string
}

/** Progress in bytes read since the last call. */
export type OnBytes = (count: number) => void

/** Takes bytes and gives their digest in hex, once. */
export interface Hasher {
  update(piece: Uint8Array): unknown
  digest(): string
}

/** What hashes; a program whose platform does it quicker than WebAssembly hands in its own. */
export interface Hashing {
  sha256(): Promise<Hasher>
  sm3(): Promise<Hasher>
}

type Make = () => Promise<IHasher>

/** Hashers that are at rest: making one takes longer than hashing a small file. Each is used for one blob at a time. */
const atRest = new Map<Make, IHasher[]>()

async function take(make: Make): Promise<Hasher> {
  const hasher = (atRest.get(make)?.pop() ?? (await make())).init()
  return {
    update: (piece) => hasher.update(piece),
    digest() {
      const digest = hasher.digest()
      atRest.set(make, [...(atRest.get(make) ?? []), hasher].slice(-4))
      return digest
    },
  }
}

const inWebAssembly: Hashing = { sha256: () => take(createSHA256), sm3: () => take(createSM3) }

/** Digests of a blob, read piece by piece so that its size does not matter. */
export async function hashBlob(
  blob: Blob,
  withSm3: boolean,
  { onBytes = () => {}, hashing = inWebAssembly }: { onBytes?: OnBytes; hashing?: Hashing | undefined } = {},
): Promise<FileDigests> {
  const sha256 = await hashing.sha256()
  const sm3 = withSm3 ? await hashing.sm3() : undefined
  let size = 0
  const reader = blob.stream().getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    sha256.update(piece.value)
    sm3?.update(piece.value)
    size += piece.value.length
    onBytes(piece.value.length)
  }
  return { size, sha256: sha256.digest(), sm3: sm3?.digest() ?? '' }
}

export async function readBlob(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer())
}
