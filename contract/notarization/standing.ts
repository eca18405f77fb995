import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Instant } from '../kit/fields.ts'

/** Of a paper: of its order, and which of its papers it is. */
export const PaperNumber = z.string().regex(/^\d{6,32}-\d{1,4}$/)

/** What became of a paper since it was sealed, which no file can tell of itself. */
export const Standing = z.object({
  /** `stands` also says that the platform knows nothing against it. */
  standing: z.enum(['stands', 'replaced', 'revoked', 'unknown']),
  /** When it was replaced or revoked, and the number of the paper that says so. */
  at: Instant.nullable(),
  by: PaperNumber.nullable(),
})
export type Standing = z.output<typeof Standing>

export const standingCalls = {
  /** Whoever has a paper has its number; nothing else of its order is told. */
  ofPaper: defineCall({
    method: 'GET',
    path: 'query/paper/{paperNumber}',
    params: z.object({ paperNumber: PaperNumber }),
    own: true,
    reply: Standing,
    right: 'public',
    rate: 'public-query',
    idempotent: true,
  }),
}
