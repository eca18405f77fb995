import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Instant } from '../kit/fields.ts'

/** `resting` failed several times in a row and is not asked for a while; `untried` was never asked. */
export const ProviderState = z.enum(['good', 'failing', 'resting', 'untried'])
export type ProviderState = z.output<typeof ProviderState>

export const StampProvider = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  providerState: ProviderState,
  restsUntil: Instant.nullable(),
  lastGoodAt: Instant.nullable(),
  /** In words. */
  lastError: z.string().nullable(),
  lastErrorAt: Instant.nullable(),
  /** Milliseconds of the last hundred answers, the one in the middle. */
  median: z.int().nullable(),
  /** Tokens of a day. */
  today: z.int(),
})
export type StampProvider = z.output<typeof StampProvider>

export const StampOverview = z.object({
  /** Stamps that each evidence should have. */
  wanted: z.int(),
  /** Evidence of this platform that waits. */
  waiting: z.int(),
  /** Seconds that the longest has waited. */
  oldest: z.int(),
  /** For a quarter of an hour something waited and nothing came. */
  alarmed: z.boolean(),
  providers: z.array(StampProvider),
})
export type StampOverview = z.output<typeof StampOverview>

/** What a provider's token said, or why it was not taken. */
export const StampTrial = z.object({
  good: z.boolean(),
  error: z.string().nullable(),
  authority: z.string(),
  serial: z.string(),
  time: Instant.nullable(),
  milliseconds: z.int(),
})
export type StampTrial = z.output<typeof StampTrial>

const staff = { own: true, right: 'operator.jobs' } as const

export const timestampCalls = {
  overview: defineCall({
    method: 'GET',
    path: 'operator/timestamp',
    reply: StampOverview,
    ...staff,
    rate: 'read',
    idempotent: true,
  }),
  /** Asks for a token over nothing of anybody and checks it as any other; it is kept nowhere. */
  trial: defineCall({
    method: 'POST',
    path: 'operator/timestamp/{provider}/trial',
    params: z.object({ provider: z.string().max(31) }),
    reply: StampTrial,
    ...staff,
    rate: 'secret',
    idempotent: true,
  }),
}
