import type { Owed } from '../../engine/open-requests.ts'
import type { Session } from '../../engine/sessions.ts'
import { ignoreStep, type OpenPage } from './open-page.ts'
import { changedCells, LEAST_CELLS } from './seen/ink/changed-squares.ts'
import type { Ink } from './seen/ink/ink.ts'

/** A window is watched so long after it was scrolled to, if its programs answered to that; one of so many, unless something came late. */
const WATCH_MS = 600
const WATCH_EVERY = 6
const STEP_MS = 130
/** Longest known delay that windows are waited for. */
const MOST_LATE_MS = 1_500
/** So many windows in which nothing came late end the waiting, where it was one alone. */
const CALM_WINDOWS = 3
/** One that is not watched is looked at so long after the scroll: later than a watched one for the first time, after which nothing came there. */
const UNWATCHED_MS = 190
/** A thing that changes in so many looks one after the other moves by itself, and will not end. */
const MOST_CHANGES = 4
/** Fewer cells are a row that came, where rows are known to come late. */
const LEAST_LATE_CELLS = 3
/** Addresses that were asked so often before the first scroll ask for news, whatever is on the screen. */
const POLLED = 3
const POLL_MS = 30
/** An answer takes a moment to be shown. */
const SHOWN_MS = 60
/** An address that let so many windows wait so long is not waited for any more: the first answer of many services takes long. */
const SILENT_MS = 2_000
const MOST_SILENT = 2

export type Watched = 'always' | 'last' | 'now and then'

interface Settling<T> {
  /** Takes a look at the window, to keep it. */
  readonly take: () => Promise<T>
  /** Takes one only to compare it. */
  readonly peek: () => Promise<Ink>
  /** Longest wait, in milliseconds. */
  readonly patience: number
  /** Whether it is watched in any case: a window that is looked at again, or the last one where one before it was not watched. */
  readonly watched: Watched
}

/**
 * Waits after each scroll until the page has drawn what it draws then. Nothing is foretold by the page: whether its programs ran is measured,
 * and what they draw late is seen in pictures, in canvases and frames as well.
 */
export class Pace {
  readonly #open: OpenPage
  readonly #measured = new Set<Session>()
  /** Hosts and paths, and how many windows they let wait in vain. */
  readonly #silent = new Map<string, number>()
  #polled: ReadonlySet<string> | null = null
  #since = 0
  #scripts = 0
  /** Milliseconds after a scroll at which the page was seen to draw; 0 where it was not. */
  #late = 0
  #calm = 0
  /** Windows into which something came late. */
  #lateWindows = 0
  /** Windows in a row that were not watched. */
  #unwatched = 0
  #passed = 0
  #isDocument = true
  #isBehind = false
  /** The window is among those that were left early. */
  #isCounted = false
  readonly #leftEarly = { document: 0, element: 0 }

  constructor(open: OpenPage) {
    this.#open = open
  }

  /** The last window was left while the page still drew it. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /**
   * The number of windows that were left while the page waited for its own site: of elements, and of the document. What comes late into a document
   * mostly stands in its whole-page picture.
   */
  get leftEarly(): Readonly<Record<'document' | 'element', number>> {
    return this.#leftEarly
  }

  /** The number of windows before the last look that were not watched, once something came late or no other window comes. */
  get passed(): number {
    return this.#passed
  }

  /** Called before each scroll. */
  async begin(): Promise<void> {
    this.#polled ??= this.#open.recorder.addressesAsked(POLLED)
    this.#scripts = await this.#scriptSeconds()
    this.#since = performance.now()
    this.#isBehind = false
    this.#isCounted = false
  }

