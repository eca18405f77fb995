import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { foldSigns } from '../../kit/fold-signs.ts'
import { TextPlaces } from '../../kit/text-places.ts'
import { mostSeenSigns, type OpenFile, type PageReader } from '../../evidence/seen-text/seen-text.service.ts'

/** Files of a capture that hold what was read on its page: by the line, as it was on the screen, and as the document has it. */
const seenFiles = { lines: 'text-seen.jsonl', page: 'page.txt' } as const

/** Bytes that are read of either: far more than can be found, however much of them is repeated. */
const mostBytes = { lines: 4 * 1024 * 1024, page: 512 * 1024 }

/** Some signs are two in a text of JavaScript. */
const mostJoined = 2 * mostSeenSigns

/** A document is looked through for lines that stand elsewhere than behind the last one. */
const lookedThrough = { near: 2_000, most: 4_000_000 }

/** Reads the text that was seen on a page, to find it by; `open` gives the files that there are. */
async function readSeenText(open: OpenFile): Promise<string> {
  const [lines, page] = [await beginning('lines', open), await beginning('page', open)]
  return seenText({ lines, page })
}

/** The same of captures that are sealed. */
export const pageReader: PageReader = { files: Object.values(seenFiles), read: readSeenText }

/** The same of the folder of a capture that has just ended. */
export const readSeenTextIn = (dir: string) =>
  readSeenText((file, range) => {
    const path = join(dir, file)
    return existsSync(path) ? createReadStream(path, range) : undefined
  })

async function beginning(which: keyof typeof seenFiles, open: OpenFile): Promise<string> {
  const file = open(seenFiles[which], { start: 0, end: mostBytes[which] - 1 })
  return file ? Buffer.concat((await file.toArray()) as Buffer[]).toString() : ''
}

/** Each paragraph once, in the order of seeing; of captures that recorded none, in the order of the document. */
export function seenText({ lines, page }: { lines: string; page: string }): string {
  const document = page.split('\n').map(foldSigns)
  const seen = linesOf(lines)
  const paragraphs = seen.length ? paragraphsOf(seen, document.join('\n')) : document
  return bounded([...new Set(paragraphs)].filter(Boolean).join('\n'))
}

const linesOf = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => foldSigns(textOf(line)))
    .filter(Boolean)

/** The last line may be cut where reading ended. */
function textOf(line: string): string {
  try {
    const { text } = JSON.parse(line) as { text?: unknown }
    return typeof text === 'string' ? text : ''
  } catch {
    return ''
  }
}

/** Lines as the screen broke them, joined where the document goes on: a word may begin on one and end on the next. Any other line is taken once. */
function paragraphsOf(lines: readonly string[], document: string): string[] {
  const paragraphs: string[] = []
  const taken = new Set<string>()
  const places = new TextPlaces(document, lookedThrough)
  let [signs, end] = [0, 0]
  for (const line of lines) {
    if (signs > mostJoined) break
    const joint = ['', ' '].find((between) => end > 0 && document.startsWith(between + line, end))
    if (joint === undefined && taken.has(line)) continue
    taken.add(line)
    signs += line.length
    if (joint === undefined) paragraphs.push(line)
    else paragraphs.push(paragraphs.pop() + joint + line)
    end = joint === undefined ? (places.endOf(line, end || undefined) ?? 0) : end + joint.length + line.length
  }
  return paragraphs
}

/** No sign is cut in two. */
function bounded(text: string): string {
  if (text.length <= mostSeenSigns) return text
  const signs = Array.from(text.slice(0, 2 * mostSeenSigns))
  return signs.slice(0, mostSeenSigns).join('')
}
