import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { ShortText, wireInt } from '../kit/fields.ts'

/** What is counted. Clients may tell more: nobody else's words become rows. */
export const countedEvents = ['view', 'click', 'search', 'submit', 'share', 'download'] as const
export type CountedEvent = (typeof countedEvents)[number]

/** What was done on a page. Only counted events on declared pages are kept; whatever else an old client sends is dropped. */
export const Behavior = z.object({
  event: z
    .string()
    .trim()
    .regex(/^[a-z][a-z-]{0,30}$/),
  page: z.string().trim().min(1).max(200),
  target: ShortText(200).optional(),
  extra: z.unknown().optional(),
  at: wireInt(0, Number.MAX_SAFE_INTEGER).optional(),
})

export const behaviorCalls = {
  count: defineCall({
    method: 'POST',
    path: 'stats/user/behavior',
    body: Behavior,
    reply: z.object({ accepted: z.boolean() }),
    beacon: true,
    right: 'public',
    rate: 'write',
    idempotent: false,
  }),
}
