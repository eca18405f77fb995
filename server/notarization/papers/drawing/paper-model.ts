import type { PaperAttachment } from '../../../../proof/paper/attachments.ts'
import type { PaperStatement } from '../../../../proof/paper/statement.ts'

/** Everything that a paper's file is made of, as plain data: it crosses into the drawing thread. */
export interface PaperModel {
  mode: 'local' | 'production'
  statement: PaperStatement
  statementSha256: string
  /** The document that is the paper; without one its page is drawn. */
  original?: Uint8Array
  /** What is attached, so that the paper can be verified alone. */
  proofs: Map<PaperAttachment, Uint8Array>
  /** Public address where a file can be verified. */
  checkUrl: string
  sealedAt: string
  /** Room for the signature. */
  signatureBytes: number
}

/** A document that is asked about: whether it can become a paper. */
export type PaperTask = PaperModel | { trial: Uint8Array }
