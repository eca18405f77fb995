import { gunzipSync } from 'node:zlib'

/** A WARC record read without any library, as an independent check of the one that wrote it. */
export interface PlainRecord {
  readonly type: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly block: Buffer
  /** The block without its HTTP head. */
  readonly payload: Buffer
}

/** Reads all gzip members of an archive: records end where their own length says. */
export function readWarc(archive: Buffer): PlainRecord[] {
  const plain = gunzipSync(archive)
  const records: PlainRecord[] = []
  for (let at = 0; at < plain.length;) {
    const end = plain.indexOf('\r\n\r\n', at)
    if (end < 0) break
    const [version, ...lines] = plain.toString('utf8', at, end).split('\r\n')
    if (version !== 'WARC/1.1') throw new Error(`not a record: ${version}`)
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const size = Number(headers['content-length'])
    const block = plain.subarray(end + 4, end + 4 + size)
    const type = headers['warc-type'] ?? ''
    const head = type === 'request' || type === 'response' ? block.indexOf('\r\n\r\n') + 4 : 0
    records.push({ type, url: headers['warc-target-uri'] ?? '', headers, block, payload: block.subarray(head) })
    at = end + 4 + size + 4
  }
  return records
}
