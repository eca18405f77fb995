import { utf8, type Bytes } from '../bytes.ts'

/**
 * What the log holds of an evidence: that there is one, by the digests of its statement and of its time-stamp. The statement
 * carries a random salt, so that nobody learns from a public leaf what it is about, and the log need forget nothing.
 */
export const evidenceLeaf = (sha256: { statement: string; token: string }): Bytes =>
  utf8(`shimakaze-evidence/v1\n${sha256.statement}\n${sha256.token}\n`)

/** What the log holds of a paper: the digest of what it says, which is salted too. */
export const paperLeaf = (sha256: string): Bytes => utf8(`shimakaze-paper/v1\n${sha256}\n`)
