import type { Bytes } from './bytes.ts'
import { canonicalBytes, readCanonical } from './statement/canonical.ts'
import * as kinds from './statement/kinds.ts'
import type { CameAbout, Caution, StatementFile, StatementPart } from './statement/part.ts'
import type { Note } from './statement/pictures.ts'
import {
  absentOr,
  type ShapeCheck,
  dataPath,
  hexDigest,
  filledText,
  utcInstant,
  isJsonObject,
  type Json,
  arrayOf,
  matching,
  oneOf,
  refuseAt,
  objectOf,
  textOrNull,
  checkThat,
} from './statement/shape.ts'

/** How the platform knew the owner when the evidence was begun. A person's number is masked: packages go to others. */
export interface VerifiedIdentity {
  /** As on the papers. */
  name: string
  number: string
  way: 'documents' | 'alipay' | 'licence'
  /** ISO 8601 UTC. */
  at: string
}

/** A kind of evidence, as `capture.kind` names it. */
export type StatementKind = keyof typeof kinds
type CaptureOf<Part> = Part extends StatementPart<infer C> ? C : never
/** How evidence came about: one shape a kind. */
export type StatedCapture<K extends StatementKind = StatementKind> = CaptureOf<(typeof kinds)[K]>

const parts = kinds satisfies { [K in StatementKind]: StatementPart<CameAbout & { kind: K }> }

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
  capture: StatedCapture
  clock: { source: string }
  hashAlgorithms: ['sha256', 'sm3']
  files: StatementFile[]
  prev: string | null
  supersedes: string | null
}

const maxStatementSize = 16 * 1024 * 1024

const verified = objectOf({
  name: filledText,
  number: filledText,
  way: oneOf('documents', 'alipay', 'licence'),
  at: utcInstant,
})
const identity: ShapeCheck = (value, at) => {
  if (value !== 'not-verified') verified(value, at)
}

const file = objectOf({
  path: dataPath,
  size: checkThat((v) => Number.isSafeInteger(v) && Number(v) >= 0),
  sha256: hexDigest,
  sm3: hexDigest,
  mediaType: matching(/^[\w.+-]+\/[\w.+-]+(;[ \w.+=-]+)*$/),
})

const isKind = (kind: Json | undefined): kind is StatementKind => typeof kind === 'string' && Object.hasOwn(parts, kind)

const statement = objectOf({
  type: oneOf('shimakaze-evidence/v1'),
  number: matching(/^\d{18}$/),
  created: utcInstant,
  salt: matching(/^[A-Za-z0-9+/]{21}[AQgw]==$/),
  platform: objectOf({ name: filledText, origin: matching(/^https?:\/\/[^\s/]+$/) }),
  owner: objectOf({ kind: oneOf('personal', 'enterprise'), name: filledText, identity }),
  acting: objectOf({ name: filledText, role: filledText, identity: absentOr(identity) }),
  name: filledText,
  capture: (value, at) => {
    const kind = isJsonObject(value) ? value['kind'] : undefined
    return isKind(kind) ? parts[kind].check(value, at) : refuseAt(`${at}.kind`)
  },
  clock: objectOf({ source: filledText }),
  hashAlgorithms: checkThat((v) => Array.isArray(v) && v.join() === 'sha256,sm3'),
  files: arrayOf(file),
  prev: textOrNull,
  supersedes: textOrNull,
})

/** The cautions warn readers of evidence beyond its proof. */
export function cautionsOf(capture: StatedCapture): Caution[] {
  const part: StatementPart<never> = parts[capture.kind]
  return part.cautions(capture as never)
}

/** The notes say by which pictures a complete page is shown. */
export function notesOf(capture: StatedCapture): Note[] {
  const part: StatementPart<never> = parts[capture.kind]
  return part.notes(capture as never)
}

export const statementBytes = (value: EvidenceStatement): Bytes => canonicalBytes(value, maxStatementSize, check)

function check(value: Json) {
  statement(value, '$')
  const { files, capture, prev } = value as unknown as EvidenceStatement
  const names = new Set(files.map((f) => f.path.toLowerCase()))
  if (names.size !== files.length) refuseAt('$.files')
  const part: StatementPart<never> = parts[capture.kind]
  part.agree(capture as never, { files, prev })
}

export const parseStatement = (bytes: Uint8Array): EvidenceStatement => readCanonical(bytes, maxStatementSize, check)
