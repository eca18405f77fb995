import type { CaptureProgress, CaptureStep } from './web-capture.ts'

export interface Operation {
  readonly at: string
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The ordered log of what was done to the page, and the progress told from it. */
export class Operations {
  readonly list: Operation[] = []
  readonly #now: () => Date
  readonly #onProgress: (progress: CaptureProgress) => void

  constructor(now: () => Date, onProgress: (progress: CaptureProgress) => void) {
    this.#now = now
    this.#onProgress = onProgress
  }

  log(operation: string, params: Readonly<Record<string, unknown>> = {}): void {
    this.list.push({ at: this.#now().toISOString(), operation, params })
  }

  progress(step: CaptureStep, percent: number, detail?: string): void {
    this.#onProgress(detail === undefined ? { step, percent } : { step, percent, detail })
  }

  toJsonLines(): string {
    return this.list.map((entry, index) => `${JSON.stringify({ number: index + 1, ...entry })}\n`).join('')
  }
}
