import { cutText } from './bounded-facts.ts'
import type { CaptureProgress, CaptureStep } from './web-capture.ts'

export interface Operation {
  readonly at: string
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
}

/** As much of an address as says which: a page may ask for one of two megabytes, again and again. */
const LONGEST = 4_000

const shortened = (value: unknown): unknown => (typeof value === 'string' ? cutText(value, LONGEST) : value)

/** The ordered log of what was done to the page, and the progress told from it. */
export class Operations {
  readonly list: Operation[] = []
  readonly now: () => Date
  readonly #onProgress: (progress: CaptureProgress) => void

  constructor(now: () => Date, onProgress: (progress: CaptureProgress) => void) {
    this.now = now
    this.#onProgress = onProgress
  }

  log(operation: string, params: Readonly<Record<string, unknown>> = {}): void {
    const told = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shortened(value)]))
    this.list.push({ at: this.now().toISOString(), operation, params: told })
  }

  progress(step: CaptureStep, percent: number, detail?: string): void {
    this.#onProgress(detail === undefined ? { step, percent } : { step, percent, detail })
  }

  toJsonLines(): string {
    return this.list.map((entry, index) => `${JSON.stringify({ number: index + 1, ...entry })}\n`).join('')
  }
}
