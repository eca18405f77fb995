import type { Ink } from './ink.ts'

/** Tiles that stand one below the other as one picture; null where there are none. */
export async function joinInks(tiles: readonly Promise<Ink>[]): Promise<Ink | null> {
  const parts = await Promise.all(tiles)
  const [first] = parts
  if (!first) return null
  const joined = (which: 'grey' | 'colours') => Buffer.concat(parts.map((part) => part[which]))
  return {
    width: first.width,
    height: parts.reduce((sum, { height }) => sum + height, 0),
    columns: first.columns,
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    grey: joined('grey'),
    colours: joined('colours'),
    spread: Math.max(...parts.map(({ spread }) => spread), colourSpread(parts)),
    first: first.first,
  }
}

/** Two tiles of one colour each are of two colours together. */
const colourSpread = (parts: readonly Ink[]): number =>
  Math.max(
    ...[0, 1, 2].map(
      (at) => Math.max(...parts.map(({ first }) => first[at]!)) - Math.min(...parts.map(({ first }) => first[at]!)),
    ),
  )
