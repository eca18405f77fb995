import { tileWidth } from './merkle-tree.service.ts'

export interface TileAsked {
  /** `entries`: the leaves themselves. */
  level: number | 'entries'
  index: number
  /** 256 of a whole tile. */
  width: number
}

const pattern = /^(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** A path below `tile/` (C2SP tlog-tiles): `0/x001/234` is tile 1,234 of level 0, `0/x001/234.p/5` its first five hashes. */
export function readTilePath(path: string): TileAsked | undefined {
  const [, level, digits, width] = pattern.exec(path) ?? []
  if (!level || !digits || digits.startsWith('x000/')) return undefined
  const index = Number(digits.replaceAll(/[x/]/g, ''))
  const asked = {
    level: level === 'entries' ? ('entries' as const) : Number(level),
    index,
    width: width ? Number(width) : tileWidth,
  }
  return Number.isSafeInteger(index * tileWidth) && (!width || asked.width < tileWidth) ? asked : undefined
}

export function tilePath({ level, index, width }: TileAsked): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0')
  const groups = digits.match(/\d{3}/g)!
  const place = groups.map((g, i) => (i < groups.length - 1 ? `x${g}` : g)).join('/')
  return `tile/${level}/${place}${width < tileWidth ? `.p/${width}` : ''}`
}
