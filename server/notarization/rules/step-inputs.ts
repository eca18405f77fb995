import type { FieldProblem } from '../../../contract/kit/issues.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { type StepFacts, type StepInput, toldInput } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind } from '../../../contract/notarization/order-kinds.ts'
import { Inquired } from '../../../contract/notarization/order-records.ts'
import type { StepBody } from '../../../contract/notarization/step-body.ts'
import { heldFor, Terms } from '../../../contract/notarization/terms.ts'
import type { OrderRecord } from '../orders/orders.repo.ts'
import { kindOf } from './orders.types.ts'
import type { StepRecord } from '../orders/steps.repo.ts'

/** Keeps of a body what its step asks for: anything else that was sent along would be told to the other side. */
export function trimBody({ inputs = [] }: Pick<StepFacts, 'inputs'>, { reason, code, ...body }: StepBody): StepBody {
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

interface Given {
  order: OrderRecord
  body: StepBody
  before: readonly StepRecord[]
}

/** Finds fields that a step asks for and that are not there or not its kind's: none where all is well. */
export function findInputProblems({ inputs = [] }: StepFacts, { order, body, before }: Given): FieldProblem[] {
  const problems: FieldProblem[] = inputs.flatMap((input) =>
    input === 'signature' ? [] : missing[input](body, before).map((path) => ({ path, key: 'required' })),
  )
  const { codes } = factsOfKind(kindOf(order))
  if (body.code && !codes.includes(body.code)) problems.push({ path: 'code', key: 'notAChoice' })
  const advance = termsOf(order)?.advance ?? 0
  if (inputs.includes('spent') && (body.spent ?? 0) > advance)
    problems.push({ path: 'spent', key: 'spentTooMuch', params: { advance: formatMoney(advance) } })
  return problems
}

/** The terms of an order after a step: new ones, or with what was laid out. */
export function termsAfter({ inputs = [] }: StepFacts, order: OrderRecord, body: StepBody): Terms | null {
  if (inputs.includes('terms')) return { ...body.terms!, spent: null }
  const terms = termsOf(order)
  return terms && inputs.includes('spent') ? { ...terms, spent: body.spent! } : terms
}

/** A step in one line, as the course of its order notes it. */
export function stepNote({ inputs = [] }: StepFacts, body: StepBody): string {
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
export function inquiryOf(
  { inputs = [] }: StepFacts,
  body: StepBody,
  before: readonly StepRecord[],
): Inquired[] | null {
  if (inputs.includes('questions')) return body.questions!.map((question) => ({ question, answer: null }))
  if (!inputs.includes('answers')) return null
  return lastInquiry(before).map(({ question }, i) => ({ question, answer: body.answers![i]! }))
}
