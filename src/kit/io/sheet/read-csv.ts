import Papa from 'papaparse'
import { FileError, mostRows } from './caps.ts'
import { type Grid, isEmptyRow, requireModestGrid } from './cells.ts'
import { restore } from './neutral.ts'

/** UTF-8, UTF-16 with its mark, or what Chinese Excel writes: GB18030. None of them is guessed where bytes do not fit. */
export function decode(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return attempt(bytes, 'utf-16le') ?? refuse()
  if (a === 0xfe && b === 0xff) return attempt(bytes, 'utf-16be') ?? refuse()
  return attempt(bytes, 'utf-8') ?? attempt(bytes, 'gb18030') ?? refuse()
}

function attempt(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function refuse(): never {
  throw new FileError('encoding')
}

const separators = [',', '\t', ';', '|']

/** The sign that parts the headings, outside of quotes: what stands in rows may be anything and decides nothing. */
function separatorOf(text: string): string {
  const [heading = ''] = /(?![\r\n])(?:"[^"]*"|[^"\r\n])+/.exec(text) ?? []
  const bare = heading.replaceAll(/"[^"]*"/g, '')
  const times = (sign: string) => bare.split(sign).length
  return separators.reduce((best, sign) => (times(sign) > times(best) ? sign : best))
}

export function readCsv(bytes: Uint8Array): Grid {
  const whole = decode(bytes)
  // Excel writes the sign that parts the cells into a line of its own, and shows none of it.
  const [line = '', sign, end = ''] = /^sep=([^\r\n])(\r?\n)/i.exec(whole) ?? []
  const text = end + whole.slice(line.length)
  // No text has it, and every other kind of file does.
  if (text.includes('\0')) throw new FileError('unreadable')
  // Empty lines may stand between rows; beyond twice the most rows nothing is worth reading.
  const { data, errors } = Papa.parse<string[]>(text, {
    preview: 2 * mostRows + 1,
    delimiter: sign ?? separatorOf(text),
  })
  if (errors.some((e) => e.type === 'Quotes')) throw new FileError('unreadable')
  if (data.length > 2 * mostRows) throw new FileError('tooManyRows')
  const filled = data.slice(0, data.findLastIndex((row) => !isEmptyRow(row)) + 1)
  return requireModestGrid(filled.map((row) => row.map(restore)))
}
