/** Days as `2027-01-31` that are otherwise than their weekday says, and whether they are worked. */
export type Exceptions = ReadonlyMap<string, boolean>

const dayLength = 86_400_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const nextDay = (day: string): string => new Date(at(day) + dayLength).toISOString().slice(0, 10)

/** From the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = nextDay(day)) days.push(day)
  return days
}

/** Monday is 0, Sunday 6. */
export const weekdayOf = (day: string): number => (new Date(at(day)).getUTCDay() + 6) % 7

export const isWeekend = (day: string): boolean => weekdayOf(day) >= 5

export const isWorkingDay = (day: string, exceptions: Exceptions): boolean => exceptions.get(day) ?? !isWeekend(day)

/** The last day of a period of so many working days. The day on which it begins is not counted (Civil Code, article 201). */
export function afterWorkingDays(begins: string, count: number, exceptions: Exceptions): string {
  let day = begins
  for (let left = count; left > 0;) {
    day = nextDay(day)
    if (isWorkingDay(day, exceptions)) left--
  }
  return day
}
