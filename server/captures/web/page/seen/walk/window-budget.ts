import type { Budget } from './walk.ts'

const MAX_WINDOWS = 60
const MAX_BYTES = 64 * 1024 * 1024
/** Longest wait in a window for what fades in, and in all windows together. */
export const PATIENCE_MS = 2_500
const ALL_PATIENCE_MS = 20_000

/** The windows, bytes and time that one walk may spend, or several together. */
export class WindowBudget implements Budget {
  windows = 0
  bytes = 0
  readonly #end: number
  readonly #most: number
  #patience = ALL_PATIENCE_MS
  #since = 0

  constructor(milliseconds: number, most = MAX_WINDOWS) {
    this.#end = performance.now() + milliseconds
    this.#most = most
  }

  get isFull(): boolean {
    return this.windows >= this.#most || this.bytes >= MAX_BYTES
  }

  get isLate(): boolean {
    return performance.now() >= this.#end
  }

  /** Counts a window whose picture takes so many bytes. */
  add(bytes: number): void {
    this.windows += 1
    this.bytes += bytes
  }

  isSpent = (): boolean => this.isFull || this.isLate

  /** Longest wait in the next window. */
  get patienceLeft(): number {
    return Math.max(0, Math.min(PATIENCE_MS, this.#patience))
  }

  /** Each wait shortens the next ones by the time that it took beyond that of a page at rest. */
  patience = (): number => {
    const now = performance.now()
    if (this.#since > 0) this.#patience -= Math.min(PATIENCE_MS, Math.max(0, now - this.#since - 400))
    this.#since = now
    return this.patienceLeft
  }
}
