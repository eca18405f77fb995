import type { Run } from './seen/layout/layout.ts'

type Placed = Pick<Run, 'text' | 'place' | 'fixed'>

const CELL_PX = 16
/** A text that changes may become a little longer, and begin elsewhere. */
const NEAR = { x: 12, y: 6 }
/** Nobody knows which took the place of another where more lie upon each other. */
const MOST = 16

const cellOf = (x: number, y: number): string => `${x} ${y}`

/** Lines by their places among all that scrolls. */
class Places {
  readonly #cells = new Map<string, Placed[]>()

  put(run: Placed): void {
    const key = cellOf(Math.floor(run.place.x / CELL_PX), Math.floor(run.place.y / CELL_PX))
    const there = this.#cells.get(key)
    if (!there) this.#cells.set(key, [run])
    else if (there.length < MOST) there.push(run)
  }

  /** Whether other words have a place, or too many of them. */
  isTaken({ text, place }: Placed): boolean {
    const [column, row] = [Math.floor(place.x / CELL_PX), Math.floor(place.y / CELL_PX)]
    for (const x of [column - 1, column, column + 1])
      for (const y of [row - 1, row, row + 1]) {
        const there = this.#cells.get(cellOf(x, y)) ?? []
        if (there.length >= MOST || there.some((one) => one.text !== text && isNear(one.place, place))) return true
      }
    return false
  }
}

const isNear = (a: Placed['place'], b: Placed['place']): boolean =>
  Math.abs(a.x - b.x) <= NEAR.x && Math.abs(a.y - b.y) <= NEAR.y

/** Words that no others followed at their place: neither clocks, nor prices that change. `now`: all that stands in the page at the end. */
export function settledWords(seen: readonly Placed[], now: readonly Placed[]): string[] {
  const places = new Places()
  for (const run of now) places.put(run)
  return seen.flatMap((run) => {
    // A line that is held fast has no place of its own.
    if (run.fixed || places.isTaken(run)) return []
    places.put(run)
    return [run.text]
  })
}
