import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { wireInt } from '../kit/fields.ts'
import { rightOfRecordTopic } from '../kit/records.ts'
import type { Right } from '../kit/rights.ts'

/** Who hears of a topic: whoever may read what it is about. Copies of one's data, and what staff do for others, are nobody's own records. */
export const rightOfTopic = {
  ...rightOfRecordTopic,
  dataCopies: 'signed-in',
  staffInvoices: 'operator.money',
  officeOrders: 'office.read',
} as const satisfies Record<string, Right>
export type Topic = keyof typeof rightOfTopic
const topics = Object.keys(rightOfTopic) as [Topic, ...Topic[]]

/** What the live stream tells a console: which record changed, so that it can ask for it. */
export const LiveEvent = z.object({
  topic: z.enum(topics),
  id: z.uuid(),
  status: z.string().optional(),
  step: z.string().optional(),
  percent: z.int().optional(),
})
export type LiveEvent = z.output<typeof LiveEvent>

export const liveCalls = {
  /**
   * Server-sent events of one account. What was missed since `Last-Event-ID` is told first, or since `since` where another has heard so far;
   * then an event `at` whose id says how far that is.
   */
  stream: defineCall({
    method: 'GET',
    path: 'live',
    own: true,
    kind: 'events',
    query: z.object({ account: z.uuid().optional(), since: wireInt(0, Number.MAX_SAFE_INTEGER).optional() }),
    right: 'signed-in',
    rate: 'read',
    idempotent: true,
  }),
}
