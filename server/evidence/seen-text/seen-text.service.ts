import type { Readable } from 'node:stream'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import type { WorkLog } from '../../kit/work/domain.ts'
import { lockUnread, markRead, unreadPages } from './seen-text.repo.ts'

/** Signs of a page that can be found; the database takes no more. */
export const mostSeenSigns = 20_000

/** Opens what it has of a capture, by the name under which it was captured. */
export type OpenFile = (file: string, range: { start: number; end: number }) => Readable | undefined

/** Who reads a page, and from which of its files. */
export interface PageReader {
  files: readonly string[]
  read(open: OpenFile): Promise<string>
}

/** Pages of one turn. */
const atOnce = 50

/** Reads pages that were sealed before they could be found by their words. Safe to repeat, and to run in several at once. */
export async function readUnreadPages(services: Services, log: WorkLog, reader: PageReader): Promise<void> {
  const ids = await services.db.asSystem((tx) => unreadPages(tx, atOnce))
  const left: { id: string; err: unknown }[] = []
  for (const id of ids)
    await services.db
      .asSystem((tx) => readPage(services, tx, id, { ...reader, log }))
      .catch((err: unknown) => left.push({ id, err }))
  if (left.length) log.error({ err: left[0]!.err, evidence: left.map(({ id }) => id) }, 'older pages are left unread')
}

const sealedAs = (file: string) => `data/${file}`

async function readPage(
  { store }: Services,
  tx: Tx,
  id: string,
  { files, read, log }: PageReader & { log: WorkLog },
): Promise<void> {
  const sealed = await lockUnread(tx, id, files.map(sealedAs))
  if (!sealed) return
  const text = await read((file, range) => {
    const sha256 = sealed.get(sealedAs(file))
    return sha256 === undefined ? undefined : store.open(sha256, range)
  }).catch(async (err: unknown) => {
    // This throws where the store does not answer: the page is read when the store is back.
    for (const sha256 of sealed.values()) await store.size(sha256)
    log.warn({ err, evidence: id }, 'the text of a page cannot be read: it is not found by its words')
    return ''
  })
  await markRead(tx, id, text)
}
