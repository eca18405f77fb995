import type { ProgramUse } from './watch-program.ts'

export interface Captured extends ProgramUse {
  /** All files that are kept of the page; null where it was not captured, for which `said` has the reason. */
  readonly bytes: number | null
  /** The capture by itself, without the start of its program. */
  readonly ownMilliseconds?: number
  /** Codes of what a partial capture lacks. */
  readonly missing?: readonly string[]
}

/** A program that captures one page into an empty folder, in a process and a browser of its own. */
export interface Capturer {
  readonly name: string
  capture(url: string, folder: string): Promise<Captured>
  /** How large a package of the page is, where this program makes packages; takes its time, and is not measured. */
  packageBytes?(url: string, folder: string): Promise<number | null>
}
