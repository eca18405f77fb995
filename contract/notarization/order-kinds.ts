import type { Fee } from '../payments/products.ts'
import { expertise } from './expertise.ts'
import type { OrderKindFacts } from './order-kind.ts'

/** Every kind of judicial service. A new one is a declaration beside these, and one line here. */
export const orderKinds = { expertise } as const satisfies Record<Fee, OrderKindFacts>
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

/** Shared code asks this, and never which kind it holds. */
export const factsOfKind = (kind: OrderKind): OrderKindFacts => orderKinds[kind]

const namesOf = <Name extends string>(pick: (facts: OrderKindFacts) => readonly string[]) =>
  [...new Set(orderKindNames.flatMap((kind) => pick(factsOfKind(kind))))] as [Name, ...Name[]]
export const orderStates = namesOf<OrderState>(({ states }) => Object.keys(states))
export const orderSteps = namesOf<OrderStep>(({ steps }) => Object.keys(steps))
export const orderParts = namesOf<OrderPart>(({ parts }) => Object.keys(parts))
export const orderPapers = namesOf<OrderPaperName>(({ papers }) => Object.keys(papers))
export const refusalCodes = namesOf<RefusalCode>(({ codes }) => codes)
