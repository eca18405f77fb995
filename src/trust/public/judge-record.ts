import { type Anchor, verifyAnchor } from '../../../proof/evm/anchor.ts'
import { ProofError } from '../../../proof/report.ts'
import { proofWords } from '../../kit/plain/proof-words.ts'

export type Judged = Anchor | { refusal: string }

/** What a record shows, or why it does not hold in the reader's language. */
export async function judgeRecord(bytes: Uint8Array, language: string): Promise<Judged> {
  try {
    return await verifyAnchor(bytes)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { refusal: (await proofWords(language))(`reason.${error.code}`, error.detail) }
  }
}
