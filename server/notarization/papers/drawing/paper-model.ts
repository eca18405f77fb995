import type { PaperAttachment } from '../../../../proof/paper/attachments.ts'
import type { PaperStatement } from '../../../../proof/paper/statement.ts'

/** Where a paper's file names it in its catalogue. */
export const paperEntry = 'ShimakazePaper'

interface Sealable {
  statementSha256: string
  /** What is attached, so that the paper can be verified alone. */
  proofs: Map<PaperAttachment, Uint8Array>
  sealedAt: string
  /** Room for the signature. */
  signatureBytes: number
}

/** Everything that a paper's file is drawn of, as plain data: it crosses into the drawing thread. */
export interface PaperModel extends Sealable {
  mode: 'local' | 'production'
  statement: PaperStatement
  /** Public address where a file can be verified. */
  checkUrl: string
  /** The platform's colour. */
  accent?: string | undefined
  /** A PNG of the seal of the office that issues it. */
  officeSeal: Uint8Array | null
}

/** A document that is the paper, as its office wrote it. */
export interface ForeignPaper extends Sealable {
  original: Uint8Array
}

/** A document to be made a paper, or one that is asked about: whether it can become one. */
export type ForeignTask = ForeignPaper | { trial: Uint8Array }
export type ForeignAnswer = { paper: Uint8Array } | { error: string }
