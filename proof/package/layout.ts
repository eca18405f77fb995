import { fromUtf8 } from '../bytes.ts'
import { readBlob } from '../hash.ts'
import { isAppendedPath, mostAppendedBytes } from './appended-entries.ts'
import { fixedEntries, isDataPath, logEntries, packageMimeType, type FixedEntry } from './paths.ts'
import { ProofError } from '../report.ts'
import { readAnyZip } from '../formats/zip-repacked.ts'

type LogEntry = (typeof logEntries)[number]
type FixedBlobs = Record<Exclude<FixedEntry, LogEntry>, Blob> & Partial<Record<LogEntry, Blob>>

/** The entries of a package after its layout was found to be right. */
export interface Layout {
  fixed: FixedBlobs
  data: Map<string, Blob>
  /** What was appended after the sealing: no digest of the package knows it, each proves itself. */
  later: Map<string, Blob>
  /** The entries are in another container than they were sealed in. */
  isRepacked: boolean
}

/** Nothing but the originals may be large; the rest is read whole. What names every file, or draws it, grows with them; keys, signatures and stamps do not. */
const maxFixedSize = 64 * 1024 * 1024
const growing: readonly FixedEntry[] = [
  'evidence.json',
  'certificate.pdf',
  'META-INF/ASiCManifest001.xml',
  'SHA256SUMS',
]

const isLogEntry = (path: string): path is LogEntry => (logEntries as readonly string[]).includes(path)
const isFixed = (path: string): path is FixedEntry => (fixedEntries as readonly string[]).includes(path)

/** Reads the container and refuses repeated, foreign, missing or wandering entries (ETSI EN 319 162-1 §A.1 for `mimetype`). */
export async function readLayout(file: Blob): Promise<Layout> {
  const { entries, isRepacked } = await readAnyZip(file, 'mimetype')
  const fixed: Partial<Record<FixedEntry, Blob>> = {}
  const data = new Map<string, Blob>()
  const later = new Map<string, Blob>()
  const seen = new Set<string>()
  for (const { path, data: content } of entries) {
    const folded = path.toLowerCase()
    if (seen.has(folded)) throw new ProofError('repeated-entry', { path })
    seen.add(folded)
    if (isFixed(path)) fixed[path] = content
    else if (isDataPath(path)) data.set(path, content)
    else if (isAppendedPath(path)) later.set(path, small(path, content))
    else throw new ProofError('unknown-entry', { path: printable(path) })
  }
  return { fixed: await complete(fixed), data, later, isRepacked }
}

async function complete(fixed: Partial<Record<FixedEntry, Blob>>): Promise<FixedBlobs> {
  const unlogged = logEntries.every((path) => !fixed[path])
  for (const path of fixedEntries) {
    if (unlogged && isLogEntry(path)) continue
    const content = fixed[path]
    if (!content) throw new ProofError('missing-entry', { path })
    if (content.size > (growing.includes(path) ? maxFixedSize : mostAppendedBytes))
      throw new ProofError('entry-too-large', { path })
  }
  const whole = fixed as FixedBlobs
  const type = fromUtf8(await readBlob(whole.mimetype))
  if (type !== packageMimeType) throw new ProofError('wrong-mimetype')
  return whole
}

function small(path: string, content: Blob): Blob {
  if (content.size > mostAppendedBytes) throw new ProofError('entry-too-large', { path })
  return content
}

const printable = (path: string) => path.replace(/[^\x20-\x7e]/g, '?').slice(0, 120)
