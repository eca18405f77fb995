import { createHash } from 'node:crypto'
import { shownAsOf } from '../../contract/registry/previews.ts'
import { actedLately, recordAct } from '../kit/audit/audit.ts'
import type { Caller, Visitor } from '../kit/calls/caller.ts'
import { storedReply } from '../kit/calls/stored-reply.ts'
import { AppError } from '../kit/errors.ts'
import type { ByteReply } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import { findFile } from '../evidence/evidence.read.ts'
import { publicUrlOf } from '../platform/platform.service.ts'
import { fileOfPreview } from './preview.repo.ts'

/** Long enough to read on and to seek in a film; a link that leaks is worth little. */
const goodSeconds = 600
const sealedFor = 'preview'

interface Ticket {
  file: string
  account: string
  /** Epoch seconds. */
  until: number
  mediaType: string
  /** Of the browser that asked: a link that was passed on opens nowhere else. */
  browser: string
  /** Which page may frame it. */
  page: string
}

const browserOf = (userAgent: string) => createHash('sha256').update(userAgent).digest('base64url').slice(0, 22)
const now = () => Math.floor(Date.now() / 1000)

/** An address of a file on the origin that has no session, for one browser and a few minutes. */
export async function preview(services: Services, caller: Caller, fileId: string) {
  const file = await services.db.forAccount(caller, async (tx) => {
    const found = await findFile(tx, caller, fileId)
    if (found && !(await actedLately(tx, caller, 'evidence.viewed', found.evidenceId)))
      await recordAct(tx, caller, { action: 'evidence.viewed', subjectKind: 'evidence', subjectId: found.evidenceId })
    return found
  })
  if (!file) throw new AppError('not-found')
  const found = await previewLink(services, caller, { ...file, id: fileId, accountId: caller.accountId })
  return { ...found, contentType: file.mediaType }
}

interface Previewed {
  id: string
  accountId: string
  mediaType: string
  sha256: Buffer
  size: number
}

/** Such an address for whoever may see the file; null where a browser could run it, or there is no such origin. */
export async function previewLink(services: Services, viewer: Visitor, file: Previewed, seconds = goodSeconds) {
  const shownAs = shownAsOf(file.mediaType)
  const { previewOrigin } = services.config
  if (!shownAs || !previewOrigin) return { link: null, shownAs: null }
  const mediaType =
    shownAs === 'text'
      ? `text/plain; charset=${await charsetOf(services, file.sha256.toString('hex'), file.size)}`
      : file.mediaType
  const ticket: Ticket = {
    file: file.id,
    account: file.accountId,
    until: now() + seconds,
    mediaType,
    browser: browserOf(viewer.userAgent),
    page: pageOf(services, viewer),
  }
  const token = await services.db.asSystem((tx) => services.secrets.seal(tx, JSON.stringify(ticket), sealedFor))
  return { link: `${previewOrigin}/p/${token}`, shownAs }
}

/** One's own machine is called by several names. */
const pageOf = ({ config }: Services, { platform }: Visitor) =>
  config.mode === 'local' ? 'http://localhost:* http://127.0.0.1:*' : new URL(publicUrlOf(config, platform)).origin

/** Text of today is UTF-8; Chinese text of yesterday is GB 18030, which reads all that came before it. */
async function charsetOf({ store }: Services, sha256: string, size: number) {
  const head = Buffer.concat(await store.open(sha256, { start: 0, end: Math.min(size, 65_536) - 1 }).toArray())
  try {
    // The last sign may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}

/** The bytes behind a link, or nothing: expired, forged, of another browser and of a file that is gone answer alike. */
export async function openPreview(
  services: Services,
  token: string,
  userAgent: string,
): Promise<ByteReply | undefined> {
  const ticket = await services.secrets.open(token, sealedFor).then(
    (text) => JSON.parse(text) as Ticket,
    () => undefined,
  )
  if (!ticket || ticket.until < now() || ticket.browser !== browserOf(userAgent)) return undefined
  const file = await fileOfPreview(services.db, ticket.account, ticket.file)
  if (!file) return undefined
  const headers = {
    'content-security-policy': policyOf(ticket),
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  }
  const { sha256, size, path } = file
  const stored = { sha256, size, mediaType: ticket.mediaType, fileName: path.split('/').at(-1)! }
  return storedReply(services, stored, { disposition: 'inline', headers })
}

/** Nothing is loaded, run or sent from here. A browser's own reader of PDF does not work in a sandbox, and runs no script of this origin. */
const policyOf = ({ mediaType, page }: Ticket) => {
  const pdf = mediaType === 'application/pdf'
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src 'self'",
    "media-src 'self'",
    ...(pdf ? ["object-src 'self'"] : ['sandbox']),
    `frame-ancestors ${page}`,
  ].join('; ')
}
