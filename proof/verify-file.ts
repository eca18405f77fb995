import { fromUtf8 } from './bytes.ts'
import { verifyPackage, type PackageReport, type VerifyOptions } from './bundle.ts'
import { hashBlob, readBlob } from './hash.ts'
import { listZipPaths } from './formats/zip-repacked.ts'
import { packageMimeType } from './package/paths.ts'
import { verifyCertificate } from './formats/pdf.ts'
import type { PaperStatement } from './paper/statement.ts'
import { recordCover, verifyRecord } from './paper/record.ts'
import { verifyPaper } from './paper/verify.ts'
import { conclude, FactList, ProofError, type VerificationReport } from './report.ts'

export interface FileOptions extends VerifyOptions {
  /** The package that a file is said to be an original of. */
  of?: Blob
  /** What is judged: what was proven by then, and no later. */
  at?: Date
}

export interface FileReport extends PackageReport {
  kind: FileKind
  /** What a paper says. */
  paper?: PaperStatement
}

export type FileKind = 'package' | 'certificate' | 'paper' | 'record' | 'file'

/** Name and content of a container's first entry, which has no extra field (EN 319 162-1 §A.1). */
const packageStart = `mimetype${packageMimeType}`

/** What a file is, by how it begins, and of a PDF by what it names; by its name too, where somebody wants to know why it is no package. */
export async function kindOf(file: Blob, name = ''): Promise<FileKind> {
  if (/\.asice$/i.test(name)) return 'package'
  const start = await readBlob(file.slice(0, 30 + packageStart.length))
  const text = Array.from(start, (b) => String.fromCharCode(b)).join('')
  if (text.startsWith('PK\u0003\u0004') && text.slice(30) === packageStart) return 'package'
  if (text.startsWith('PK\u0003\u0004') && text.slice(30).startsWith(recordCover)) return 'record'
  if (text.startsWith('PK\u0003\u0004')) {
    const found = await kindInside(file)
    if (found) return found
  }
  if (!text.startsWith('%PDF-')) return 'file'
  return (await names(file, '/PaperSHA256')) ? 'paper' : 'certificate'
}

/** What a ZIP is that another program packed: it holds what packages are made of, or records. */
async function kindInside(zip: Blob): Promise<'package' | 'record' | undefined> {
  const paths = await listZipPaths(zip, 'mimetype')
  if (paths.includes('evidence.json') && paths.includes('META-INF/ASiCManifest001.xml')) return 'package'
  const ofRecord = await listZipPaths(zip, recordCover)
  return ofRecord.includes(recordCover) && ofRecord.includes('messages.txt') ? 'record' : undefined
}

/** Whether a PDF names evidence, as certificates do: any other is a file like all files. */
export const namesEvidence = (pdf: Blob): Promise<boolean> => names(pdf, '/EvidenceSHA256')

async function names(pdf: Blob, entry: string): Promise<boolean> {
  const bytes = pdf.size > 64 * 1024 * 1024 ? new Uint8Array() : await readBlob(pdf)
  return includes(bytes, entry)
}

function includes(bytes: Uint8Array, text: string): boolean {
  for (let at = bytes.indexOf(text.charCodeAt(0)); at >= 0; at = bytes.indexOf(text.charCodeAt(0), at + 1)) {
    if (fromLatin(bytes.subarray(at, at + text.length)) === text) return true
  }
  return false
}
const fromLatin = (bytes: Uint8Array) => (bytes.every((b) => b < 128) ? fromUtf8(bytes) : '')

/** Verifies whatever it is given, without any server. A file alone proves nothing of itself: its digests are told. */
export async function verifyFile(file: Blob, kind: FileKind, options: FileOptions = {}): Promise<FileReport> {
  const report = await reportOf(file, kind, options)
  return { ...(options.at ? asOf(report, options.at) : report), kind }
}

function reportOf(file: Blob, kind: FileKind, options: FileOptions): Promise<Omit<FileReport, 'kind'>> {
  if (options.of) return verifyOriginal(file, options.of, options)
  if (kind === 'package') return verifyPackage(file, options)
  if (kind === 'record') return verifyRecord(file, options)
  if (kind === 'paper') return verifyPaper(file, options)
  return kind === 'certificate' ? verifyCertificate(file, options) : hashAlone(file, options)
}

async function hashAlone(file: Blob, options: VerifyOptions): Promise<VerificationReport> {
  const list = new FactList()
  const { sha256, sm3, size } = await hashed(file, options)
  list.add({ code: 'file-hashed', status: 'proven', dependsOn: 'anyone', detail: { sha256, sm3, size } })
  const packages = (await listZipPaths(file, 'mimetype')).filter((path) => /\.asice$/i.test(path)).length
  const detail = packages ? { reason: 'zip-of-packages', packages } : {}
  list.add({ code: 'package-given', status: 'unavailable', dependsOn: 'anyone', detail })
  return conclude(list.facts)
}

/** A package, and whether a file is one of its originals. */
async function verifyOriginal(file: Blob, of: Blob, options: VerifyOptions): Promise<PackageReport> {
  const report = await verifyPackage(of, options)
  const list = new FactList()
  await list.check(
    'file-of-package',
    'anyone',
    async () => {
      const { sha256, sm3, size } = await hashed(file, { hashing: options.hashing })
      const found = report.statement?.files.find((f) => f.sha256 === sha256 && f.sm3 === sm3 && f.size === size)
      if (!found) throw new ProofError('not-an-original', { sha256, sm3, size })
      return { path: found.path, sha256, sm3, size }
    },
    (detail) => ({ detail }),
  )
  return { ...report, ...conclude([...report.facts, ...list.facts]) }
}

function hashed(file: Blob, { onProgress, hashing }: VerifyOptions) {
  let done = 0
  return hashBlob(file, true, { onBytes: (count) => onProgress?.((done += count), file.size), hashing })
}

/** Facts whose time is what a statement says, and not when it was proven. */
const statements = new Set(['statement', 'paper-statement'])

/** What of a report had been proven at an instant. What came after it is open; where that leaves nothing fixed, so is the verdict. */
export function asOf<Report extends VerificationReport>(report: Report, at: Date): Report {
  const facts = report.facts.map((fact) =>
    fact.status === 'proven' && fact.time && !statements.has(fact.code) && new Date(fact.time) > at
      ? { ...fact, status: 'unavailable' as const, detail: { ...fact.detail, reason: 'not-yet' } }
      : fact,
  )
  return { ...report, ...conclude(facts) }
}
