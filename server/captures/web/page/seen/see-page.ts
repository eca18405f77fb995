import type { Device } from '../device.ts'
import type { OpenPage } from '../open-page.ts'
import { evaluate, isolatedWorld } from '../page-world.ts'
import type { Scroller } from './layout/layout.ts'
import { isPlain } from './ink/one-colour.ts'
import { lockedBelow } from './picture-locked.ts'
import { NO_INSETS, type Place } from './walk/scroll-target.ts'
import { findMain } from './walk/scrollers.ts'
import { type Look, type Looker, openLooker, type ReadLook } from './walk/take-look.ts'
import { walkByWheel } from './walk/walk-by-wheel.ts'
import { type MainWalk, walkMain } from './walk/walk-main.ts'

/** All that was looked at before the whole page was pictured. */
export interface PageWalk {
  readonly looker: Looker
  /** The first window, before anything was scrolled. */
  readonly first: ReadLook
  readonly main: MainWalk
  /** CSS pixels below the window of a page that lets nobody scroll. */
  readonly locked: number
  /** A dialog covers the page. */
  readonly masked: boolean
  /** Nobody asked for the page to be scrolled. */
  readonly unscrolled: boolean
  /** Which documents were shown by then. */
  readonly navigations: number
}

/** The share of points spread over the window that lie under a box which is held fast over other content. */
const MASK = `(() => {
  if (document.querySelector(':modal')) return 1
  const up = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null
  const held = (element) => {
    for (let one = element; one && one !== document.documentElement; one = up(one))
      if (getComputedStyle(one).position === 'fixed') return one
    return null
  }
  const isLarge = (box) => box.width * box.height >= innerWidth * innerHeight * 0.5
  let masked = 0
  for (const x of [0.1, 0.3, 0.5, 0.7, 0.9]) for (const y of [0.15, 0.5, 0.85]) {
    const stack = document.elementsFromPoint(innerWidth * x, innerHeight * y)
    const cover = stack.map(held).find((one) => one && isLarge(one.getBoundingClientRect()))
    const text = (element) => element !== document.body && element !== document.documentElement && element.innerText?.trim()
    if (cover && held(stack[0]) && stack.some((one) => !cover.contains(one) && !one.contains(cover) && text(one))) masked += 1
  }
  return masked / 15
})()`
const MASKED_SHARE = 0.5

/** Goes through the page as a visitor would, with a look at each window, and returns to where it began. */
export async function walkPage(open: OpenPage, device: Device, scroll: boolean): Promise<PageWalk> {
  const looker = await openLooker(open, device)
  const navigations = open.watch.navigations.length
  const first = await takeFirst(looker)
  const world = await looker.step(isolatedWorld(open.page, open.watch.mainFrame))
  const isMasked = async () => (await looker.step(evaluate<number>(open.page, world, MASK))) >= MASKED_SHARE
  let masked = await isMasked()
  const below = lockedBelow(first.layout, looker.window.height)
  // Many pages cover themselves only when a visitor has come some way.
  const lookAgain = async () => void (masked ||= await isMasked())
  const walked = scroll ? await walk(looker, first, below, lookAgain) : 'still'
  const main = typeof walked === 'string' ? oneWindow(looker, first) : walked
  const locked = walked === 'still' ? below : lockedOnTheWay(main)
  open.operations.log('walked', {
    way: main.way,
    windows: main.windows.length,
    ended: main.ended,
    height: main.height,
    locked,
    masked,
    nodes: looker.nodes,
  })
  return { looker, first, main, locked, masked, unscrolled: !scroll, navigations }
}

const BLANK_MS = 2_000

/** A page that shows nothing yet is given a moment more. */
async function takeFirst(looker: Looker): Promise<ReadLook> {
  const first = await looker.takeReadLook()
  if (!isPlain(await first.ink)) return first
  await looker.open.deadline.pause(BLANK_MS)
  return looker.takeReadLook()
}

/** A page of one window, or one that was not to be scrolled. */
function oneWindow({ window }: Looker, look: Look): MainWalk {
  const { width, height } = window
  const place: Place = { x: 0, y: 0, width, height, box: window, insets: NO_INSETS, fromEnd: { x: false, y: false } }
  const windows = [{ look, place, box: window, isKept: true }]
  return { way: 'document', main: null, windows, ended: 'end', upward: false, reached: height, height }
}

async function walk(
  looker: Looker,
  first: ReadLook,
  below: number,
  atEnd: () => Promise<void>,
): Promise<MainWalk | 'still' | 'moved'> {
  const found = findMain(first.layout, looker.window)
  if (found) return walkMain(looker, found, first, atEnd)
  return below > 0 ? walkByWheel(looker, first) : 'still'
}

/** CSS pixels below the window in which a page began to let nobody scroll on. */
function lockedOnTheWay({ way, windows, height }: MainWalk): number {
  const at = windows.findIndex(({ look }) => look.layout?.rootLocked)
  if (way !== 'document' || at < 1) return 0
  const { place } = windows[at]!
  return Math.max(0, Math.round(height - place.y - place.box.height))
}

export const mainScroller = ({ main }: PageWalk): Scroller | null =>
  main.main?.way === 'element' ? main.main.scroller : null
