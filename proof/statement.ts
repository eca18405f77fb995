import canonicalize from 'canonicalize'
import { equal, fromUtf8, utf8, type Bytes } from './bytes.ts'
import { isDataPath } from './paths.ts'
import { ProofError } from './report.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface StatementFile {
  path: string
  size: number
  sha256: string
  sm3: string
  mediaType: string
}

/** How the platform knew the owner when the evidence was begun. A person's number is masked: packages go to others. */
export interface VerifiedIdentity {
  /** As on the papers. */
  name: string
  number: string
  way: 'documents' | 'alipay' | 'licence'
  /** ISO 8601 UTC. */
  at: string
}

interface CameAbout {
  startedAt: string
  finishedAt: string
  completeness: 'full' | 'partial'
  missing: ({ code: string } & { [key: string]: Json })[]
  facts: { [key: string]: Json }
}

export interface WebCapture extends CameAbout {
  kind: 'web'
  requestedUrl: string
  finalUrl: string
  title: string
}

/** A file that its owner handed over. */
export interface Original {
  path: string
  /** As its owner called it; `path` is as near to it as paths may be. */
  name: string
  /** What the sender's browser computed before it was sent; the statement's `files` hold what the platform computed. */
  claimed: { sha256: string; sm3: string | null } | null
}

export interface FileDeposit extends CameAbout {
  kind: 'file'
  originals: Original[]
}

/** A hash that was handed over without its file; later, beside the first statement, the file. */
export interface HashDeposit extends CameAbout {
  kind: 'hash'
  deposited: { sha256: string; sm3: string | null; size: number | null; name: string }
  originals: Original[]
}

/** What its owner declares of a work: stated as declared, not as examined. */
export interface DeclaredWork {
  title: string
  kind: string
  author: string
  owner: string
  obtainWay: string
  createdOn: string
  publishState: string
  publishedOn: string | null
  description: string
}

export interface WorkDeposit extends CameAbout {
  kind: 'work'
  originals: Original[]
  work: DeclaredWork
}

/** Where the second statement of a hash deposit holds the first one and its time-stamp. */
export const firstStatementPath = 'data/hash-deposit/evidence.json'
export const firstTokenPath = 'data/hash-deposit/timestamp.tst'

/** What the platform states about one evidence: the content of `evidence.json`. */
export interface EvidenceStatement {
  type: 'shimakaze-evidence/v1'
  /** Preservation number, 18 digits. */
  number: string
  /** ISO 8601 UTC. */
  created: string
  /** 16 random bytes, base64: keeps the digest from being guessed out of known facts. */
  salt: string
  platform: { name: string; origin: string }
  owner: { kind: 'personal' | 'enterprise'; name: string; identity: 'not-verified' | VerifiedIdentity }
  /** Whoever acted for the owner; statements from before persons were verified say nothing of their identity. */
  acting: { name: string; role: string; identity?: 'not-verified' | VerifiedIdentity }
  name: string
  /** How it came about. */
  capture: WebCapture | FileDeposit | HashDeposit | WorkDeposit
  clock: { source: string }
  hashAlgorithms: ['sha256', 'sm3']
  files: StatementFile[]
  prev: string | null
  supersedes: string | null
}

const maxStatementSize = 16 * 1024 * 1024

type Check = (value: Json | undefined, at: string) => void

const refuse = (at: string): never => {
  throw new ProofError('bad-statement', { at })
}

const when =
  (good: (value: Json | undefined) => boolean): Check =>
  (value, at) => {
    if (!good(value)) refuse(at)
  }

const text = when((v) => typeof v === 'string' && v.isWellFormed())
const filled = when((v) => typeof v === 'string' && v.length > 0 && v.isWellFormed())
const matching = (pattern: RegExp) => when((v) => typeof v === 'string' && pattern.test(v))
const oneOf = (...words: string[]) => when((v) => typeof v === 'string' && words.includes(v))
const instant = when(
  (v) => typeof v === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(v) && !Number.isNaN(Date.parse(v)),
)
const isRecord = (v: Json | undefined): v is { [key: string]: Json } =>
  typeof v === 'object' && v !== null && !Array.isArray(v)
const record = when(isRecord)
const textOrNull = when((v) => v === null || (typeof v === 'string' && v.length > 0))

/** An object with exactly these members. */
const shape =
  (members: Record<string, Check>): Check =>
  (value, at) => {
    if (!isRecord(value)) return refuse(at)
    for (const key of Object.keys(value)) if (!(key in members)) refuse(`${at}.${key}`)
    for (const [key, check] of Object.entries(members)) check(value[key], `${at}.${key}`)
  }

const listOf =
  (check: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return refuse(at)
    value.forEach((item, i) => check(item, `${at}[${i}]`))
  }

const absentOr =
  (check: Check): Check =>
  (value, at) => {
    if (value !== undefined) check(value, at)
  }

const verified = shape({ name: filled, number: filled, way: oneOf('documents', 'alipay', 'licence'), at: instant })
const identity: Check = (value, at) => {
  if (value !== 'not-verified') verified(value, at)
}

const digestText = matching(/^[0-9a-f]{64}$/)

const file = shape({
  path: when((v) => typeof v === 'string' && isDataPath(v)),
  size: when((v) => Number.isSafeInteger(v) && Number(v) >= 0),
  sha256: digestText,
  sm3: digestText,
  mediaType: matching(/^[\w.+-]+\/[\w.+-]+(;[ \w.+=-]+)*$/),
})

