import { utf8 } from '../bytes.ts'

/** One segment of a path: no separators, quotes, control characters or characters a shell, XML, URI or Windows reads in its own way. */
const segment = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} ._()@=,~-]*$/u
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Whether a path may name an original inside a package. */
export function isDataPath(path: string): boolean {
  const [root, ...rest] = path.split('/')
  return (
    root === 'data' && rest.length > 0 && path.length <= 240 && path === path.normalize('NFC') && rest.every(isSegment)
  )
}

const isSegment = (s: string) => segment.test(s) && !/[. ]$/.test(s) && !/ {2}|\.\./.test(s) && !reserved.test(s)

/** File systems take names of 255 bytes: so many are left for an ending, and for the number of a second file of one name. */
const longestStem = { signs: 80, bytes: 180 }

function cutStem(text: string): string {
  const signs = [...text].slice(0, longestStem.signs)
  while (utf8(signs.join('')).length > longestStem.bytes) signs.pop()
  return signs.join('')
}

/** A path under `data/` as near to the given file name as the rules allow. */
export function toDataPath(name: string): string {
  const dot = name.lastIndexOf('.')
  const clean = (text: string) =>
    text
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}._()@=,~-]+/gu, '_')
      .replace(/\.{2,}/g, '.')
      .replace(/^[^\p{L}\p{N}_]+|[. ]+$/gu, '')
  const stem = cutStem(clean(dot > 0 ? name.slice(0, dot) : name))
  const ending = dot > 0 ? clean(name.slice(dot + 1)).slice(0, 16) : ''
  const path = `data/${stem || 'file'}${ending ? `.${ending}` : ''}`
  return isDataPath(path) ? path : `data/_${stem.replace(/[^A-Za-z0-9]/g, '') || 'file'}`
}

/** The path itself, or with a number where another has it: also one that differs in case alone, which is the same file on many systems. */
export function freePath(path: string, taken: Iterable<string>): string {
  const names = new Set([...taken].map((t) => t.toLowerCase()))
  const dot = path.lastIndexOf('.')
  const [stem, ending] = dot > path.lastIndexOf('/') ? [path.slice(0, dot), path.slice(dot)] : [path, '']
  for (let n = 1; ; n++) {
    const wanted = n === 1 ? path : `${stem} (${n})${ending}`
    if (!names.has(wanted.toLowerCase())) return wanted
  }
}

/** Everything a package consists of besides its originals, in the order it is written. */
export const fixedEntries = [
  'mimetype',
  'README.txt',
  'verify.sh',
  'evidence.json',
  'certificate.pdf',
  'META-INF/ASiCManifest001.xml',
  'META-INF/timestamp001.tst',
  'trust/ca.pem',
  'trust/tsa.pem',
  'trust/seal.pem',
  'trust/crl.pem',
  'log/evidence.tlog-proof',
  'trust/log.pem',
  'SHA256SUMS',
  'META-INF/ASiCManifest002.xml',
  'META-INF/signature001.p7s',
] as const

export type FixedEntry = (typeof fixedEntries)[number]

/** Packages from before there was a log have neither; all others both. */
export const logEntries = ['log/evidence.tlog-proof', 'trust/log.pem'] as const satisfies FixedEntry[]

/** Entries above `SHA256SUMS` in the chain of proof, which it therefore cannot list. `mimetype` is a constant. */
export const unlistedEntries: readonly string[] = [
  'mimetype',
  'SHA256SUMS',
  'META-INF/ASiCManifest002.xml',
  'META-INF/signature001.p7s',
] satisfies FixedEntry[]

export const packageMimeType = 'application/vnd.etsi.asic-e+zip'
