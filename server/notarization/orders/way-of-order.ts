import type { ClockStep } from '../../../contract/notarization/clock.ts'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'
import type { StepRecord } from './steps.repo.ts'

export type TimedStep = Pick<StepRecord, 'state' | 'createdAt' | 'extra'>

/** Lists the states that an order went through, each with its day in Asia/Shanghai. */
export const listWay = (steps: readonly TimedStep[]): ClockStep[] =>
  steps.map(({ state, createdAt, extra }) => ({ state, extra, day: shanghaiDay(createdAt) }))
