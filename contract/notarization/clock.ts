import { type Exceptions, isWorkingDay, nextDay } from '../kit/working-days.ts'
import type { OrderKindFacts } from './order-kind.ts'

/** When an order came into a state, as a day of Asia/Shanghai, and by how many working days that extended the clock that runs. */
export interface ClockStep {
  state: string
  day: string
  extra: number
}

/** A period of the law as it stands: how many days of how many have passed, working days unless it is by the calendar, and its last day while it runs. */
export interface Clock {
  name: string
  days: number
  used: number
  isCalendar: boolean
  isPaused: boolean
  /** Null while it stands still. */
  dueOn: string | null
}

/**
 * The period that binds an order, by its way so far. A working day counts when the clock ran through all of it: neither the day on which it begins or
 * goes on again counts (Civil Code, article 201), nor one on which it is stopped. By the calendar every day counts, and a last day on which nobody works
 * gives way to the next on which they do (article 203). Null where none runs in the state it is in.
 */
export function clockOf(
  kind: OrderKindFacts,
  way: readonly ClockStep[],
  today: string,
  exceptions: Exceptions,
): Clock | null {
  const name = clockIn(kind, way.at(-1)!)
  if (!name) return null
  const begun = way.findLastIndex((_, i) => i === 0 || clockIn(kind, way[i - 1]!) !== name)
  const period = way.slice(begun)
  const { isCalendar = false, days: declared } = kind.clocks[name]!
  const days = declared + period.reduce((sum, { extra }) => sum + extra, 0)
  const pauses = pausesOf(kind, period)
  const isPaused = pauses.at(-1)?.to === null
  const counts = (day: string) =>
    (isCalendar || isWorkingDay(day, exceptions)) &&
    !pauses.some(({ from, to }) => from <= day && (to === null || day <= to))
  let [day, passed, used] = [period[0]!.day, 0, 0]
  while (passed < days && !(isPaused && day >= today)) {
    day = nextDay(day)
    if (!counts(day)) continue
    passed++
    if (day < today) used++
  }
  while (isCalendar && !isWorkingDay(day, exceptions)) day = nextDay(day)
  return { name, days, used, isCalendar, isPaused, dueOn: isPaused ? null : day }
}

/** A period that ran: from when, and to when it bound anybody. */
export interface Period extends Clock {
  from: string
  /** Null while it runs. */
  to: string | null
}

/** Every period that ran on the way of an order so far, the first one first, each as it stood when it ended. */
export function periodsOf(
  kind: OrderKindFacts,
  way: readonly ClockStep[],
  today: string,
  exceptions: Exceptions,
): Period[] {
  return way.flatMap((step, i) => {
    const name = clockIn(kind, step)
    if (!name || (i > 0 && clockIn(kind, way[i - 1]!) === name)) return []
    const rest = way.slice(i).findIndex((later) => clockIn(kind, later) !== name)
    const end = rest < 0 ? way.length : i + rest
    const to = way[end]?.day ?? null
    const clock = clockOf(kind, way.slice(0, end), to ?? today, exceptions)!
    return [{ ...clock, from: step.day, to }]
  })
}

const clockIn = (kind: OrderKindFacts, { state }: ClockStep) => kind.states[state]!.clock

interface Pause {
  from: string
  /** Null while it lasts. */
  to: string | null
}

function pausesOf(kind: OrderKindFacts, period: readonly ClockStep[]): Pause[] {
  const pauses: Pause[] = []
  for (const { state, day } of period) {
    const open = pauses.at(-1)?.to === null ? pauses.at(-1) : undefined
    if (kind.states[state]!.isPaused) {
      if (!open) pauses.push({ from: day, to: null })
    } else if (open) open.to = day
  }
  return pauses
}
