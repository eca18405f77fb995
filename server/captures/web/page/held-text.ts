import { withoutSpaces } from '../../../kit/fold-signs.ts'
import { TextPlaces } from '../../../kit/text-places.ts'

/** Lines of a screen looked for in a long text, in about the order in which they stand there. Spaces and breaks are not compared. */
export class HeldText {
  readonly #lines: ReadonlySet<string>
  readonly #places: TextPlaces

  constructor(text: string) {
    this.#lines = new Set(text.split('\n').map(withoutSpaces))
    this.#places = new TextPlaces(withoutSpaces(text), { near: 4_096, most: 400_000_000 })
  }

  /** Null where nobody looked: too much was searched for other lines. */
  holds(line: string): boolean | null {
    const sought = withoutSpaces(line)
    if (this.#lines.has(sought)) return true
    const end = this.#places.endOf(sought)
    return end === null ? null : end !== undefined
  }
}
