import { formatMoney } from '../../../contract/kit/money.ts'
import type { StepFacts } from '../../../contract/notarization/order-kind.ts'
import { isSettled, partsNeeded } from '../../../contract/notarization/order-kinds.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { say } from '../../kit/words.ts'
import { judgeCourse, mayTake, rightsOfSide } from './may-take.ts'
import { kindOf, stepOf } from './orders.types.ts'
import type { Asker, Situation, StepRequest } from './situation.types.ts'
import { findInputProblems } from './step-inputs.ts'
import { feeAfter, paidOf } from './step-money.ts'
import { digestSubmission, findEvidenceProblems } from './submission.ts'

type Refusal = AppError | undefined
type Rule<Given> = (given: Given, step: StepFacts) => Refusal

const refuseIf = (isRefused: boolean, code: AppError['code']): Refusal => (isRefused ? new AppError(code) : undefined)

/** Judges whoever asks for a step, and whether the order has come so far: the first of the rules that refuses, in this order. */
export function judgeRequest(request: StepRequest): Refusal {
  const step = stepOf(request.order, request.name)
  if (!step) return new AppError('forbidden')
  return firstRefusal([judgeAsker, judgeState, judgePeople, judgeSignature, judgeInputs], request, step)
}

/** Judges what the step would do, in a request that is allowed. */
export const judgeSituation = (situation: Situation): Refusal =>
  firstRefusal(
    [judgeShown, judgeFiles, judgeLeaving, judgeOffice, judgeHandingIn, judgeEvidence, judgeFee, judgeKept],
    situation,
    stepOf(situation.order, situation.name)!,
  )

function firstRefusal<Given>(rules: Rule<Given>[], given: Given, step: StepFacts): Refusal {
  for (const rule of rules) {
    const refusal = rule(given, step)
    if (refusal) return refusal
  }
  return undefined
}

/** An order is found among those of whoever asks before it comes here; this is the second wall. */
const isOfAsker = ({ order }: StepRequest, { side, accountId, personId, onlyPersonId }: Asker) =>
  side === 'office'
    ? order.officeId === accountId && order.submittedAt !== null
    : order.accountId === accountId && (!onlyPersonId || order.personId === personId)

const judgeAsker: Rule<StepRequest> = (request, step) => {
  const { asker } = request
  if (!asker) return refuseIf(step.by !== 'system', 'forbidden')
  if (!asker.rights.has(rightsOfSide[asker.side].takes)) return new AppError('forbidden')
  if (!isOfAsker(request, asker)) return new AppError('not-found')
  return refuseIf(!mayTake(asker, step), 'forbidden')
}

const judgeState: Rule<StepRequest> = ({ order }, step) => refuseIf(!step.from.includes(order.state), 'wrong-state')

const judgePeople: Rule<StepRequest> = ({ name, asker, before }, step) => {
  const code = judgeCourse({ name, step, personId: asker?.personId, taken: before })
  return code && new AppError(code)
}

/** It could not be signed when it was asked for, and can be now. */
const judgeSignature: Rule<StepRequest> = ({ signature }, { inputs }) =>
  refuseIf(inputs?.includes('signature') === true && !signature, 'wrong-state')

const judgeInputs: Rule<StepRequest> = (request, step) => {
  const problems = findInputProblems(step, request)
  return problems.length ? badFields(...problems) : undefined
}

/** A signature is of what was shown, and not of what somebody made of it since. */
const judgeShown: Rule<Situation> = ({ order, submission, before, body }, { inputs }) =>
  refuseIf(
    inputs?.includes('signature') === true &&
      body.signature?.of !== digestSubmission(order, submission!, before.at(-1)),
    'conflict',
  )

const judgeFiles: Rule<Situation> = ({ order, name, asker, submission }, step) => {
  if (!step.parts && !step.newParts && !step.handsIn) return undefined
  const { content, files } = submission!
  const lacking: string[] = partsNeeded(kindOf(order), name, content).filter(
    (part) => !files.some((f) => f.part === part),
  )
  const { newParts = [] } = step
  if (newParts.length && !files.some((f) => newParts.includes(f.part) && !f.keptAt)) lacking.push(newParts[0]!)
  const named = (part: string) => say(asker?.lang ?? 'zh-CN', 'notarization', `choice.part.${part}`)
  return lacking.length
    ? badFields(...lacking.map((part) => ({ path: part, key: 'orderFile', params: { part: named(part) } })))
    : undefined
}

/** Whoever is about to be closed opens nothing again. */
const judgeLeaving: Rule<Situation> = ({ leaving }) => leaving

const takesPart = (office: Situation['office']) => office?.status === 'ACTIVE' && !office.isClosing

/** The office may have gone, or be about to, since nothing had to follow any more: nobody would answer. */
const judgeOffice: Rule<Situation> = ({ order, office }, { by }) =>
  refuseIf(by === 'applicant' && isSettled(kindOf(order), order.state) && !takesPart(office), 'office-closed')

/** An office that stopped taking orders finishes what it has. */
const judgeHandingIn: Rule<Situation> = ({ order, office, handingIn }) => {
  if (!handingIn) return undefined
  const isNew = !order.submittedAt
  if (isNew && !handingIn.isServiceOpen) return new AppError('notarization-closed')
  if (isNew && !(office?.isOpen && takesPart(office))) return new AppError('office-closed')
  return handingIn.owner instanceof AppError ? handingIn.owner : undefined
}

/** Each piece of evidence is finished and has its original; whatever is not that is told by its place. */
const judgeEvidence: Rule<Situation> = ({ handingIn, submission }) => {
  if (!handingIn) return undefined
  const numbers = submission!.evidence.map(({ number }) => number)
  const problems = findEvidenceProblems(numbers, handingIn.found)
  return problems.length ? badFields(...problems) : undefined
}

const judgeFee: Rule<Situation> = (situation, step) => {
  const fee = feeAfter(situation, step)
  if (step.charges && fee === null) return new AppError('office-closed')
  const { quoted } = situation.body
  if (step.money !== 'hold' || quoted === undefined || quoted === fee) return undefined
  return new AppError('price-changed', { wanted: formatMoney(fee!), shown: formatMoney(quoted) })
}

/** Nothing stays with an office that was not paid, and nothing is given back to nobody. */
const judgeKept: Rule<Situation> = (situation, step) => {
  const { money } = step
  if (money !== 'split' && money !== 'giveBack') return undefined
  const { body, hasOwner } = situation
  const paid = paidOf(situation, step)
  if (body.kept! > paid) return badFields({ path: 'kept', key: 'keptTooMuch', params: { paid: formatMoney(paid) } })
  const goesBack = money === 'giveBack' && body.kept! < paid
  return goesBack && !hasOwner ? badFields({ path: 'kept', key: 'nobodyToGiveBack' }) : undefined
}
