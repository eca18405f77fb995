import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeenRequest } from '../../kit/fixture-site/start.ts'
import { readWarc } from './read-warc.ts'
import type { PlainRecord } from './read-warc.ts'
import { readZip } from './read-zip.ts'

const sha256 = (content: Uint8Array): string => `sha256:${createHash('sha256').update(content).digest('hex')}`

/** The records of a capture's archive, read by nothing that wrote them. */
export const readArchive = (outDir: string): PlainRecord[] =>
  readWarc(readZip(readFileSync(join(outDir, 'archive.wacz'))).get('archive/data.warc.gz') ?? Buffer.alloc(0))

const lineOf = (method: string, url: string): string => `${method} ${url.split('#', 1)[0]}`

/** Requests that a server saw and the archive lacks, each as often as it lacks it. Handshakes of sockets are in the request log. */
export function notArchived(seen: readonly SeenRequest[], records: readonly PlainRecord[]): string[] {
  const left = new Map<string, number>()
  for (const { type, url, block } of records) {
    if (type !== 'request') continue
    const line = lineOf(block.toString('latin1').split(' ', 1)[0] ?? '', url)
    left.set(line, (left.get(line) ?? 0) + 1)
  }
  return seen
    .filter(({ headers }) => headers.upgrade === undefined)
    .map(({ method, url }) => lineOf(method, url))
    .filter((line) => {
      const count = left.get(line) ?? 0
      left.set(line, count - 1)
      return count <= 0
    })
}

/** Records whose digests are not those of what they hold. */
export function wrongDigests(records: readonly PlainRecord[]): string[] {
  return records
    .filter(({ type, headers, block, payload }) => {
      if (type === 'warcinfo') return false
      const http = type === 'request' || type === 'response'
      return (
        headers['warc-block-digest'] !== sha256(block) || (http && headers['warc-payload-digest'] !== sha256(payload))
      )
    })
    .map(({ type, url }) => `${type} ${url}`)
}
