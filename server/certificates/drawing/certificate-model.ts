import type { Attached } from '../../../proof/package/attachments.ts'
import type { EvidenceStatement } from '../../../proof/statement.ts'
import type { Language } from '../../kit/words.ts'

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
  /** A chain is asked to hold a checkpoint of the log, which covers the statement. */
  anchored?: 'anchorAsked'
  rootFingerprint: string
  /** SHA-256 of the root's statement of all keys, where there is one. */
  keysSha256?: string
  /** What is attached, so that the certificate can be verified alone. */
  proofs?: Map<Attached, Uint8Array>
  /** Public address where number and digest can be compared. */
  checkUrl: string
  issuedAt: string
  /** The platform's colour. */
  accent?: string | undefined
  /** Room for the signature. */
  signatureBytes: number
}
