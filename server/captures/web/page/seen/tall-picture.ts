import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Screenshot } from '../screenshot.ts'
import { type Ink, readInk } from './ink.ts'

/** All tiles of the whole-page picture as one. */
export async function readTall({ tiles }: Screenshot, outDir: string, scale: number): Promise<Ink | null> {
  const parts: Ink[] = []
  for (const { path, width, height } of tiles)
    parts.push(await readInk(await readFile(join(outDir, path)), width / scale, height / scale, scale))
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
