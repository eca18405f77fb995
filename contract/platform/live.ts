import { z } from 'zod'
import { defineCall } from '../kit/call.ts'

/** What the live stream tells a console: which record changed, so that it can ask for it. */
export const LiveEvent = z.object({
  topic: z.enum(['evidence', 'invoiceHeaders', 'addresses']),
  id: z.uuid(),
  status: z.string().optional(),
  step: z.string().optional(),
  percent: z.int().optional(),
})
export type LiveEvent = z.output<typeof LiveEvent>

export const liveCalls = {
  /** Server-sent events of one account; `Last-Event-ID` replays what was missed. */
  stream: defineCall({
    method: 'GET', path: 'live', own: true, kind: 'events',
    query: z.object({ account: z.uuid().optional() }),
    right: 'evidence.read', rate: 'read', idempotent: true,
  }),
}
