import { z } from 'zod'
import { Id, Instant, PreservationNumber } from '../kit/fields.ts'
import { sides } from './order-kind.ts'
import { orderKindNames, orderPapers, orderParts, orderStates, orderSteps } from './order-kinds.ts'
import { RefusalCode } from './step-body.ts'

export const OrderKindName = z.enum(orderKindNames)
export const OrderState = z.enum(orderStates)
export type OrderState = z.output<typeof OrderState>
export const OrderStep = z.enum(orderSteps)
export type OrderStep = z.output<typeof OrderStep>
export const OrderPart = z.enum(orderParts)
export type OrderPart = z.output<typeof OrderPart>
export const OrderPaperName = z.enum(orderPapers)

/** A period of the law, as it stands today. */
export const OrderClock = z.object({
  name: z.string(),
  days: z.int(),
  used: z.int(),
  /** Every day counts, not working days alone. */
  isCalendar: z.boolean(),
  isPaused: z.boolean(),
  /** A day of Asia/Shanghai; null while it stands still. */
  dueOn: z.string().nullable(),
  isLate: z.boolean(),
})
export type OrderClock = z.output<typeof OrderClock>

/** A piece of evidence as it was when it was handed in. */
export const OrderEvidence = z.object({
  id: Id,
  ano: PreservationNumber,
  name: z.string(),
  category: z.string(),
  /** Of its statement; null in a draft. */
  statementSha256: z.string().nullable(),
})
export type OrderEvidence = z.output<typeof OrderEvidence>

export const OrderFile = z.object({
  id: Id,
  part: OrderPart,
  fileName: z.string(),
  fileSize: z.int(),
  sha256: z.string(),
  side: z.enum(sides),
  personName: z.string(),
  at: Instant,
  /** Handed in with a step: it stays for good. */
  isKept: z.boolean(),
  /** The other side sees it: of a report or certificate once it is issued. */
  isShown: z.boolean(),
})
export type OrderFile = z.output<typeof OrderFile>

/** A paper of an order: sealed, stamped, logged, and verified without the platform. */
export const OrderPaper = z.object({
  id: Id,
  paper: OrderPaperName,
  paperNumber: z.string(),
  side: z.enum(sides),
  at: Instant,
  /** Of what it says; this the log holds. */
  statementSha256: z.string(),
  /** Of the sealed file; null until it is there, some seconds later. */
  sha256: z.string().nullable(),
  fileSize: z.int().nullable(),
})
export type OrderPaper = z.output<typeof OrderPaper>

/** A question of an inquiry; null until it is answered. */
export const Inquired = z.object({ question: z.string(), answer: z.string().nullable() })
export type Inquired = z.output<typeof Inquired>

/** A step that was taken. */
export const OrderCourse = z.object({
  id: Id,
  step: OrderStep.nullable(),
  orderState: OrderState,
  side: z.enum(sides),
  personName: z.string().nullable(),
  at: Instant,
  reason: z.string(),
  code: RefusalCode.nullable(),
  /** Carrier and number of a parcel; what a termination kept. */
  told: z.string(),
  /** Of an inquiry: what was asked, and what was answered once it was. */
  inquiry: z.array(Inquired).nullable(),
})
export type OrderCourse = z.output<typeof OrderCourse>

/** What one side wrote to the other. */
export const OrderMessage = z.object({
  id: Id,
  side: z.enum(sides),
  personName: z.string(),
  content: z.string(),
  at: Instant,
  /** That came with it. */
  file: OrderFile.pick({ id: true, fileName: true, fileSize: true, sha256: true }).nullable(),
})
export type OrderMessage = z.output<typeof OrderMessage>
