import { z } from 'zod'
import { Id, Instant, PreservationNumber } from '../kit/fields.ts'
import { sides } from './order-kind.ts'
import { OrderPart } from './order-records.ts'

/** Something that was done with material of an order. */
export const CustodyAct = z.object({
  act: z.enum(['added', 'handedIn', 'viewed', 'downloaded']),
  at: Instant,
  personName: z.string(),
  side: z.enum(sides),
})
export type CustodyAct = z.output<typeof CustodyAct>

/** What an office was handed, and who had it in hand since: a file of a part, or evidence. */
export const Material = z.object({
  id: Id,
  name: z.string(),
  /** Null of evidence. */
  part: OrderPart.nullable(),
  /** Of evidence. */
  ano: PreservationNumber.nullable(),
  /** Of the file, or of the evidence's statement. */
  sha256: z.string(),
  acts: z.array(CustodyAct),
})
export type Material = z.output<typeof Material>

export const Custody = z.object({ list: z.array(Material) })
