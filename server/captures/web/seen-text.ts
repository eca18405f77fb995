import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { foldSigns } from '../../kit/fold-signs.ts'
import { mostSeenSigns, type OpenFile, type PageReader } from '../../evidence/seen-text/seen-text.service.ts'

/** Files of a capture that hold what was read on its page: by the line, as it was on the screen, and as the document has it. */
const seenFiles = { lines: 'text-seen.jsonl', page: 'page.txt' } as const

/** What is read of either: far more than can be found, however much of it is repeated. */
const mostBytes = { lines: 4 * 1024 * 1024, page: 512 * 1024 }

/** Some signs are two in a text of JavaScript. */
const mostJoined = 2 * mostSeenSigns

/** Signs of a document that are looked through in all for lines that stand elsewhere, and for each line that stands near. */
const [mostLookedThrough, near] = [4_000_000, 2_000]

/** What was seen on a page, to find it by; `open` gives the files that there are. */
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
  const endOf = openPlaces(document)
  let [signs, end] = [0, 0]
  for (const line of lines) {
    if (signs > mostJoined) break
    const joint = ['', ' '].find((between) => end > 0 && document.startsWith(between + line, end))
    if (joint === undefined && taken.has(line)) continue
    taken.add(line)
    signs += line.length
    if (joint === undefined) paragraphs.push(line)
    else paragraphs.push(paragraphs.pop() + joint + line)
    end = joint === undefined ? endOf(line, end) : end + joint.length + line.length
  }
  return paragraphs
}

/** Tells where a line ends in the document; 0 where it does not stand there, or too far from the last one after much was looked through. */
function openPlaces(document: string) {
  let [left, last] = [mostLookedThrough, 0]
  const place = (line: string, from: number, to: number) => {
    const at = document.slice(from, to).indexOf(line)
    left -= at < 0 ? to - from : at
    return at < 0 ? undefined : from + at + line.length
  }
  return (line: string, end: number): number => {
    const from = end || last
    const to = Math.min(from + near + line.length, document.length)
    let found = place(line, from, to)
    if (left > 0) found ??= place(line, Math.min(from + near, to), document.length)
    if (left > 0) found ??= place(line, 0, Math.min(from + line.length, document.length))
    last = found ?? from
    return found ?? 0
  }
}

/** No sign is cut in two. */
function bounded(text: string): string {
  if (text.length <= mostSeenSigns) return text
  const signs = Array.from(text.slice(0, 2 * mostSeenSigns))
  return signs.slice(0, mostSeenSigns).join('')
}
