import { createKeccak } from 'hash-wasm'
import type { Bytes } from '../bytes.ts'

export type Keccak = (bytes: Uint8Array) => Bytes

let ready: Promise<Keccak> | undefined

/** The hash of Ethereum: Keccak-256 as it was before it became SHA-3. Made once; from then on without waiting. */
export const openKeccak = (): Promise<Keccak> =>
  (ready ??= createKeccak(256).then(
    (hasher) => (bytes) => Uint8Array.from(hasher.init().update(bytes).digest('binary')),
  ))
