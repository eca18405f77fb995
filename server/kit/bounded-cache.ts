interface Kept<T> {
  value: Promise<T>
  until: number
}

/** Keeps the values used last, each for so long at most; the one unused for longest goes first. Who asks while one is made waits for that. */
export class BoundedCache<T> {
  readonly #values = new Map<string, Kept<T>>()
  readonly #limit: number
  readonly #milliseconds: number

  constructor(limit: number, milliseconds = Number.POSITIVE_INFINITY) {
    this.#limit = limit
    this.#milliseconds = milliseconds
  }

  getOr(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#values.get(key)
    const kept = known && known.until > performance.now() ? known : this.#make(key, make)
    this.#values.delete(key)
    this.#values.set(key, kept)
    if (this.#values.size > this.#limit) this.#values.delete(this.#values.keys().next().value!)
    return kept.value
  }

  /** Whether nothing has to be made for it. */
  has(key: string): boolean {
    return (this.#values.get(key)?.until ?? 0) > performance.now()
  }

  forget(key: string): void {
    this.#values.delete(key)
  }

  /** What could not be made is asked for again. */
  #make(key: string, make: () => Promise<T>): Kept<T> {
    const made: Kept<T> = { value: make(), until: performance.now() + this.#milliseconds }
    made.value.catch(() => this.#values.get(key) === made && this.#values.delete(key))
    return made
  }
}
