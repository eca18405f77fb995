import { z } from 'zod'
import { StrongProof } from '../accounts/phone.ts'
import { defineCall } from '../kit/call.ts'
import { Id, Instant } from '../kit/fields.ts'
import type { Language } from '../kit/language.ts'

/** What is settled before somebody can be closed; the last two are of the platform's own staff. */
export const obstacleKinds = [
  'captures',
  'toConfirm',
  'uploads',
  'subAccounts',
  'balance',
  'transfers',
  'orders',
  'review',
  'staff',
  'lastAdministrator',
] as const
export const Obstacle = z.object({
  kind: z.enum(obstacleKinds),
  count: z.int(),
  /** Where it is settled; null where it is the person's own in whichever account. */
  accountId: Id.nullable(),
  accountName: z.string().nullable(),
})
export type Obstacle = z.output<typeof Obstacle>

/** What is typed to show that it is meant, in either language. */
export const closingPhrases: Record<Language, string> = { 'zh-CN': '注销账户', en: 'close my account' }
const phrases = Object.values(closingPhrases)
const Confirmation = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .refine((text) => phrases.includes(text), { error: 'closingPhrase' })

export const ClosingState = z.object({
  /** When the person is closed, if they asked for it. */
  closingAt: Instant.nullable(),
  /** Days to think it over. */
  days: z.int(),
  obstacles: z.array(Obstacle),
  /** Names of the accounts that end, and of those that the person leaves. */
  ends: z.array(z.string()),
  leaves: z.array(z.string()),
  /** Pieces of sealed evidence that stay to be checked. */
  evidence: z.int(),
  /** Of packages that were bought and not used up: they end with the account. */
  units: z.int(),
})
export type ClosingState = z.output<typeof ClosingState>

const mine = { right: 'signed-in', own: true } as const

export const closingCalls = {
  state: defineCall({
    method: 'GET',
    path: 'user/closing',
    reply: ClosingState,
    rate: 'read',
    idempotent: true,
    ...mine,
  }),
  /** Refused as `closing-obstructed`, with what stands in the way in `data.obstacles`. */
  ask: defineCall({
    method: 'POST',
    path: 'user/closing',
    body: z.object({ ...StrongProof, confirm: Confirmation }),
    reply: z.object({ closingAt: Instant }),
    rate: 'secret',
    idempotent: false,
    ...mine,
  }),
  /** The person stays, and everything goes on as before. */
  takeBack: defineCall({
    method: 'DELETE',
    path: 'user/closing',
    reply: z.object({ kept: z.boolean() }),
    rate: 'write',
    idempotent: true,
    ...mine,
  }),
}
