/** Signs of the whole text that are searched for all lines together: a page of megabytes has lines by the hundred thousand. */
const MOST_SEARCHED = 400_000_000
/** A line mostly follows the one before. */
const AHEAD = 4_096

/** Lines of a screen looked for in a long text, in about the order in which they stand there. Spaces and breaks are not compared. */
export class HeldText {
  readonly #text: string
  readonly #lines: ReadonlySet<string>
  #at = 0
  #searched = 0

  constructor(text: string) {
    this.#lines = new Set(text.split('\n').map(squeeze))
    this.#text = squeeze(text)
  }

  /** Null where nobody looked: too much was searched for other lines. */
  holds(line: string): boolean | null {
    const sought = squeeze(line)
    if (this.#lines.has(sought)) return true
    const near = this.#text.slice(this.#at, this.#at + AHEAD + sought.length).indexOf(sought)
    if (near >= 0) return this.#found(this.#at + near, sought)
    if (this.#searched >= MOST_SEARCHED) return null
    this.#searched += this.#text.length
    const place = this.#text.indexOf(sought)
    return place >= 0 && this.#found(place, sought)
  }

  #found(place: number, { length }: string): true {
    this.#at = place + length
    return true
  }
}

export const squeeze = (text: string): string => text.replaceAll(/[\s\u{ad}\u{200b}]+/gu, '')
