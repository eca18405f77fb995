import { z } from 'zod'
import { mostStrokes, signatureField } from '../../proof/paper/strokes.ts'
import { Proof } from '../accounts/phone.ts'
import { bareText } from '../kit/typed/clean.ts'
import { PlainBetween, StaffReason, TextBetween, wireBool, wireFen, wireList } from '../kit/fields.ts'
import { refusalCodes } from './order-kinds.ts'
import { mostQuestions } from './templates.ts'
import { TermsBody } from './terms.ts'

export const RefusalCode = z.enum(refusalCodes)

/** A name as a hand drew it (lines of `x, y, x, y …`), or none where it was typed. */
const Strokes = z
  .array(
    z
      .array(z.int().min(0).max(Math.max(signatureField.width, signatureField.height)))
      .min(4)
      .refine((line) => line.length % 2 === 0),
  )
  .max(mostStrokes.lines)
  .refine((lines) => lines.flat().length <= mostStrokes.numbers)

/** A name put to a paper: drawn or typed, for what was read and is meant, by whoever shows that it is them. */
const SignatureBody = z.object({
  strokes: Strokes,
  agreed: wireBool.default(false),
  /** `handsIn` of the order as it was shown: what changed since is not signed. */
  of: z.string().max(64),
  ...Proof,
})
export type SignatureBody = z.output<typeof SignatureBody>

/** What steps ask for; which of it a step needs stands in the declaration of the order's kind. */
export const StepBody = z.object({
  reason: StaffReason.optional(),
  code: RefusalCode.optional(),
  /** Fen. */
  fee: wireFen.optional(),
  /** Of a purchase. */
  terms: TermsBody.optional(),
  /** Fen of the advance that were laid out. */
  spent: wireFen.optional(),
  /** Fen that stay with the office where an order ends before its paper. */
  kept: wireFen.optional(),
  carrier: PlainBetween(2, 30).optional(),
  trackingNumber: z.string().overwrite(bareText).pipe(PlainBetween(5, 40)).optional(),
  /** Of an inquiry, one by one. */
  questions: wireList(TextBetween(2, 300), mostQuestions).optional(),
  /** To the questions of the last inquiry, in their order. */
  answers: wireList(TextBetween(1, 2_000), mostQuestions).optional(),
  /** What its sender was shown that it costs. */
  quoted: wireFen.optional(),
  signature: SignatureBody.optional(),
})
export type StepBody = z.output<typeof StepBody>
