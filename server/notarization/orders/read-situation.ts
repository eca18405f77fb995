import type { StepFacts } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind, isSettled } from '../../../contract/notarization/order-kinds.ts'
import { holdAccount, requireNotClosing } from '../../accounts/closing-guard.service.ts'
import { findOpenableOffice } from '../../accounts/offices/offices.read.ts'
import { ownerColumns } from '../../evidence/evidence-owner.service.ts'
import { orderable } from '../../evidence/evidence.service.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx, Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { ownerOf } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { findFee } from '../../payments/ledger/fees.service.ts'
import { exceptionsSince } from '../../platform/calendar/deadlines.read.ts'
import { settingsFor } from '../../platform/settings.service.ts'
import { readSubmission } from './orders.repo.ts'
import { kindOf, listWay, stepOf } from '../rules/orders.types.ts'
import type { HandingIn, Situation, StepRequest } from '../rules/situation.types.ts'

/**
 * Reads what a step asks for, in the transaction that holds the order's row: nothing of it changes before the step is taken. It waits for nobody's closing:
 * whoever takes the step is held before the row (`holdClosing`), and whoever owns the office is not waited for.
 */
export async function readSituation(
  services: Services,
  tx: Tx,
  caller: Caller | undefined,
  request: StepRequest,
): Promise<Situation> {
  const { order } = request
  const step = stepOf(order, request.name)!
  const submission = restsOnSubmission(step) ? await readSubmission(tx, { id: order.id, side: step.by }) : undefined
  const numbers = submission?.evidence.map(({ number }) => number) ?? []
  return {
    ...request,
    office: await readOffice(tx, request, step),
    leaving:
      caller && isReopened(request) ? await requireNotClosing(tx, caller).then(() => undefined, asValue) : undefined,
    submission,
    handingIn: step.handsIn ? await readHandingIn(services, tx as AccountTx, caller!, numbers) : undefined,
    charge: step.money ? await findFee(tx, order.id) : undefined,
    hasOwner: step.money === 'giveBack' && (await ownerOf(tx, order.accountId)) !== undefined,
    exceptions: await exceptionsOf(tx, request, step),
  }
}

/** Nothing had to follow any more. */
const isReopened = ({ order }: StepRequest) => isSettled(kindOf(order), order.state)

/** The office as it is; where something begins with it, nobody closes it until the step is taken. */
async function readOffice(tx: Tx, request: StepRequest, { by, handsIn }: StepFacts): Promise<Situation['office']> {
  const { platformId, officeId } = request.order
  const begins = by === 'applicant' && (handsIn || isReopened(request))
  const isHeld = !begins || (await holdAccount(tx, officeId))
  const office = await findOpenableOffice(tx, platformId, officeId)
  return office && { ...office, isClosing: office.isClosing || !isHeld }
}

const restsOnSubmission = ({ inputs, parts, newParts, handsIn }: StepFacts) =>
  inputs?.includes('signature') === true || parts !== undefined || newParts !== undefined || handsIn === true

async function readHandingIn(
  services: Services,
  tx: AccountTx,
  caller: Caller,
  numbers: readonly string[],
): Promise<HandingIn> {
  return {
    isServiceOpen: (await settingsFor(services, caller.platform)).notarizationService,
    owner: await ownerColumns(services, tx, caller).catch(asValue),
    found: await orderable(tx, caller, numbers),
  }
}

/** A refusal takes its place among the others. */
function asValue(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

/** No day counts while no period runs. */
const exceptionsOf = async (tx: Tx, { order, before }: StepRequest, { to }: StepFacts) =>
  factsOfKind(kindOf(order)).states[to]!.clock
    ? exceptionsSince(tx, order.platformId, listWay(before)[0]!.day)
    : new Map<string, boolean>()
