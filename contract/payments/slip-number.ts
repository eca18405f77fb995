import { z } from 'zod'
import { OptionalPlain, PlainBetween } from '../kit/fields.ts'

/**
 * The bank's own number of a transfer, one spelling of it: wide letters, spaces, case, and signs that nobody sees make no other.
 * The database holds the same in `slip_number`.
 */
export const slipNumber = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Mn}]+/gu, '')
    .toUpperCase()

export const SlipNumber = PlainBetween(1, 60)
  .transform(slipNumber)
  .refine((t) => t !== '', { error: 'required' })
  .pipe(z.string().max(60))
export const OptionalSlipNumber = OptionalPlain(60)
  .transform((t) => slipNumber(t ?? '') || null)
  .pipe(z.string().max(60).nullable())
