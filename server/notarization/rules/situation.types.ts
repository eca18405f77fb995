import type { OrderStep } from '../../../contract/notarization/order-kinds.ts'
import type { StepBody } from '../../../contract/notarization/step-body.ts'
import type { Exceptions } from '../../../contract/kit/working-days.ts'
import type { PaperSignature } from '../../../proof/paper/statement.ts'
import type { findOpenableOffice } from '../../accounts/offices/offices.read.ts'
import type { OwnerColumns } from '../../evidence/evidence-owner.service.ts'
import type { OrderProblem } from '../../evidence/order-problems.types.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AppError } from '../../kit/errors.ts'
import type { findFee } from '../../payments/ledger/fees.service.ts'
import type { Viewer } from './may-take.ts'
import type { OrderRecord } from '../orders/orders.repo.ts'
import type { StepRecord } from '../orders/steps.repo.ts'
import type { Submission } from './submission.ts'

/** Somebody who asks for a step, from one side. */
export interface Asker extends Viewer, Pick<Caller, 'accountId' | 'onlyPersonId' | 'personName' | 'lang'> {}

/** A step that is asked for, of an order whose row is held. */
export interface StepRequest {
  order: OrderRecord
  name: OrderStep
  /** Only members that the step asks for. */
  body: StepBody
  /** Undefined where a time has passed. */
  asker: Asker | undefined
  /** A step that is signed has one, made sure of before, for that is nothing to be undone with it. */
  signature: PaperSignature | undefined
  /** Steps that were taken, the last one last. */
  before: readonly StepRecord[]
}

/** A piece of evidence of the applicant's, and why it cannot be handed in. */
interface FoundEvidence {
  id: string
  number: string
  name: string
  statementSha256: Buffer | null
  why: OrderProblem | null
}

/** An order's way to its office, as far as others decide on it. */
export interface HandingIn {
  /** Whether the platform takes new orders. */
  isServiceOpen: boolean
  /** Whoever hands in, as they are known, or why they may not. */
  owner: Pick<OwnerColumns, 'ownerName' | 'ownerKind' | 'ownerIdentityId'> | AppError
  found: readonly FoundEvidence[]
}

type Found<T extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<T>>

/** Everything that a step is judged by and decided from, read while the order's row is held. Undefined is what the step does not ask for. */
export interface Situation extends StepRequest {
  office: Found<typeof findOpenableOffice>
  /** Why whoever asks may begin nothing; of an order of which nothing had to follow. */
  leaving: AppError | undefined
  submission: Submission | undefined
  handingIn: HandingIn | undefined
  /** Money that is held for the order, or was collected. */
  charge: Found<typeof findFee>
  /** Whether there is somebody to whom money could be given back. */
  hasOwner: boolean
  /** Days of the platform's calendar since the order began that are otherwise than their weekday says. */
  exceptions: Exceptions
}
