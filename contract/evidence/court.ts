import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Instant, PreservationNumber } from '../kit/fields.ts'
import { PublicAnchor } from '../trust/chain.ts'

/** Whether evidence was handed to an internet court's chain, and what a court can check of it in any case. */
export const CourtStanding = z.object({
  ano: PreservationNumber,
  /** No court is connected to this platform: nothing was handed over, and nothing waits to be. */
  syncStatus: z.literal('not-connected'),
  syncAt: z.null(),
  /** What would be handed over. */
  statementSha256: z.string(),
  /** Its place in the platform's own public log; null while it waits for it. */
  logged: z.object({ origin: z.string(), index: z.int(), size: z.int(), at: Instant }).nullable(),
  /** The first block of each chain whose anchor covers that place. */
  anchors: z.array(PublicAnchor.extend({ chain: z.string() })),
  /** The same in a sentence, in the caller's language. */
  says: z.string(),
})
export type CourtStanding = z.output<typeof CourtStanding>

export const courtCalls = {
  standing: defineCall({
    method: 'GET',
    path: 'attestation/netcourt/{id}',
    params: z.object({ id: z.string().max(64) }),
    reply: CourtStanding,
    right: 'evidence.read',
    rate: 'read',
    idempotent: true,
  }),
}
