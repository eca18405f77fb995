import { createSHA256 } from 'hash-wasm'

/** Hashes a file slice by slice, so that its size never matters to memory; nothing leaves the browser. */
const slice = 4 * 1024 * 1024

self.onmessage = async (event: MessageEvent<File>) => {
  const file = event.data
  const hasher = await createSHA256()
  for (let at = 0; at < file.size; at += slice) {
    hasher.update(new Uint8Array(await file.slice(at, at + slice).arrayBuffer()))
    self.postMessage({ progress: Math.min(1, (at + slice) / file.size) })
  }
  self.postMessage({ sha256: hasher.digest('hex') })
}
