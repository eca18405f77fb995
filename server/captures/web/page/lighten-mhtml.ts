import { createHash } from 'node:crypto'

/** Longer ones say with their pictures once more what archive and pictures of the page hold: eight bytes for six of a photograph. */
const HEAVY_CHARACTERS = 8 * 1024 * 1024
/** Parts below it are left as they are. */
const LEAST_CHARACTERS = 64 * 1024

export interface LightMhtml {
  readonly text: string
  /** Parts that were emptied. */
  readonly parts: number
  /** Bytes that these parts had, unpacked. */
  readonly bytes: number
}

/** The mark between the parts of an MHTML; null where it names none. */
export const boundaryOf = (mhtml: string): string | null => /^\s*boundary="([^"\r\n]+)"/m.exec(mhtml)?.[1] ?? null

/**
 * Empties the large parts of a heavy MHTML whose bytes the archive holds under the same address, each with the digest of what stood there.
 * `isArchived`: whether it does.
 */
export function lightenMhtml(mhtml: string, isArchived: (url: string, bytes: Buffer) => boolean): LightMhtml {
  const boundary = mhtml.length > HEAVY_CHARACTERS ? boundaryOf(mhtml) : null
  if (boundary === null) return { text: mhtml, parts: 0, bytes: 0 }
  let [parts, bytes] = [0, 0]
  const lighten = (part: string): string => {
    const content = part.length >= LEAST_CHARACTERS ? readContent(part) : null
    if (!content || !isArchived(content.url, content.bytes)) return part
    parts += 1
    bytes += content.bytes.length
    const digest = createHash('sha256').update(content.bytes).digest('hex')
    return `${content.head}\r\nX-Archived: sha256:${digest}\r\n\r\n\r\n`
  }
  const text = mhtml.split(`--${boundary}`).map(lighten).join(`--${boundary}`)
  return { text, parts, bytes }
}

/** A part that is packed as RFC 2045, 6.8 has it, and says from which address it came. */
function readContent(part: string): { head: string; url: string; bytes: Buffer } | null {
  const end = part.indexOf('\r\n\r\n')
  const head = part.slice(0, Math.max(0, end))
  const [, url] = /^Content-Location: *(\S+)$/im.exec(head) ?? []
  if (url === undefined || !/^Content-Transfer-Encoding: *base64$/im.test(head)) return null
  return { head, url, bytes: Buffer.from(part.slice(end), 'base64') }
}
