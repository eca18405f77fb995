import { z } from 'zod'
import { amountFrom, Fen } from '../kit/fields.ts'

/** What bought goods turn out to be. */
export const outcomes = ['genuine', 'infringing'] as const
export type Outcome = (typeof outcomes)[number]

/** What an office asks for a purchase, in fen: what it lays out for goods and freight, and its fee by what the goods turn out to be. */
export const Terms = z.strictObject({
  advance: Fen,
  genuine: Fen,
  infringing: Fen,
  /** Of the advance; null until it is known. */
  spent: Fen.nullable(),
})
export type Terms = z.output<typeof Terms>

/** The most that one of them may be, in fen. */
const most = 100_000_000
const Amount = amountFrom(0, most)
export const TermsBody = z.object({ advance: Amount, genuine: Amount, infringing: Amount })
export type TermsBody = z.output<typeof TermsBody>

/** What is held before anything is bought: enough for every outcome. */
export const heldFor = ({ advance, genuine, infringing }: TermsBody) => advance + Math.max(genuine, infringing)
