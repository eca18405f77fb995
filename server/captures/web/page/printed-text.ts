import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const unpack = promisify(inflate)

/** A stream of a print is a page of text; one that unpacks to more holds none. */
const LONGEST = 16 * 1024 * 1024

interface PdfStream {
  readonly dictionary: string
  readonly content: Buffer
}

/** A page that uses many fonts names all of them before its stream. */
const LONGEST_DICTIONARY = 256 * 1024

const dictionaryBefore = (pdf: Buffer, at: number): string =>
  pdf.toString('latin1', Math.max(0, at - LONGEST_DICTIONARY, pdf.lastIndexOf(' obj', at)), at)

/** Streams one after the other, by the lengths that their dictionaries name. */
function* streamsOf(pdf: Buffer): Generator<PdfStream> {
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at)) {
    const isEnd = pdf.toString('latin1', at - 'end'.length, at) === 'end'
    const dictionary = isEnd ? '' : dictionaryBefore(pdf, at)
    const begin = at + 'stream\n'.length
    const length = isEnd ? 0 : Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0)
    at = begin + length
    if (length > 0) yield { dictionary, content: pdf.subarray(begin, at) }
  }
}

const IMAGE = /\/Subtype\s*\/Image/
/** Programs of fonts, and tables beside them. */
const NO_CONTENT = /\/Length[123]\b|\/Type\s*\/(?:XRef|ObjStm|Metadata)|\/FunctionType/

/** Names of fonts whose signs take one byte; those of all others take two. */
function narrowFonts(pdf: Buffer): ReadonlySet<string> {
  const text = pdf.toString('latin1')
  const objects = new Set(
    [...text.matchAll(/(?:^|\s)(\d+) 0 obj\s*<<\s*\/Type\s*\/Font\s*\/Subtype\s*\/Type(?:3|1)\b/g)].map(([, id]) => id),
  )
  return new Set(
    [...text.matchAll(/\/(F\d+) (\d+) 0 R/g)].filter(([, , id]) => objects.has(id)).map(([, name]) => name!),
  )
}

const SHOWING = /\/(F\d+) [-\d.]+ Tf|<([0-9A-Fa-f]+)>\s*Tj|\[([^\]]*)\]\s*TJ/g

function countIn(content: string, narrow: ReadonlySet<string>): number {
  let digits = 4
  let glyphs = 0
  for (const [, font, one, some] of content.matchAll(SHOWING)) {
    if (font !== undefined) digits = narrow.has(font) ? 2 : 4
    const shown = one ?? [...(some ?? '').matchAll(/<([0-9A-Fa-f]+)>/g)].map(([, hex]) => hex).join('')
    glyphs += shown.length / digits
  }
  return Math.round(glyphs)
}

export interface Printed {
  /** Signs of text that the print shows, spaces between words among them. */
  readonly glyphs: number
  readonly images: number
}

/** Counts what a print of the browser shows. It is read for nothing else: text in it is named by fonts' own numbers. */
export async function countPrinted(pdf: Buffer): Promise<Printed> {
  const narrow = narrowFonts(pdf)
  let [glyphs, images] = [0, 0]
  for (const { dictionary, content } of streamsOf(pdf)) {
    if (IMAGE.test(dictionary)) images += 1
    if (IMAGE.test(dictionary) || NO_CONTENT.test(dictionary)) continue
    const plain = await unpack(content, { maxOutputLength: LONGEST }).catch(() => null)
    if (plain?.includes('BT')) glyphs += countIn(plain.toString('latin1'), narrow)
  }
  return { glyphs, images }
}
