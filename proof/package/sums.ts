import { fromUtf8, utf8, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'

/** `SHA256SUMS` as `sha256sum -c` reads it: ascending paths, one form only. */
export function writeSums(digests: Map<string, string>): Bytes {
  const lines = [...digests].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, hex]) => `${hex}  ${path}\n`)
  return utf8(lines.join(''))
}

export function readSums(bytes: Uint8Array): Map<string, string> {
  const lines = fromUtf8(bytes).split('\n')
  if (lines.pop() !== '') throw new ProofError('bad-sums')
  const found = new Map<string, string>()
  for (const line of lines) {
    const [, hex, path] = /^([0-9a-f]{64}) {2}(\S.*)$/u.exec(line) ?? []
    if (!hex || !path || found.has(path)) throw new ProofError('bad-sums')
    found.set(path, hex)
  }
  return found
}
