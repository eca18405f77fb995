import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EgressGuard } from '../../../kit/egress/guard.ts'
import { withoutInnerAddresses } from '../../../kit/egress/resolve.ts'
import type { Exchange, SocketLog } from '../../engine/exchange.ts'
import type { EnvironmentReport } from '../environment-report.ts'
import type { Operations } from '../operations.ts'
import { requestLines } from './request-log.ts'
import type { TlsOrigin } from './tls-chains.ts'
import { writeWacz } from './wacz-writer.ts'
import { writeWarc } from './warc-writer.ts'
import type { ResourceEntry } from './warc-writer.ts'
import type { CapturedFile, RedirectHop } from '../web-capture.ts'

export interface PackageInput {
  readonly outDir: string
  readonly workDir: string
  readonly url: string
  readonly title: string
  readonly text: string
  readonly at: string
  readonly browser: string
  readonly exchanges: readonly Exchange[]
  readonly sockets: readonly SocketLog[]
  readonly redirects: readonly RedirectHop[]
  readonly guard: EgressGuard
  readonly tls: readonly TlsOrigin[]
  readonly environment: EnvironmentReport
  readonly operations: Operations
  /** Files that were made from the page so far; their texts go into the archive too. */
  readonly made: readonly CapturedFile[]
  readonly signal: AbortSignal
}

const SOFTWARE = 'shimakaze web capture, warcio'
const ARCHIVED: readonly string[] = ['dom.html', 'page.txt']
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const jsonLines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')

async function* archivedFiles({ made, outDir, url, at }: PackageInput): AsyncGenerator<ResourceEntry> {
  for (const { path, mediaType } of made.filter((file) => ARCHIVED.includes(file.path))) {
    yield { url: `urn:capture:${path}:${url}`, date: at, mediaType, content: await readFile(join(outDir, path)) }
  }
}

type TextFile = readonly [path: string, mediaType: string, content: string]

/** A page without TLS has no certificates, and no empty files in their place. */
const certificateFiles = (tls: readonly TlsOrigin[]): TextFile[] => [
  ['tls.json', 'application/json', json(tls.map(({ pem: _pem, ...origin }) => origin))],
  ['tls.pem', 'application/x-pem-file', tls.map(({ origin, pem }) => `# ${origin}\n${pem.join('')}`).join('\n')],
]

/** Writes the logs and reports beside the page. */
export async function writeLogs(input: PackageInput): Promise<CapturedFile[]> {
  const { guard, tls } = input
  const text: readonly TextFile[] = [
    ['requests.jsonl', 'application/jsonl', await requestLines(input.exchanges, input.sockets)],
    ['redirects.json', 'application/json', json(input.redirects)],
    ['dns.json', 'application/json', json(guard.resolutions.map(withoutInnerAddresses))],
    ['connections.jsonl', 'application/jsonl', jsonLines(guard.connections)],
    ...(tls.length ? certificateFiles(tls) : []),
    ['environment.json', 'application/json', json(input.environment)],
  ]
  for (const [path, , content] of text) await writeFile(join(input.outDir, path), content)
  return text.map(([path, mediaType]) => ({ path, mediaType }))
}

/** True of an answer that was written down with what it brought. One that was cut is told of by itself. */
const isKept = ({ status, body, truncated, failure }: Exchange): boolean =>
  status !== null && (body !== null || truncated !== null || failure !== null)

const isIndexed = (index: readonly string[], url: string): boolean =>
  index.some((line) => line.includes(`{"url":${JSON.stringify(url)},`))

export interface Archive {
  readonly file: CapturedFile
  /** Whether an exchange's answer is in it. */
  readonly holds: (exchange: Exchange) => boolean
}

/** Writes the archive of all exchanges. */
export async function writeArchive(input: PackageInput): Promise<Archive> {
  const warcName = 'data.warc.gz'
  const warcPath = join(input.workDir, warcName)
  try {
    const warc = await writeWarc({
      path: warcPath,
      name: warcName,
      date: input.at,
      exchanges: input.exchanges,
      signal: input.signal,
      info: { software: SOFTWARE, format: 'WARC File Format 1.1', browser: input.browser },
      resources: () => archivedFiles(input),
    })
    input.operations.log('archive', { records: warc.records, bytes: warc.bytes })
    const page = { url: input.url, title: input.title, at: input.at, text: input.text }
    const outPath = join(input.outDir, 'archive.wacz')
    await writeWacz({
      outPath,
      warcPath,
      warcName,
      index: warc.index,
      page,
      created: input.at,
      software: SOFTWARE,
      signal: input.signal,
    })
    const file = { path: 'archive.wacz', mediaType: 'application/wacz+zip' }
    return { file, holds: (exchange) => isKept(exchange) && isIndexed(warc.index, exchange.url) }
  } finally {
    await rm(warcPath, { force: true })
  }
}
