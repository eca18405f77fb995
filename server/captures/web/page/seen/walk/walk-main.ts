import { settle } from '../../open-page.ts'
import type { Watched } from '../../pace.ts'
import type { Box } from '../layout/box.ts'
import { LEAST_OF_DOCUMENT, leaveOut, readCovered } from './covers.ts'
import type { Layout } from '../layout/layout.ts'
import { followTarget } from './follow-target.ts'
import { lookAgain } from './look-again.ts'
import type { Place, ScrollTarget } from './scroll-target.ts'
import { isSame, type Main, MORE_PX } from './scrollers.ts'
import { type Look, type Looker, type ReadLook } from './take-look.ts'
import { PATIENCE_MS, WindowBudget } from './window-budget.ts'
import {
  type Budget,
  standsAtEnd,
  standsLast,
  UNREAD,
  walk,
  type WalkEnd,
  type Walking,
  walkOn,
  WordsSeen,
} from './walk.ts'

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
  /** The length that was reached, and the whole length, in CSS pixels. */
  reached: number
  height: number
}

/** Longest wait at the end for an answer that was asked for there. */
const ANSWER_MS = 2_500
/** Times that a walk is taken up again where it had ended. */
const MAX_LATE = 3
/** Beyond the bound every fourth row of windows is compared, and no other is walked sideways. */
const SPARSE = 4

const documentOf = ({ open }: Looker) => ({ session: open.page, frameId: open.watch.mainFrame, backendNodeId: null })

/** Goes through what scrolls first of all, and puts it back to where it stood. `first`: a look at it before it was scrolled. */
export async function walkMain(
  looker: Looker,
  main: Main,
  first: ReadLook,
  atEnd: () => Promise<void>,
): Promise<MainWalk> {
  const { open } = looker
  const target =
    main.way === 'element'
      ? leaveOut(await followTarget(looker, main.scroller), readCovered(first.layout, main.scroller.visible))
      : leaveOut(
          await followTarget(looker, documentOf(looker)),
          readCovered(first.layout, looker.window, LEAST_OF_DOCUMENT),
        )
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
  // Programs can scroll a page where no visitor can.
  const isWide = !isDocument || (!first.layout.sidewaysLocked && (await movesSideways(target, start)))
  const walking = walkingOf({ looker, target, walked, budget, first, start, isWide })
  walked.ended = await walk(walking)
  await atEnd()
  await settle(open)
  walked.ended = await walkLate(looker, walking, walked)
  looker.pace.leaveEnd()
  const last = await target.measure()
  walked.height = last.height
  walked.reached = Math.abs(last.y) + last.box.height
  await target.scrollTo(isDocument ? 0 : start.x, isDocument ? 0 : start.y, PATIENCE_MS)
  return walked
}

interface Entered {
  readonly looker: Looker
  readonly target: ScrollTarget
  readonly walked: MainWalk
  readonly budget: WindowBudget
  /** The look before anything was scrolled, and the place at which it stood. */
  readonly first: ReadLook
  readonly start: Place
  readonly isWide: boolean
}

/** Looks at each window, beyond the bound at some, and remembers their words. */
function walkingOf({ looker, target, walked, budget, first, start, isWide }: Entered): Walking {
  const { open, pace } = looker
  const isDocument = walked.way === 'document'
  const begin = isDocument && isWide ? 0 : start.x
  const words = new WordsSeen()
  let rows = 0
  const isPassed = (row: number) => isDocument && budget.isFull && row % SPARSE !== 0
  return {
    target,
    budget: mainBudget(looker, budget, walked),
    pause: open.deadline.pause,
    get sideways() {
      return isWide && !isPassed(rows + 1)
    },
    isAsking: (since: number) => open.recorder.isAskingSince(since),
    answerMs: ANSWER_MS,
    look: async (place: Place) => {
      if (Math.abs(place.x - begin) <= 1) rows += 1
      if (isPassed(rows)) return UNREAD
      const isFirst = walked.windows.length === 0 && place.x === start.x && place.y === start.y
      const layout = await takeWindow(looker, walked, budget, { place, known: isFirst ? first : null })
      const added = words.add(layout?.runs)
      await lookAgain({
        target,
        windows: walked.windows,
        passed: pace.passed,
        patience: budget.patience,
        windowOf: ({ place, look }) => ({ place, ink: look.ink }),
        take: async (one) => ({ ...one, look: await settledLook(looker, walked, budget, one.place, 'always') }),
      })
      return added
    },
  }
}

