import { settle } from '../open-page.ts'
import type { Box } from './layout/box.ts'
import { LEAST_OF_DOCUMENT, leaveOut, readCovered } from './covers.ts'
import type { Layout } from './layout/layout.ts'
import { followTarget } from './follow-target.ts'
import type { Place } from './scroll-target.ts'
import { isSame, type Main } from './scrollers.ts'
import { type Look, type Looker } from './take-look.ts'
import { type Budget, standsAtEnd, walk, type WalkEnd } from './walk.ts'

/** A window of what scrolls first of all. */
export interface MainWindow {
  readonly look: Look
  readonly place: Place
  /** The scroller's box in the window. */
  readonly box: Box
  /** Whether its picture may be kept: on long documents windows beyond the bound are compared and not kept. */
  readonly isKept: boolean
}

export interface MainWalk {
  readonly way: 'document' | 'element' | 'wheel'
  readonly main: Main | null
  readonly windows: MainWindow[]
  ended: WalkEnd
  readonly upward: boolean
  /** How far it reached, and all there was, in CSS pixels. */
  reached: number
  height: number
}

const MAX_WINDOWS = 60
const MAX_BYTES = 64 * 1024 * 1024
/** Longest wait in a window for what fades in, and in all windows together. */
const PATIENCE_MS = 2_500
const ALL_PATIENCE_MS = 20_000
/** Longest wait at the end for an answer that was asked for there. */
const ANSWER_MS = 2_500
/** Beyond the bound every fourth window is compared. */
const SPARSE = 4

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

  isSpent = (): boolean => this.isFull || this.isLate

  /** What a wait took beyond that of a page at rest is taken from what is left. */
  patience = (): number => {
    const now = performance.now()
    if (this.#since > 0) this.#patience -= Math.min(PATIENCE_MS, Math.max(0, now - this.#since - 400))
    this.#since = now
    return Math.max(0, Math.min(PATIENCE_MS, this.#patience))
  }
}

const documentOf = ({ open }: Looker) => ({ session: open.page, frameId: open.watch.mainFrame, backendNodeId: null })

/** Goes through what scrolls first of all, and puts it back to where it stood. */
export async function walkMain(
  looker: Looker,
  main: Main,
  layout: Layout,
  atEnd: () => Promise<void>,
): Promise<MainWalk> {
  const { open } = looker
  const target =
    main.way === 'element'
      ? leaveOut(await followTarget(looker, main.scroller), readCovered(layout, main.scroller.visible))
      : leaveOut(await followTarget(looker, documentOf(looker)), readCovered(layout, looker.window, LEAST_OF_DOCUMENT))
  const start = await target.measure()
  const budget = new WindowBudget(open.limits.scrollMs)
  const isDocument = main.way === 'document'
  const walked: MainWalk = {
    way: main.way,
    main,
    windows: [],
    ended: 'end',
    upward: standsAtEnd(start),
    reached: 0,
    height: 0,
  }
  let steps = 0
  const walking = {
    target,
    budget: isDocument ? documentBudget(budget, walked) : budget,
    pause: open.deadline.pause,
    sideways: main.way === 'element',
    isAsking: (since: number) => open.recorder.isAskingSince(since),
    answerMs: ANSWER_MS,
    look: async (place: Place) => {
      steps += 1
      if (isDocument && budget.isFull && steps % SPARSE !== 0) return
      await takeWindow(looker, walked, budget, place)
    },
  }
  walked.ended = await walk(walking)
  await atEnd()
  await settle(open)
  const last = await target.measure()
  walked.height = last.height
  walked.reached = Math.abs(last.y) + last.box.height
  await target.scrollTo(isDocument ? 0 : start.x, isDocument ? 0 : start.y, PATIENCE_MS)
  return walked
}

/** A document has its tall picture as well: beyond the bound it is scrolled on, unless it has no end. */
const documentBudget = (budget: WindowBudget, walked: MainWalk): Budget => ({
  patience: budget.patience,
  isSpent: () => budget.isLate || (budget.isFull && grows(walked)),
})

const grows = ({ windows }: MainWalk): boolean => {
  const [first, last] = [windows[0], windows.at(-1)]
  return first !== undefined && last !== undefined && last.place.height > first.place.height * 1.2
}

async function takeWindow(looker: Looker, walked: MainWalk, budget: WindowBudget, place: Place): Promise<void> {
  const { main, windows } = walked
  const scroll = main?.way === 'document' ? { x: place.x, y: place.y } : { x: 0, y: 0 }
  const look = await looker.takeLook(scroll)
  const scroller = main?.way === 'element' ? main.scroller : null
  const now = scroller && look.layout?.scrollers.find((one) => isSame(one, scroller))
  const isKept = !budget.isFull
  windows.push({
    look,
    place,
    box: now?.box ?? (scroller?.frameId === looker.open.watch.mainFrame ? place.box : scroller?.box) ?? looker.window,
    isKept,
  })
  budget.windows += 1
  if (isKept) budget.bytes += look.shot.bytes
}
