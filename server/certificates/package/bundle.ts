import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import writeSheet from 'write-excel-file/node'
import { type PackageEdition, openPackageEdition } from '../../evidence/packages/package-edition.service.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiText } from '../../kit/shanghai-time.ts'
import { type Language, say } from '../../kit/words.ts'
import type { Deliverable } from '../sharing/delivery.repo.ts'

const columns = ['ano', 'name', 'owner', 'url', 'sealed', 'tags', 'state', 'packageFile', 'packageSha256'] as const

/** A cell that a spreadsheet would run as a formula is told to be text by its first character. */
const inert = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** `isOut`: its package is handed out with it. */
type Member = Deliverable & { isOut: boolean }

export const isReady = (e: Deliverable) => e.status === 'collected' && e.packageSha256 !== null

function indexSheet(language: Language, members: Member[]): Promise<Buffer> {
  const word = (key: string) => say(language, 'evidence', key)
  const heading = columns.map((c) => ({ value: word(`index.${c}`), fontWeight: 'bold' as const }))
  const state = (e: Deliverable) =>
    e.status === 'collected' && e.completeness === 'partial' ? word('partial') : word(`choice.status.${e.status}`)
  const rows = members.map((e) => {
    const cells: Record<(typeof columns)[number], string> = {
      ano: e.number,
      name: e.name,
      owner: e.ownerName,
      url: e.url ?? '',
      // The zone stands in the heading.
      sealed: e.sealedAt ? shanghaiText(e.sealedAt) : '',
      tags: e.labels.join('、'),
      state: state(e),
      packageFile: e.isOut ? `${e.number}.asice` : word('index.none'),
      packageSha256: e.packageSha256?.toString('hex') ?? '',
    }
    return columns.map((c) => ({ value: inert(cells[c]), type: String }))
  })
  return writeSheet([heading, ...rows], {
    columns: [20, 36, 20, 48, 20, 20, 12, 26, 68].map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer()
}

/** One archive of many packages with an index sheet first. It is written while it is sent: nothing is stored. */
export async function bundleReply(
  services: Services,
  language: Language,
  id: string,
  members: Member[],
): Promise<ByteReply> {
  const ready = members.filter(({ isOut }) => isOut)
  const index = await indexSheet(language, members)
  const packages = new Map<string, PackageEdition>()
  for (const e of ready) packages.set(e.id, (await openPackageEdition(services.db.system, services.store, e))!)
  const write: Write = (zip, open) => {
    const options = { compress: false, mtime: new Date(0), forceDosTimestamp: true }
    zip.addBuffer(index, `${say(language, 'evidence', 'index.fileName')}.xlsx`, options)
    for (const e of ready) {
      zip.addReadStreamLazy(`${e.number}.asice`, { ...options, size: packages.get(e.id)!.size }, (take) =>
        open(packages.get(e.id)!, (bytes) => take(null, bytes)),
      )
    }
  }
  return {
    size: await sizeOf(write),
    mediaType: 'application/zip',
    fileName: `${say(language, 'evidence', 'index.bundleName', { count: ready.length })}.zip`,
    etag: createHash('sha256').update(id).update(index).digest('hex'),
    disposition: 'attachment',
    whole: true,
    open: () => stream(write),
  }
}

/** Adds all entries; `open` is asked for an entry's bytes when its turn has come. */
type Write = (zip: ZipFile, open: (of: PackageEdition, take: (bytes: Readable) => void) => void) => void

const plainEnd = { forceZip64Format: false, comment: '' }

/** What the archive will measure: every entry is stored as it is, so its length is known and no byte is asked for. */
function sizeOf(write: Write): Promise<number> {
  return new Promise((known, failed) => {
    const zip = new ZipFile()
    write(zip, () => {})
    zip.end(plainEnd, ((size: number) =>
      size < 0 ? failed(new Error('the size of a bundle must be known')) : known(size)) as () => void)
  })
}

function stream(write: Write): Readable {
  const out = new PassThrough()
  const zip = new ZipFile()
  let current: Readable | undefined
  // A package that cannot be read breaks the download off; a short archive must not look whole.
  zip.on('error', (error: Error) => out.destroy(error))
  // Whoever goes away in the middle leaves no file open.
  out.once('close', () => current?.destroy())
  write(zip, (of, take) => take((current = of.open())))
  zip.end(plainEnd)
  zip.outputStream.pipe(out)
  return out
}
