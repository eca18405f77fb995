import type { z } from 'zod'
import type { Fee } from '../payments/products.ts'
import { expertise } from './expertise.ts'
import { notarization } from './notarization.ts'
import { officialSeal } from './official-seal.ts'
import type { OrderKindFacts } from './order-kind.ts'
import { purchase } from './purchase.ts'

/** Every kind of judicial service. A new one is a declaration beside these, and one line here. */
export const orderKinds = { notarization, expertise, officialSeal, purchase } as const satisfies Record<
  Fee,
  OrderKindFacts
>
export type OrderKind = keyof typeof orderKinds
export const orderKindNames = Object.keys(orderKinds) as [OrderKind, ...OrderKind[]]

type Of<Member extends 'states' | 'steps' | 'parts' | 'papers'> = {
  [K in OrderKind]: keyof (typeof orderKinds)[K][Member] & string
}[OrderKind]
export type OrderState = Of<'states'>
export type OrderStep = Of<'steps'>
export type OrderPart = Of<'parts'>
export type OrderPaperName = Of<'papers'>
export type RefusalCode = (typeof orderKinds)[OrderKind]['codes'][number]

/** What is asked for of some kind, as it is kept. */
export type OrderContent<Kind extends OrderKind = OrderKind> = z.output<(typeof orderKinds)[Kind]['content']>

/** Shared code asks this, and never which kind it holds. */
export const factsOfKind = (kind: OrderKind): OrderKindFacts => orderKinds[kind]

/** Nothing has to follow of an order in this state. */
export const isSettled = (kind: OrderKind, state: string) => {
  const { isEnd, isDone } = factsOfKind(kind).states[state]!
  return isEnd === true || isDone === true
}

/** The template that an order began with, and what its applicant answered; undefined of kinds without one. */
export const templateOf = (kind: OrderKind, content: unknown) =>
  factsOfKind(kind).hasTemplate ? (content as Pick<OrderContent<'notarization'>, 'template' | 'answers'>) : undefined

/** Questions of its template that were answered: in the words of the office, and those of the applicant. */
export const answersOf = (kind: OrderKind, content: unknown): { label: string; text: string }[] => {
  const { template, answers } = templateOf(kind, content) ?? {}
  return (template?.questions ?? []).flatMap(({ label }, i) => {
    const answer = answers?.[i] ?? null
    const text = Array.isArray(answer) ? answer.join('、') : answer
    return text ? [{ label, text }] : []
  })
}

/** What an order asks for, in the order of its kind's declaration, each with the word of its field; what was left out is left out. */
export const matterOf = (kind: OrderKind, content: unknown) =>
  Object.entries(factsOfKind(kind).matter).flatMap(([name, word]) => {
    const value = (content as Record<string, unknown>)[name]
    if (value === null || value === undefined) return []
    return [{ name, word, value: factsOfKind(kind).reads?.[name]?.(value) ?? value }]
  })

/** Parts of which a file is there when a step is taken: those that it names, and where it hands in, those that go with something that is asked for. */
export function partsNeeded(kind: OrderKind, step: OrderStep, content: unknown): OrderPart[] {
  const { steps, parts } = factsOfKind(kind)
  const { parts: named = [], handsIn } = steps[step]!
  const goingWith = Object.entries(parts).flatMap(([part, { neededWith }]) =>
    neededWith && (content as Record<string, unknown>)[neededWith] ? [part] : [],
  )
  return [...named, ...(handsIn ? goingWith : [])] as OrderPart[]
}

/** Of kinds whose fee the office lists: under which name. */
export const listedFeeOf = (kind: OrderKind) =>
  Object.values(factsOfKind(kind).steps).find(({ charges }) => charges)?.charges

const namesOf = <Name extends string>(pick: (facts: OrderKindFacts) => readonly string[]) =>
  [...new Set(orderKindNames.flatMap((kind) => pick(factsOfKind(kind))))] as [Name, ...Name[]]
export const orderStates = namesOf<OrderState>(({ states }) => Object.keys(states))
export const orderSteps = namesOf<OrderStep>(({ steps }) => Object.keys(steps))
export const orderParts = namesOf<OrderPart>(({ parts }) => Object.keys(parts))
export const orderPapers = namesOf<OrderPaperName>(({ papers }) => Object.keys(papers))
export const refusalCodes = namesOf<RefusalCode>(({ codes }) => codes)
