import type { FieldProblem } from '../../../contract/kit/issues.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { type OrderKindFacts, type StepInput, toldInput } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind } from '../../../contract/notarization/order-kinds.ts'
import { Inquired } from '../../../contract/notarization/order-records.ts'
import type { StepBody } from '../../../contract/notarization/step-body.ts'
import { heldFor, Terms } from '../../../contract/notarization/terms.ts'
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

/** Of a purchase; null until its office said what it costs. */
export const termsOf = ({ terms }: Pick<OrderRecord, 'terms'>) => Terms.nullable().parse(terms)

type Missing = (body: StepBody, before: readonly StepRecord[]) => string[]

/** A signature is made sure of before: see sign-step.ts. */
const missing: Record<Exclude<StepInput, 'signature'>, Missing> = {
  reason: ({ reason }) => (reason ? [] : ['reason']),
  code: ({ code }) => (code ? [] : ['code']),
  fee: ({ fee }) => (fee === undefined ? ['fee'] : []),
  terms: ({ terms }) => (terms ? [] : ['terms.advance', 'terms.genuine', 'terms.infringing']),
  spent: ({ spent }) => (spent === undefined ? ['spent'] : []),
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
  const advance = termsOf(order)?.advance ?? 0
  if (step.inputs?.includes('spent') && (body.spent ?? 0) > advance)
    problems.push({ path: 'spent', key: 'spentTooMuch', params: { advance: formatMoney(advance) } })
  if (problems.length) throw badFields(...problems)
}

/** The terms of an order after a step: new ones, or with what was laid out. */
export function termsAfter({ inputs = [] }: Step, order: OrderRecord, body: StepBody): Terms | null {
  if (inputs.includes('terms')) return { ...body.terms!, spent: null }
  const terms = termsOf(order)
  return terms && inputs.includes('spent') ? { ...terms, spent: body.spent! } : terms
}

/** What the course of an order tells of a step in one line. */
export function toldOf({ inputs = [] }: Step, body: StepBody): string {
  switch (toldInput(inputs)) {
    case 'fee':
      return formatMoney(body.fee!)
    case 'terms':
      return formatMoney(heldFor(body.terms!))
    case 'spent':
      return formatMoney(body.spent!)
    case 'kept':
      return formatMoney(body.kept!)
    case 'delivery':
      return `${body.carrier} ${body.trackingNumber}`
    default:
      return ''
  }
}

/** The inquiry of a step: its questions, or those of the last one with their answers. */
export function inquiryOf({ inputs = [] }: Step, body: StepBody, before: readonly StepRecord[]): Inquired[] | null {
  if (inputs.includes('questions')) return body.questions!.map((question) => ({ question, answer: null }))
  if (!inputs.includes('answers')) return null
  return lastInquiry(before).map(({ question }, i) => ({ question, answer: body.answers![i]! }))
}
