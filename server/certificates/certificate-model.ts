import type { Attached } from '../../proof/attachments.ts'
import type { EvidenceStatement } from '../../proof/statement.ts'
import type { Json } from '../../proof/statement/shape.ts'
import type { WebCapture } from '../../proof/statement/web.ts'
import type { Language } from '../kit/words.ts'

/** Everything that is printed, as plain data: it crosses into the drawing thread. */
export interface CertificateModel {
  /** The language that comes first; the other stands beneath. */
  language: Language
  mode: 'local' | 'production'
  statement: EvidenceStatement
  statementSha256: string
  stamp: { time: string; serial: string; authority: string; accuracySeconds?: number }
  /** Of the hash that was deposited before this file. */
  first?: { time: string; serial: string }
  /** Whether third parties stamped the statement before this was issued, or are still asked to. */
  thirdParty?: 'stamped' | 'asked'
  rootFingerprint: string
  /** SHA-256 of the root's statement of all keys, where there is one. */
  keysSha256?: string
  /** What is attached, so that the certificate can be verified alone. */
  proofs?: Map<Attached, Uint8Array>
  /** Public address where number and digest can be compared. */
  checkUrl: string
  issuedAt: string
}

/** What the capture recorded, read without trusting its form: an absent item is printed as not recorded. */
export interface CaptureFacts {
  remoteAddress?: string
  httpStatus?: string
  tls?: { subject: string; issuer: string; protocol: string } | 'none'
  browser?: string
  isolation?: string
  environment?: { verdict: 'clean' | 'noted' | 'abnormal'; items: string }
}

type JsonObject = { [key: string]: Json }

const isRecord = (v: Json | undefined): v is JsonObject => typeof v === 'object' && v !== null && !Array.isArray(v)
const texts = (v: Json | undefined) => (Array.isArray(v) ? v.filter((item) => typeof item === 'string') : [])
const text = (v: Json | undefined) => (typeof v === 'string' || typeof v === 'number' ? String(v) : '')

export function captureFacts(capture: WebCapture): CaptureFacts {
  const { facts } = capture
  const remoteAddress = text(facts['remoteAddress'])
  const httpStatus = text(facts['httpStatus'])
  const browser = isRecord(facts['browser'])
    ? [text(facts['browser']['name']), text(facts['browser']['version'])].join(' ').trim()
    : ''
  const isolation = texts(facts['isolation']).join(' · ')
  const tls = readTls(facts['tls'], capture.finalUrl)
  const environment = readEnvironment(facts['environmentSummary'])
  return {
    ...(remoteAddress && { remoteAddress }),
    ...(httpStatus && { httpStatus }),
    ...(browser && { browser }),
    ...(isolation && { isolation }),
    ...(tls && { tls }),
    ...(environment && { environment }),
  }
}

function readTls(value: Json | undefined, finalUrl: string): CaptureFacts['tls'] {
  if (isRecord(value))
    return { subject: text(value['subject']), issuer: text(value['issuer']), protocol: text(value['protocol']) }
  return finalUrl.startsWith('http:') ? 'none' : undefined
}

function readEnvironment(value: Json | undefined): CaptureFacts['environment'] {
  if (!isRecord(value)) return undefined
  const { verdict } = value
  if (verdict !== 'clean' && verdict !== 'noted' && verdict !== 'abnormal') return undefined
  return { verdict, items: [...texts(value['abnormal']), ...texts(value['noted'])].join(', ') }
}
