import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { ShortText, wireInt } from '../kit/fields.ts'

/** What was done on a page. Only event and declared page are counted; whatever else an old client sends is dropped. */
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
    right: 'public',
    rate: 'write',
    idempotent: false,
  }),
}
