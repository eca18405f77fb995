import type { OrderStep } from '../../../contract/notarization/order-kinds.ts'
import { OrderState } from '../../../contract/notarization/order-records.ts'
import type { StepBody } from '../../../contract/notarization/step-body.ts'
import type { PaperSignature } from '../../../proof/paper/statement.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { requireIndependent } from '../../platform/approvals/independence.service.ts'
import { giveBackFee, holdFee } from '../../payments/ledger/fees.service.ts'
import { writeStepPaper } from '../papers/write-paper.ts'
import { writeChange } from './change.repo.ts'
import { decideStep, type MoneyChange } from '../rules/decide-step.ts'
import { judgeRequest, judgeSituation } from '../rules/judge-step.ts'
import type { Viewer } from '../rules/may-take.ts'
import type { OrderRecord } from './orders.repo.ts'
import { stepOf } from '../rules/orders.types.ts'
import { readSituation } from './read-situation.ts'
import type { StepRequest } from '../rules/situation.types.ts'
import { trimBody } from '../rules/step-inputs.ts'
import { stepsOf } from './steps.repo.ts'
import { tellStep } from './tell-step.ts'

export interface StepAsked {
  side: Viewer['side']
  order: OrderRecord
  name: OrderStep
  body: StepBody
  signature?: PaperSignature | undefined
}

/** Takes a step for a person of either side. Whatever the declaration of the order's kind does not allow is refused, and changes nothing. */
export const takeStep = (
  services: Services,
  tx: Tx,
  caller: Caller,
  { side, order, name, body, signature }: StepAsked,
) => {
  const { accountId, personId, personName, onlyPersonId, rights, lang } = caller
  const asker = { side, accountId, personId, personName, onlyPersonId, rights, lang }
  return applyStep(services, tx, caller, { order, name, body, asker, signature })
}

/** Takes a step that follows from a time that has passed. */
export const expireStep = (services: Services, tx: Tx, order: OrderRecord, name: OrderStep) =>
  applyStep(services, tx, undefined, { order, name, body: {}, asker: undefined, signature: undefined })

/** Read, judged, decided, written, told, in the transaction that holds the order's row. */
async function applyStep(services: Services, tx: Tx, caller: Caller | undefined, asked: Omit<StepRequest, 'before'>) {
  const { order, name } = asked
  const body = trimBody(stepOf(order, name) ?? {}, asked.body)
  const request: StepRequest = { ...asked, body, before: await stepsOf(tx, order.id) }
  refuse(judgeRequest(request))
  await requireTwoPeople(services, tx, request)
  const situation = await readSituation(services, tx, caller, request)
  refuse(judgeSituation(situation))
  const change = decideStep(situation)
  const written = await writeChange(tx, order, change)
  await moveMoney(tx, caller, order.id, change.money)
  if (change.paper)
    await writeStepPaper(services, tx, {
      order: written.order,
      paper: change.paper,
      steps: [...request.before, written.step],
      office: situation.office!,
      signature: request.signature,
    })
  await tellStep(services, tx, { caller, order: { ...order, title: written.order.title }, change })
  return { id: order.id, orderState: OrderState.parse(change.row.state) }
}

/** Of two people who stand for a paper, neither made the other one decide in the office within the last days. */
async function requireTwoPeople({ config }: Services, tx: Tx, { order, name, asker, before }: StepRequest) {
  const notBy = stepOf(order, name)?.notBy
  const first = notBy && before.findLast(({ step }) => step === notBy)?.personId
  if (first && asker) await requireIndependent(tx, config, { askedBy: first, decidedBy: asker.personId })
}

function refuse(refusal: Error | undefined) {
  if (refusal) throw refusal
}

/** Moves money that its owner's balance has to bear; what is held the database moves with the order's row. */
async function moveMoney(tx: Tx, caller: Caller | undefined, orderId: string, money: MoneyChange | undefined) {
  if (money?.move === 'hold') await holdFee(tx, caller!, orderId, money.amount)
  if (money?.move === 'giveBack') await giveBackFee(tx, caller!, money.charge, money)
}
