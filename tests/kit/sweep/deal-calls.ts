import { titlesThatRunThrough } from './changed-calls.ts'
import { type Deal, dealOfRun, dealSome, sliceOf } from './deal.ts'

let touched: ReadonlySet<string> | undefined
/** Calls that the change under way touches. */
const touchedCalls = () => (touched ??= titlesThatRunThrough(dealOfRun().changed))

/** Calls by `group.name` that this run tries in a sweep: those that changed, and of the rest a slice; `of` tells it from other sweeps. */
export function dealCalls<T extends { title: string }>(
  calls: readonly T[],
  of: string,
  { slice }: Pick<Deal, 'slice'> = dealOfRun(),
  whole: ReadonlySet<string> = touchedCalls(),
): T[] {
  if (slice === undefined) return [...calls]
  return dealSome(calls, ({ title }) => whole.has(title) || sliceOf(`${of} ${title}`) === slice, { slice })
}
