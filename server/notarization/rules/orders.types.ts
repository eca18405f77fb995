import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'
import type { ClockStep } from '../../../contract/notarization/clock.ts'
import type { StepFacts } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind, type OrderKind } from '../../../contract/notarization/order-kinds.ts'
import type { StepRecord } from '../orders/steps.repo.ts'

export const kindOf = ({ kind }: { kind: string }) => kind as OrderKind

/** A step as the kind of its order declares it; undefined where the kind has none of that name. */
export const stepOf = (order: { kind: string }, name: string): StepFacts | undefined =>
  factsOfKind(kindOf(order)).steps[name]

export type TimedStep = Pick<StepRecord, 'state' | 'createdAt' | 'extra'>

/** Lists the states that an order went through, each with its day in Asia/Shanghai. */
export const listWay = (steps: readonly TimedStep[]): ClockStep[] =>
  steps.map(({ state, createdAt, extra }) => ({ state, extra, day: shanghaiDay(createdAt) }))
