import { type Anchor, verifyAnchor } from '../../../proof/evm/anchor.ts'
import { ProofError } from '../../../proof/report.ts'

export type Judged = Anchor | { refusal: string }

const words = import.meta.glob<{ default: { reason: Record<string, string> } }>('../../../locales/*/proof.json')

/** What a record shows, or why it does not hold in the reader's language. */
export async function judgeRecord(bytes: Uint8Array, language: string): Promise<Judged> {
  try {
    return await verifyAnchor(bytes)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const load = Object.entries(words).find(([path]) => path.includes(`/${language}/`))![1]
    const { reason } = (await load()).default
    return { refusal: (reason[error.code] ?? error.code).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(error.detail[name] ?? '')) }
  }
}