const missingItem: Check = (value, at) => {
  if (!isRecord(value)) return refuse(at)
  filled(value['code'], `${at}.code`)
}

const cameAbout = {
  startedAt: instant,
  finishedAt: instant,
  completeness: oneOf('full', 'partial'),
  missing: listOf(missingItem),
  facts: record,
}
const dataPath = when((v) => typeof v === 'string' && isDataPath(v))
const orNull =
  (inner: Check): Check =>
  (value, at) =>
    value === null ? undefined : inner(value, at)
const day = matching(/^\d{4}-\d\d-\d\d$/)
const claimed = orNull(shape({ sha256: digestText, sm3: orNull(digestText) }))
const originals = listOf(shape({ path: dataPath, name: filled, claimed }))
const wholeSize = when((v) => Number.isSafeInteger(v) && Number(v) > 0)
const work = shape({
  title: filled,
  kind: filled,
  author: filled,
  owner: filled,
  obtainWay: filled,
  createdOn: day,
  publishState: filled,
  publishedOn: orNull(day),
  description: text,
})

const kinds = new Map<string, Check>([
  ['web', shape({ kind: oneOf('web'), requestedUrl: filled, finalUrl: filled, title: text, ...cameAbout })],
  ['file', shape({ kind: oneOf('file'), originals, ...cameAbout })],
  [
    'hash',
    shape({
      kind: oneOf('hash'),
      deposited: shape({ sha256: digestText, sm3: orNull(digestText), size: orNull(wholeSize), name: filled }),
      originals,
      ...cameAbout,
    }),
  ],
  ['work', shape({ kind: oneOf('work'), originals, work, ...cameAbout })],
])

const statement = shape({
  type: oneOf('shimakaze-evidence/v1'),
  number: matching(/^\d{18}$/),
  created: instant,
  salt: matching(/^[A-Za-z0-9+/]{21}[AQgw]==$/),
  platform: shape({ name: filled, origin: matching(/^https?:\/\/[^\s/]+$/) }),
  owner: shape({ kind: oneOf('personal', 'enterprise'), name: filled, identity }),
  acting: shape({ name: filled, role: filled, identity: absentOr(identity) }),
  name: filled,
  capture: (value, at) => {
    const kind = isRecord(value) ? value['kind'] : undefined
    const known = typeof kind === 'string' ? kinds.get(kind) : undefined
    return known ? known(value, at) : refuse(`${at}.kind`)
  },
  clock: shape({ source: filled }),
  hashAlgorithms: when((v) => Array.isArray(v) && v.join() === 'sha256,sm3'),
  files: listOf(file),
  prev: textOrNull,
  supersedes: textOrNull,
})

/** Canonical JSON (RFC 8785): the only bytes that stand for a statement. */
export function statementBytes(value: EvidenceStatement): Bytes {
  check(value as unknown as Json)
  const canonical = canonicalize(value)
  if (canonical === undefined) throw new ProofError('bad-statement', { at: '$' })
  return utf8(canonical)
}

function check(value: Json) {
  statement(value, '$')
  const { files, capture, prev } = value as unknown as EvidenceStatement
  const names = new Set(files.map((f) => f.path.toLowerCase()))
  if (names.size !== files.length) refuse('$.files')
  if (capture.kind === 'hash') return checkHashDeposit(capture, files, prev)
  if (!files.length) refuse('$.files')
  if (capture.kind !== 'web') checkOriginals(capture.originals, files)
}

/** Every file is an original, and every original a file. */
function checkOriginals(of: Original[], files: StatementFile[]) {
  if (of.length !== files.length || of.some((o, i) => o.path !== files[i]!.path)) refuse('$.capture.originals')
}

/** Nothing but the hash at first; later its original, which has that hash, with the first statement and its stamp. */
function checkHashDeposit({ deposited, originals: of }: HashDeposit, files: StatementFile[], prev: string | null) {
  if (!of.length) return files.length || prev !== null ? refuse('$.files') : undefined
  const [original, first, token] = files
  if (files.length !== 3 || first?.path !== firstStatementPath || token?.path !== firstTokenPath)
    return refuse('$.files')
  checkOriginals(of, files.slice(0, 1))
  if (prev !== first.sha256) refuse('$.prev')
  const fits =
    original!.sha256 === deposited.sha256 &&
    original!.sm3 === (deposited.sm3 ?? original!.sm3) &&
    original!.size === (deposited.size ?? original!.size)
  if (!fits) refuse('$.capture.deposited')
}

/** Reads a statement. Anything but the canonical bytes is refused, which rules out repeated keys and hidden white space. */
export function parseStatement(bytes: Uint8Array): EvidenceStatement {
  if (bytes.length > maxStatementSize) throw new ProofError('statement-too-large')
  const value = parseJson(bytes)
  check(value)
  const canonical = canonicalize(value)
  if (canonical === undefined || !equal(utf8(canonical), bytes)) throw new ProofError('statement-not-canonical')
  return value as unknown as EvidenceStatement
}

function parseJson(bytes: Uint8Array): Json {
  try {
    return JSON.parse(fromUtf8(bytes)) as Json
  } catch {
    throw new ProofError('statement-not-json')
  }
}
