/** What units are taken from, and how many. */
export interface Taken<Source> {
  source: Source
  units: number
}

/** Takes so many units, or as many as there are: of the first source until nothing of it is left, then of the next. */
export function takeUnits<Source extends { left: number }>(sources: readonly Source[], count: number): Taken<Source>[] {
  const taken: Taken<Source>[] = []
  let rest = count
  for (const source of sources) {
    const units = Math.min(rest, source.left)
    if (units > 0) taken.push({ source, units })
    rest -= units
  }
  return taken
}

export const unitsOf = (taken: readonly Taken<unknown>[]): number => taken.reduce((sum, { units }) => sum + units, 0)
