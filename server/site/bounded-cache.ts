/** Keeps the values used last; the one unused for longest goes first. */
export class BoundedCache<T> {
  readonly #values = new Map<string, T>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  async getOr(key: string, make: () => Promise<T>): Promise<T> {
    const value = this.#values.get(key) ?? (await make())
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > this.#limit) this.#values.delete(this.#values.keys().next().value!)
    return value
  }
}
