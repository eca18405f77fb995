import { createSHA256, createSM3 } from 'hash-wasm'

export interface FileDigests {
  size: number
  sha256: string
  sm3: string
}

/** Progress in bytes read since the last call. */
export type OnBytes = (count: number) => void

/** Digests of a blob, read piece by piece so that its size does not matter. */
export async function hashBlob(blob: Blob, withSm3: boolean, onBytes: OnBytes = () => {}): Promise<FileDigests> {
  const sha256 = await createSHA256()
  const sm3 = withSm3 ? await createSM3() : undefined
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
