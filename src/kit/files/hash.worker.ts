import { createSHA256, createSM3 } from 'hash-wasm'
import type { Hashed } from './hash-file.ts'

/** Hashes a file slice by slice, so that its size never matters to memory; nothing leaves the browser. */
const slice = 4 * 1024 * 1024

const say = (what: Hashed) => self.postMessage(what)

self.onmessage = async ({ data: { file, sm3: both } }: MessageEvent<{ file: File; sm3: boolean }>) => {
  const sha256 = await createSHA256()
  const sm3 = both ? await createSM3() : undefined
  for (let at = 0; at < file.size; at += slice) {
    const bytes = new Uint8Array(await file.slice(at, at + slice).arrayBuffer())
    sha256.update(bytes)
    sm3?.update(bytes)
    say({ done: at + bytes.length })
  }
  say({ sha256: sha256.digest('hex'), sm3: sm3?.digest('hex') ?? '' })
}
