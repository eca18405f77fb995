import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { PreservationNumber, wireList } from '../kit/fields.ts'
import { Quote, Quoted } from '../payments/prices.ts'

/** Pieces whose packages are wanted. */
export const maxDownloads = 100
const anos = wireList(PreservationNumber, maxDownloads).pipe(z.array(PreservationNumber).min(1))

/** What taking packages out costs: each once, whoever of the account takes it out afterwards and however often. */
export const downloadCalls = {
  /** Of those that stand and are not paid for; nothing where there is none. */
  quote: defineCall({
    method: 'POST',
    path: 'attestation/download/quote',
    own: true,
    body: z.object({ anos }),
    reply: Quote,
    right: 'evidence.download',
    rate: 'read',
    idempotent: true,
  }),
  /** Pays for them. What was paid for before costs nothing again. */
  pay: defineCall({
    method: 'POST',
    path: 'attestation/download/pay',
    own: true,
    body: z.object({ anos, quoted: Quoted }),
    /** What this has paid for. */
    reply: z.object({ paid: z.array(PreservationNumber) }),
    right: 'evidence.download',
    rate: 'write',
    idempotent: true,
  }),
}