  /**
   * Waits for the answers to what was asked for since the scroll, for no longer than `patience`. Pictures of a document are not waited for: they
   * have come when all of it is pictured.
   */
  async awaitAnswers(patience: number, isDocument: boolean): Promise<void> {
    const { deadline } = this.#open
    this.#isDocument = isDocument
    if (this.#owed().length === 0) return
    const end = performance.now() + patience
    while (this.#owed().length > 0 && performance.now() < end) await deadline.pause(POLL_MS)
    this.#leave(patience)
    if (patience > 0) await deadline.pause(SHOWN_MS)
  }

  /** Answers that are owed to the page since the scroll. */
  #owed(): readonly Owed[] {
    const owed = this.#open.recorder.owedSince(this.#since, !this.#isDocument)
    return owed.filter(({ address }) => (this.#silent.get(address) ?? 0) < MOST_SILENT && !this.#polled?.has(address))
  }

  /** Goes on though answers may be owed. */
  #leave(patience: number): void {
    const left = this.#owed()
    const silent = new Set(
      left.filter(({ askedAt }) => performance.now() - askedAt >= SILENT_MS).map(({ address }) => address),
    )
    for (const address of silent) this.#silent.set(address, (this.#silent.get(address) ?? 0) + 1)
    this.#isBehind = left.some(({ isOwn }) => isOwn)
    if (!this.#isBehind || this.#isCounted || patience <= 0) return
    this.#isCounted = true
    this.#leftEarly[this.#kind] += 1
  }

  /** Notes that the end was left: rows that the page's own site owes then are part of no walk. */
  leaveEnd(): void {
    if (this.#owed().some(({ isOwn }) => isOwn)) this.#leftEarly.element += 1
  }

  /** Takes back that the last window was left early: what it waited for came, and was followed. */
  forgiveLast(): void {
    if (!this.#isCounted) return
    this.#isCounted = false
    this.#leftEarly[this.#kind] -= 1
  }

  get #kind(): 'document' | 'element' {
    return this.#isDocument ? 'document' : 'element'
  }

  /** A look at the window once nothing more comes into it. */
  async takeSettled<T>({ take, peek, patience, watched }: Settling<T>): Promise<T> {
    this.#passed = 0
    const end = performance.now() + patience
    const { pause } = this.#open.deadline
    const isDue = watched === 'always' || (watched === 'last' && this.#unwatched > 0)
    if (!isDue && (await this.#scriptSeconds()) <= this.#scripts) return take()
    if (isDue || this.#late > 0 || this.#calm % WATCH_EVERY === 0) {
      const arrived = await this.#watch(await peek(), peek, end)
      if (arrived > 0 || watched === 'last') this.#passed = this.#unwatched
      this.#learn(arrived)
    } else {
      this.#calm += 1
      this.#unwatched += 1
      await pause(Math.min(patience, Math.max(0, this.#since + UNWATCHED_MS - performance.now())))
    }
    return take()
  }

  /** Milliseconds from the scroll to the last that came into the window; 0 where nothing came, or only what moves by itself. */
  async #watch(first: Ink, peek: () => Promise<Ink>, end: number): Promise<number> {
    const due = this.#since + (this.#late > 0 ? this.#late + STEP_MS : WATCH_MS)
    const least = this.#late > 0 ? LEAST_LATE_CELLS : LEAST_CELLS
    const times = new Map<number, number>()
    let [last, before, arrived, changes] = [first, new Set<number>(), 0, 0]
    // A page may ask a moment after it was scrolled.
    while (changes < MOST_CHANGES && (performance.now() < due || changes > 0 || this.#owed().length > 0)) {
      if (performance.now() >= end) {
        this.#leave(end - this.#since)
        this.#isBehind ||= changes > 0 || this.#late > 0
        break
      }
      await this.#open.deadline.pause(STEP_MS)
      const next = await peek()
      const changed = changedCells(last, next)
      for (const cell of changed) times.set(cell, (times.get(cell) ?? 0) + 1)
      const isFresh = [...changed].filter((cell) => !before.has(cell)).length >= least
      changes = isFresh ? changes + 1 : 0
      if (isFresh) arrived = performance.now() - this.#since
      ;[last, before] = [next, changed]
    }
    const once = [...times.values()].filter((count) => count === 1).length
    return once >= least ? arrived : 0
  }

  #learn(arrived: number): void {
    this.#unwatched = 0
    if (arrived > 0) {
      this.#late = Math.min(MOST_LATE_MS, Math.max(this.#late, arrived))
      this.#calm = 0
      this.#lateWindows += 1
      return
    }
    this.#calm += 1
    if (this.#calm >= CALM_WINDOWS && this.#lateWindows === 1) this.#late = 0
  }

  /** Seconds for which programs of the page and of its frames have run; those of ours are not counted. */
  async #scriptSeconds(): Promise<number> {
    const { page, deadline, frameSessions } = this.#open
    const read = async (session: Session): Promise<number> => {
      if (!this.#measured.has(session)) await session.send('Performance.enable')
      this.#measured.add(session)
      const { metrics } = await session.send<{ metrics: { name: string; value: number }[] }>('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
    }
    const sessions = [page, ...frameSessions()].map((one) => deadline.step('look', 2_000, read(one)).catch(ignoreStep))
    return (await Promise.all(sessions)).reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0)
  }
}
