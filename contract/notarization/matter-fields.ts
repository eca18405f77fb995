import { z } from 'zod'
import {
  AnyPhone,
  OptionalPlain,
  OptionalText,
  PersonBetween,
  PreservationNumber,
  TextBetween,
  wireInt,
  wireList,
} from '../kit/fields.ts'

/** Of evidence, each once, in this order. */
export const EvidenceNumbers = wireList(PreservationNumber, 100)
  .pipe(z.array(PreservationNumber).min(1))
  .transform((anos) => [...new Set(anos)])

/** What it is asked for: to be brought before a court, or to be kept. */
export const UseType = z.enum(['litigation', 'keep'])

/** The case that a paper is asked for. */
export const caseFields = {
  /** As far as whoever examines must know of it. */
  description: TextBetween(5, 2_000),
  /** What they shall answer: a matter of fact, never of law. */
  question: TextBetween(5, 1_000),
  useType: UseType.default('litigation'),
  /** Court and number of the case, where there is one. */
  caseNumber: OptionalPlain(80),
}
export const caseContent = {
  description: z.string(),
  question: z.string(),
  useType: UseType,
  caseNumber: z.string().nullable(),
}

/** Who receives the paper, and where. */
export const receiverFields = {
  copies: wireInt(1, 20).default(2),
  recipient: PersonBetween(2, 25),
  recipientPhone: AnyPhone,
  /** Where the paper is mailed to; without one it is taken from here alone. */
  address: OptionalPlain(150),
  remark: OptionalText(500),
}
/** As it is kept: of who has left the platform, without who receives the paper. */
export const receiverContent = {
  copies: z.int(),
  recipient: z.string(),
  recipientPhone: z.string(),
  address: z.string().nullable(),
  remark: z.string().nullable(),
}
