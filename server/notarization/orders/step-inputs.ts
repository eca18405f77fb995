import type { FieldProblem } from '../../../contract/kit/issues.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { OrderKindFacts, StepInput } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind } from '../../../contract/notarization/order-kinds.ts'
import { Inquired } from '../../../contract/notarization/orders.ts'
import type { StepBody } from '../../../contract/notarization/step-body.ts'
import { badFields } from '../../kit/errors.ts'
import { kindOf, type OrderRecord, type StepRecord } from './orders.repo.ts'

type Step = OrderKindFacts['steps'][string]

/** What a step asks for, and nothing else that was sent along: it would be told to the other side. */
export function askedBody({ inputs = [] }: Step, { reason, code, ...body }: StepBody): StepBody {
  return { ...body, ...(inputs.includes('reason') && { reason }), ...(inputs.includes('code') && { code }) }
}

/** What the last inquiry asked, whether or not it is answered. */
export const lastInquiry = (steps: readonly Pick<StepRecord, 'inquiry'>[]): Inquired[] =>
  Inquired.array().parse(steps.findLast(({ inquiry }) => inquiry !== null)?.inquiry ?? [])

type Missing = (body: StepBody, before: readonly StepRecord[]) => string[]

/** A signature is made sure of before: see sign-step.ts. */
const missing: Record<Exclude<StepInput, 'signature'>, Missing> = {
  reason: ({ reason }) => (reason ? [] : ['reason']),
  code: ({ code }) => (code ? [] : ['code']),
  fee: ({ fee }) => (fee === undefined ? ['fee'] : []),
  kept: ({ kept }) => (kept === undefined ? ['kept'] : []),
  delivery: ({ carrier, trackingNumber }) => [
    ...(carrier ? [] : ['carrier']),
    ...(trackingNumber ? [] : ['trackingNumber']),
  ],
  questions: ({ questions }) => (questions?.length ? [] : ['questions']),
  answers: ({ answers = [] }, before) => lastInquiry(before).flatMap((_, i) => (answers[i] ? [] : [`answers.${i}`])),
}

/** Whatever a step asks for is there, and its ground is one of its kind's. */
export function requireInputs(order: OrderRecord, step: Step, body: StepBody, before: readonly StepRecord[]) {
  const problems: FieldProblem[] = (step.inputs ?? []).flatMap((input) =>
    input === 'signature' ? [] : missing[input](body, before).map((path) => ({ path, key: 'required' })),
  )
  const { codes } = factsOfKind(kindOf(order))
  if (body.code && !codes.includes(body.code)) problems.push({ path: 'code', key: 'notAChoice' })
  if (problems.length) throw badFields(...problems)
}

/** What the course of an order tells of a step in one line. */
export function toldOf({ inputs = [] }: Step, { fee, kept, carrier, trackingNumber }: StepBody): string {
  if (inputs.includes('fee')) return formatMoney(fee!)
  if (inputs.includes('kept')) return formatMoney(kept!)
  return inputs.includes('delivery') ? `${carrier} ${trackingNumber}` : ''
}

/** The inquiry of a step: its questions, or those of the last one with their answers. */
export function inquiryOf({ inputs = [] }: Step, body: StepBody, before: readonly StepRecord[]): Inquired[] | null {
  if (inputs.includes('questions')) return body.questions!.map((question) => ({ question, answer: null }))
  if (!inputs.includes('answers')) return null
  return lastInquiry(before).map(({ question }, i) => ({ question, answer: body.answers![i]! }))
}
