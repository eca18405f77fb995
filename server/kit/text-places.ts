/** Bounds of a search; both count signs of the text. */
export interface SearchBounds {
  /** A piece mostly stands this close behind the one before. */
  readonly near: number
  /** After so many were looked through, pieces are looked for nearby only: a page of megabytes has lines by the hundred thousand. */
  readonly most: number
}

/** Finds where pieces stand in a long text, in about the order in which they are asked for. */
export class TextPlaces {
  readonly #text: string
  readonly #near: number
  #left: number
  #last = 0

  constructor(text: string, { near, most }: SearchBounds) {
    this.#text = text
    this.#near = near
    this.#left = most
  }

  /**
   * Tells the place behind a piece. It looks behind `from` first, which is the end of the last piece found unless it is given, and then before it.
   * The answer is undefined where the piece does not stand in the text, and null where nobody looked everywhere: too much was looked through before.
   */
  endOf(piece: string, from = this.#last): number | null | undefined {
    const far = from + this.#near
    const parts = [
      [from, far + piece.length],
      [far, this.#text.length],
      [0, from + piece.length],
    ] as const
    this.#last = from
    for (const [at, [begin, end]] of parts.entries()) {
      if (at > 0 && this.#left <= 0) return null
      const found = this.#endBetween(piece, begin, Math.min(end, this.#text.length))
      if (found !== undefined) return (this.#last = found)
    }
    return undefined
  }

  #endBetween(piece: string, from: number, to: number): number | undefined {
    if (to - from < piece.length) return undefined
    const at = this.#text.slice(from, to).indexOf(piece)
    this.#left -= at < 0 ? to - from : at
    return at < 0 ? undefined : from + at + piece.length
  }
}
