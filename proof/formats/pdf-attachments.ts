import { attachedName, mostAttachedBytes } from '../package/attachments.ts'
import { latin1, type Bytes } from '../bytes.ts'
import { inflate } from './inflate.ts'
import { ProofError } from '../report.ts'

/** A dictionary of ours is never longer: the longest lists the objects that are attached. */
const mostDictionary = 64 * 1024

const fail = (what: string): never => {
  throw new ProofError('bad-pdf', { what })
}

interface File {
  bytes: Bytes
  text: string
  /** Where each object begins. */
  offsets: Map<number, number>
}

/**
 * Reads what is attached to a sealed PDF (ISO 32000-2 §7.11.4, §14.13), each of these paths once; undefined where nothing is, as in certificates of old.
 * It reads what we write and nothing else: one table of objects, dictionaries in one spelling, packed streams of known size. Ask
 * for it once the signature over the whole file holds, and not before. `amongOthers`: a document of somebody else may have attached files before ours.
 */
export async function readAttachments<Path extends string>(
  bytes: Bytes,
  attached: readonly Path[],
  { amongOthers = false }: { amongOthers?: boolean } = {},
): Promise<Map<Path, Bytes> | undefined> {
  const file = openFile(bytes)
  const all = associated(file)
  if (!all.length) return undefined
  const specifications = amongOthers ? all.slice(-attached.length) : all
  const found = new Map<Path, Bytes>()
  for (const number of specifications) {
    const specification = dictionary(file, number).text
    const name = only(specification, /\/UF \(([A-Za-z0-9.-]{1,60})\)\n/g)
    const path = attached.find((p) => attachedName(p) === name) ?? fail('attachment')
    if (found.has(path)) fail('attachment')
    found.set(path, await embedded(file, Number(only(specification, /\/EF <<\n\/F (\d{1,6}) 0 R\n>>\n/g))))
  }
  if (found.size !== attached.length) fail('attachment')
  return found
}

function openFile(bytes: Bytes): File {
  const text = latin1(bytes)
  let at = Number(/\nstartxref\n(\d{1,8})\n%%EOF\n?$/.exec(text.slice(-64))?.[1] ?? fail('xref'))
  if (!text.startsWith('xref\n', at)) fail('xref')
  at += 'xref\n'.length
  const offsets = new Map<number, number>()
  // Of an update each run of objects that it brings; else all objects in one.
  while (!text.startsWith('trailer\n', at)) {
    const [head, first, count] = /^(\d{1,6}) (\d{1,6})\n/.exec(text.slice(at, at + 16)) ?? fail('xref')
    const table = text.slice(at + head.length, at + head.length + 20 * Number(count))
    if (!count || table.length !== 20 * Number(count) || !/^(?:\d{10} \d{5} [fn] \n)+$/.test(table)) fail('xref')
    for (let i = 0; i < Number(count); i++) offsets.set(Number(first) + i, Number(table.slice(20 * i, 20 * i + 10)))
    at += head.length + table.length
    // Some writers leave a line before the trailer.
    if (text.startsWith('\ntrailer\n', at)) at += 1
  }
  return { bytes, text, offsets }
}

/** The objects that the catalogue names as associated with the whole document. */
function associated(file: File): number[] {
  const trailer = file.text.slice(file.text.lastIndexOf('\ntrailer\n'))
  const catalogue = dictionary(file, Number(only(trailer, /\n\/Root (\d{1,6}) 0 R\n/g))).text
  if (!catalogue.includes('/AF ')) return []
  return [...only(catalogue, /\n\/AF \[ ?((?:\d{1,6} 0 R ?){1,64})\]\n/g).matchAll(/(\d+) 0 R/g)].map(([, number]) =>
    Number(number),
  )
}

/** An object's dictionary, and where what follows it begins. */
function dictionary({ text, offsets }: File, number: number): { text: string; end: number } {
  const at = offsets.get(number) ?? fail('object')
  const head = `${number} 0 obj\n<<\n`
  const part = text.slice(at, at + mostDictionary)
  const [ending] = /\n>>\n(?:endobj|stream)\n/.exec(part) ?? fail('object')
  const end = part.indexOf(ending) + ending.length
  if (!part.startsWith(head)) fail('object')
  return { text: part.slice(head.length - 1, end), end: at + end }
}

async function embedded(file: File, number: number): Promise<Bytes> {
  const { text, end } = dictionary(file, number)
  if (
    !text.includes('\n/Type /EmbeddedFile\n') ||
    !text.includes('\n/Filter /FlateDecode\n') ||
    !text.endsWith('\nstream\n')
  )
    fail('attachment')
  const length = Number(only(text, /\n\/Length (\d{1,8})\n/g))
  const size = Number(only(text, /\n\/Size (\d{1,8})\n/g))
  if (size > mostAttachedBytes) throw new ProofError('entry-too-large', { path: 'certificate.pdf' })
  if (file.text.slice(end + length, end + length + 11) !== '\nendstream\n') fail('stream')
  return inflate(file.bytes.slice(end, end + length), size)
}

/** What the one place says that fits; none or several is nothing of ours. */
function only(text: string, pattern: RegExp): string {
  const [first, ...more] = text.matchAll(pattern)
  return first?.[1] !== undefined && !more.length ? first[1] : fail('dictionary')
}
