import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'

export interface WaczInput {
  readonly outPath: string
  readonly warcPath: string
  readonly warcName: string
  readonly index: readonly string[]
  readonly page: { readonly url: string; readonly title: string; readonly at: string; readonly text: string }
  readonly created: string
  readonly software: string
  readonly signal: AbortSignal
}

const sha256 = (content: Uint8Array): string => `sha256:${createHash('sha256').update(content).digest('hex')}`

async function sha256File(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return `sha256:${hash.digest('hex')}`
}

/** Packs a WARC with its index, page list and digests. Every path is two levels deep: some readers compare no more. */
export async function writeWacz(input: WaczInput): Promise<void> {
  const { created, page } = input
  const mtime = new Date(created)
  const index = gzipSync(input.index.map((line) => `${line}\n`).join(''))
  const pages = [
    { format: 'json-pages-1.0', id: 'pages', title: 'All Pages' },
    {
      id: createHash('sha256').update(page.url).digest('hex').slice(0, 16),
      url: page.url,
      title: page.title,
      ts: page.at,
      text: page.text,
    },
  ]
  const pagesText = Buffer.from(pages.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const resources = [
    {
      name: input.warcName,
      path: `archive/${input.warcName}`,
      hash: await sha256File(input.warcPath),
      bytes: (await stat(input.warcPath)).size,
    },
    { name: 'index.cdx.gz', path: 'indexes/index.cdx.gz', hash: sha256(index), bytes: index.length },
    { name: 'pages.jsonl', path: 'pages/pages.jsonl', hash: sha256(pagesText), bytes: pagesText.length },
  ]
  const datapackage = Buffer.from(
    JSON.stringify(
      {
        profile: 'data-package',
        wacz_version: '1.1.1',
        software: input.software,
        created,
        mainPageUrl: page.url,
        mainPageDate: page.at,
        title: page.title,
        resources,
      },
      null,
      2,
    ),
  )
  const digest = Buffer.from(JSON.stringify({ path: 'datapackage.json', hash: sha256(datapackage) }, null, 2))
  const zip = new ZipFile()
  // Stored, so that a reader can fetch single records by their offset.
  zip.addFile(input.warcPath, `archive/${input.warcName}`, { compress: false, mtime })
  zip.addBuffer(index, 'indexes/index.cdx.gz', { compress: false, mtime })
  zip.addBuffer(pagesText, 'pages/pages.jsonl', { compress: false, mtime })
  zip.addBuffer(datapackage, 'datapackage.json', { compress: false, mtime })
  zip.addBuffer(digest, 'datapackage-digest.json', { compress: false, mtime })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(input.outPath), { signal: input.signal })
}