/** An end may have been left before more came: it is followed while that goes on, so many times. */
async function walkLate({ open, pace }: Looker, walking: Walking, { ended, upward }: MainWalk): Promise<WalkEnd> {
  let now = ended
  for (let times = 0; now === 'end'; times++) {
    if (times === MAX_LATE) return 'grows'
    const place = await walking.target.measure()
    if (standsLast(place, upward)) return now
    pace.forgiveLast()
    const on = await walkOn(walking, place, upward)
    if (on === null) return now
    now = on
    await settle(open)
  }
  return now
}

/** Whether a document that is wider than its window can be scrolled so, and not held by a program of the page. It begins at its first column then. */
async function movesSideways(target: ScrollTarget, { y, width, box, fromEnd }: Place): Promise<boolean> {
  if (width - box.width <= MORE_PX) return true
  await target.scrollTo(fromEnd.x ? -box.width : box.width, y, 0)
  const { x } = await target.measure()
  await target.scrollTo(0, y, PATIENCE_MS)
  return Math.abs(x) > 1
}

/** A document has its tall picture as well: beyond the bound it is scrolled on, unless it has no end. */
const mainBudget = ({ pace }: Looker, budget: WindowBudget, walked: MainWalk): Budget => ({
  patience: budget.patience,
  // Windows that are left while they are drawn show nothing of what is to come.
  isSpent: () =>
    budget.isLate ||
    (pace.isBehind && budget.patienceLeft === 0) ||
    (budget.isFull && (walked.way !== 'document' || grows(walked))),
})

const grows = ({ windows }: MainWalk): boolean => {
  const [first, last] = [windows[0]?.place, windows.at(-1)?.place]
  return (
    first !== undefined && last !== undefined && (last.height > first.height * 1.2 || last.width > first.width * 1.2)
  )
}

interface Reached {
  readonly place: Place
  /** A look at it, where one was taken already. */
  readonly known: Look | null
}

async function takeWindow(
  looker: Looker,
  walked: MainWalk,
  budget: WindowBudget,
  { place, known }: Reached,
): Promise<Layout | null> {
  const { main, windows } = walked
  const look = known ?? (await settledLook(looker, walked, budget, place))
  const scroller = main?.way === 'element' ? main.scroller : null
  const now = scroller && look.layout?.scrollers.find((one) => isSame(one, scroller))
  const isKept = !budget.isFull
  windows.push({
    look,
    place,
    box: now?.box ?? (scroller?.frameId === looker.open.watch.mainFrame ? place.box : scroller?.box) ?? looker.window,
    isKept,
  })
  budget.add(isKept ? look.shot.bytes : 0)
  return look.layout
}

/** A look at the window that is on the screen, once nothing more comes into it. */
function settledLook(
  looker: Looker,
  { main, upward }: MainWalk,
  budget: WindowBudget,
  place: Place,
  watched: Watched = standsLast(place, upward) ? 'last' : 'now and then',
): Promise<Look> {
  const scroll = main?.way === 'document' ? { x: place.x, y: place.y } : { x: 0, y: 0 }
  return looker.pace.takeSettled({
    take: () => looker.takeLook(scroll),
    peek: () => looker.peek(),
    patience: budget.patienceLeft,
    watched,
  })
}

/** Whether the page took away above what it added below: its offsets are no places of its content then. */
export const takesAway = ({ way, upward, windows }: MainWalk): boolean =>
  way !== 'wheel' &&
  !upward &&
  windows.some(({ place }, at) => at > 0 && place.y <= windows[at - 1]!.place.y && place.x === windows[at - 1]!.place.x)
