import { type Player, players } from '../../../../contract/certificates/shared-files.ts'

/** A file of a share link; its address is made of these again and never taken as it came. */
export interface OwnFile {
  token: string
  /** Counted from 1. */
  position: number
}

/** Not parsed but compared: what parsers read in different ways (hosts after an @, backslashes, dots, control characters) fits nowhere in it. */
const ours = /^\/shimakaze\/share\/([A-Za-z0-9_-]{43})\/file\/([1-9]\d{0,4})$/

/** The file that a text names, as a path or an address of this origin; undefined for everything else. */
function ownFile(text: string, origin: string): OwnFile | undefined {
  const path = text.startsWith(`${origin}/`) ? text.slice(origin.length) : text
  const [whole, token, position] = ours.exec(path) ?? []
  return whole === undefined ? undefined : { token: token!, position: Number(position) }
}

/** Decoded once: what is still encoded after that names nothing of ours. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

export interface PreviewAddress extends OwnFile {
  player: Player
  /** Which evidence it says that the file is of. */
  number: string
}

const isPlayer = (text: string | undefined): text is Player => players.some((player) => player === text)

/** What `/mobile/preview/{fileUrl}/{type}/{baoquan}` asks for, from the address as the browser shows it. */
export function previewAddress(pathname: string, origin: string): PreviewAddress | undefined {
  const [, file = '', player, number = ''] = /^\/mobile\/preview\/([^/]+)\/([^/]+)\/(\d{18})\/?$/.exec(pathname) ?? []
  const own = ownFile(decoded(file) ?? '', origin)
  return own && isPlayer(player) ? { ...own, player, number } : undefined
}

/** What `/mobile/previewProgress/{fileUrl+}` asks for: an encoded address as one part, or a path as it stands. */
export function progressAddress(pathname: string, origin: string): OwnFile | undefined {
  const rest = /^\/mobile\/previewProgress\/(.+)$/.exec(pathname)?.[1]
  if (rest === undefined) return undefined
  const one = rest.replace(/\/$/, '')
  return one.includes('/') ? ownFile(`/${one}`, origin) : ownFile(decoded(one) ?? '', origin)
}
