import type { Bytes } from '../bytes.ts'
import { canonicalBytes, readCanonical } from '../statement/canonical.ts'
import {
  arrayOf,
  checkThat,
  filledText,
  hexDigest,
  type Json,
  matching,
  objectOf,
  oneOf,
  orNull,
  refuseAt,
  type ShapeCheck,
  utcInstant,
  wellFormedText,
} from '../statement/shape.ts'
import { mostStrokes, signatureField, type Strokes } from './strokes.ts'

/** In Chinese and in English. */
export type TwoTexts = [string, string]

/** A line of a paper: what it is, and what is written there. */
export interface PaperRow {
  label: TwoTexts
  text: string
}

export interface PaperSection {
  heading: TwoTexts
  rows: PaperRow[]
}

/** Somebody who put their name to a paper. */
export interface PaperSignature {
  name: string
  /** How the platform made sure that it was them, at that moment. */
  proof: 'password' | 'code'
  /** ISO 8601 UTC. */
  at: string
  /** Empty where the name was typed. */
  strokes: Strokes
}

/** Something that a paper names by its digest: handed in with it, or the very document that it seals. */
export interface PaperFile {
  name: string
  size: number
  sha256: string
}

/** What a paper says: the content of `paper.json`, which the page is drawn from and which the log holds. */
export interface PaperStatement {
  type: 'shimakaze-paper/v1'
  /** What paper it is, such as `acceptance`. */
  paper: string
  /** Of the record that it belongs to, and which of its papers it is: `202611260001-2`. */
  number: string
  /** ISO 8601 UTC. */
  created: string
  /** 16 random bytes, base64: keeps the digest from being guessed out of known facts. */
  salt: string
  platform: { name: string; origin: string }
  /** Whose paper it is. */
  issuer: string
  title: TwoTexts
  /** What it does: asks for something, decides it, tells of it. */
  lead: TwoTexts
  sections: PaperSection[]
  signatures: PaperSignature[]
  files: PaperFile[]
  /** A document of its issuer that is the paper: its bytes begin the sealed file. Without one the page is drawn from this statement. */
  original: PaperFile | null
}

const mostBytes = 1024 * 1024

const twoTexts: ShapeCheck = (value, at) => {
  arrayOf(filledText)(value, at)
  if ((value as Json[]).length !== 2) refuseAt(at)
}
const limit = Math.max(signatureField.width, signatureField.height)
const line = checkThat(
  (v) =>
    Array.isArray(v) &&
    v.length >= 4 &&
    v.length % 2 === 0 &&
    v.every((n) => Number.isInteger(n) && Number(n) >= 0 && Number(n) <= limit),
)
const strokes: ShapeCheck = (value, at) => {
  arrayOf(line)(value, at)
  const lines = value as Strokes
  if (lines.length > mostStrokes.lines || lines.flat().length > mostStrokes.numbers) refuseAt(at)
}

const file = objectOf({
  name: filledText,
  size: checkThat((v) => Number.isSafeInteger(v) && Number(v) >= 0),
  sha256: hexDigest,
})

const check = objectOf({
  type: oneOf('shimakaze-paper/v1'),
  paper: matching(/^[a-z][a-zA-Z]{1,30}$/),
  number: matching(/^\d{6,32}-\d{1,4}$/),
  created: utcInstant,
  salt: matching(/^[A-Za-z0-9+/]{21}[AQgw]==$/),
  platform: objectOf({ name: filledText, origin: matching(/^https?:\/\/[^\s/]+$/) }),
  issuer: filledText,
  title: twoTexts,
  lead: twoTexts,
  sections: arrayOf(
    objectOf({ heading: twoTexts, rows: arrayOf(objectOf({ label: twoTexts, text: wellFormedText })) }),
  ),
  signatures: arrayOf(objectOf({ name: filledText, proof: oneOf('password', 'code'), at: utcInstant, strokes })),
  files: arrayOf(file),
  original: orNull(file),
})

export const paperBytes = (statement: PaperStatement): Bytes =>
  canonicalBytes(statement, mostBytes, (value) => check(value, '$'))

export const parsePaper = (bytes: Uint8Array): PaperStatement =>
  readCanonical(bytes, mostBytes, (value) => check(value, '$'))
