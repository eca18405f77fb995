import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import writeSheet from 'write-excel-file/node'
import { openPackageEdition } from '../../evidence/packages/package-edition.service.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { type StoredEntry, storedZip } from '../../kit/files/stored-zip.ts'
import { shanghaiText } from '../../../contract/kit/shanghai-time.ts'
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
  const entries: StoredEntry[] = [
    {
      path: `${say(language, 'evidence', 'index.fileName')}.xlsx`,
      size: index.length,
      open: () => Readable.from([index]),
    },
  ]
  for (const e of ready) {
    const edition = (await openPackageEdition(services.db.system, services.store, e))!
    entries.push({ path: `${e.number}.asice`, size: edition.size, open: () => edition.open() })
  }
  return {
    ...(await storedZip(entries)),
    mediaType: 'application/zip',
    fileName: `${say(language, 'evidence', 'index.bundleName', { count: ready.length })}.zip`,
    etag: createHash('sha256').update(id).update(index).digest('hex'),
    disposition: 'attachment',
    whole: true,
  }
}
