import type { StepFacts } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind, type OrderKind } from '../../../contract/notarization/order-kinds.ts'

export const kindOf = ({ kind }: { kind: string }) => kind as OrderKind

/** A step as the kind of its order declares it; undefined where the kind has none of that name. */
export const stepOf = (order: { kind: string }, name: string): StepFacts | undefined =>
  factsOfKind(kindOf(order)).steps[name]
