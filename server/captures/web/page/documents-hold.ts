import type { PageNote } from '../web-capture.ts'
import { withoutSpaces } from '../../../kit/fold-signs.ts'
import { HeldText } from './held-text.ts'

/** Below these, what is not there is a clock, or words that a style or a field adds. */
const LEAST_SHARE = 0.98
const LEAST_LINES = 3
/** Lines with fewer letters are numbers, which count on by themselves, or the cells of a table. */
const LEAST_LETTERS = 3
/** So many of them are gone where a table replaced its cells, and of each kind fewer than this share stand there still. */
const LEAST_CELLS = 12
const STANDING = 0.8

const isShort = (line: string): boolean => line.replaceAll(/[\d\p{P}\p{S}]/gu, '').length < LEAST_LETTERS

/** Cells of one column differ by their numbers. */
const kindOf = (line: string): string => line.replaceAll(/[\d.,:：]+/g, '0')

function countKinds(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(kindOf(line), (counts.get(kindOf(line)) ?? 0) + 1)
  return counts
}

/** Short lines of which as many stand there as were seen have other numbers now. */
function withoutChanged(short: readonly string[], documents: readonly string[]): string[] {
  if (short.length < LEAST_CELLS) return []
  const seen = countKinds(short)
  const now = documents.map((text) => countKinds(text.split('\n').map(withoutSpaces).filter(isShort)))
  const standing = (kind: string) => Math.max(0, ...now.map((counts) => counts.get(kind) ?? 0))
  return short.filter((line) => standing(kindOf(line)) < seen.get(kindOf(line))! * STANDING)
}

/**
 * Lists that replace their rows hold few of them at any moment: source and MHTML are of one. `documents`: what both hold, as text; frames and
 * fields are known by the layout of that moment. `settled`: words that no others followed at their place.
 */
export function documentNotes(
  words: readonly string[],
  documents: readonly string[],
  settled: readonly string[],
): PageNote[] {
  const held = documents.map((text) => new HeldText(text))
  const isGone = (line: string) => held.every((text) => text.holds(line) === false)
  const long = words.map(withoutSpaces).filter((line) => !isShort(line))
  const short = settled.map(withoutSpaces).filter(isShort)
  const cells = withoutChanged(short, documents).filter(isGone)
  const isTable = cells.length >= LEAST_CELLS
  const lines = isTable ? [...long, ...short] : long
  const gone = [...long.filter(isGone), ...(isTable ? cells : [])]
  const share = 1 - gone.join('').length / Math.max(1, lines.join('').length)
  const isLess = gone.length >= LEAST_LINES && share < LEAST_SHARE
  return isLess ? [{ code: 'documents-hold-less', params: { share: Math.floor(share * 100) } }] : []
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' }

/** Text of a source as a browser writes it down: whatever closes a tag stands nowhere else. */
export const textOfSource = (html: string): string =>
  html
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp);/g, (_, name: string) => NAMED[name]!)
