import { CdpError } from '../../../../engine/cdp.ts'
import { ignoreStep } from '../../open-page.ts'
import type { Ink } from '../ink/ink.ts'
import { areaOf, type Box, intersect, moveBox, roundBox } from '../layout/box.ts'
import type { Watched } from '../../pace.ts'
import type { Layout, Run, Scroller } from '../layout/layout.ts'
import { followTarget, rememberPlaces } from './follow-target.ts'
import { lookAgain } from './look-again.ts'
import type { Place, ScrollTarget } from './scroll-target.ts'
import { holdsMore, isSame, MORE_PX } from './scrollers.ts'
import type { Looker, Shot } from './take-look.ts'
import { standsAtEnd, standsLast, walk, type WalkEnd, WordsSeen } from './walk.ts'
import { WindowBudget } from './window-budget.ts'

/** A picture of one window of an area, clipped to its box. */
export interface AreaWindow {
  readonly at: string
  readonly shot: Shot
  readonly ink: Promise<Ink>
  readonly place: Place
  readonly runs: readonly Run[]
}

export interface AreaWalk {
  readonly scroller: Scroller
  readonly box: Box
  readonly windows: readonly AreaWindow[]
  readonly ended: WalkEnd | 'unseen'
  readonly upward: boolean
  /** CSS pixels that were not followed. */
  readonly left: number
  /** Slides that turned by themselves, and not a content that was scrolled. */
  readonly isSlides: boolean
}

const MAX_AREAS = 40
const MAX_WINDOWS = 20
const ALL_WINDOWS = 120
const ALL_MS = 15_000
const WHOLE = 0.9
/** As for the page itself, but all areas share their time. */
const ANSWER_MS = 800
/** Longest wait in a window for what moves or comes late. */
const AREA_PATIENCE_MS = 1_000

const patienceOf = ({ patienceLeft }: WindowBudget): number => Math.min(AREA_PATIENCE_MS, patienceLeft)

/** Follows each area to its end, as far as the bounds of all of them allow, and leaves each, and all around it, where it stood. */
export async function walkAreas(looker: Looker, areas: readonly Scroller[]): Promise<AreaWalk[]> {
  if (areas.length === 0) return []
  const all = new WindowBudget(ALL_MS, ALL_WINDOWS)
  const putBack = await rememberPlaces(looker, areas)
  const walks: AreaWalk[] = []
  for (const [number, scroller] of areas.entries()) {
    if (number >= MAX_AREAS || all.isSpent()) walks.push(unseen(scroller))
    else walks.push(...(await walkArea(looker, scroller, all)))
  }
  await putBack()
  return walks
}

const unseen = (scroller: Scroller): AreaWalk => ({
  scroller,
  box: roundBox(scroller.box),
  windows: [],
  ended: 'unseen',
  upward: false,
  left: Math.round(Math.max(scroller.height - scroller.box.height, scroller.width - scroller.box.width)),
  isSlides: false,
})

/** An area that went away, or whose frame does not answer, costs only itself. */
async function walkArea(looker: Looker, scroller: Scroller, all: WindowBudget): Promise<AreaWalk[]> {
  const walked = await tryArea(looker, scroller, all).catch((error: unknown) => {
    if (looker.open.deadline.stopped || looker.open.watch.crashed) throw error
    ignoreStep(error)
    looker.open.operations.log('area-lost', { reason: error instanceof CdpError ? error.message : 'timed-out' })
    return null
  })
  return walked ?? [unseen(scroller)]
}

async function tryArea(looker: Looker, scroller: Scroller, all: WindowBudget): Promise<AreaWalk[] | null> {
  const target = await followTarget(looker, scroller)
  await target.bringIntoView(null, patienceOf(all))
  const layout = await looker.readLayout()
  const now = layout.scrollers.find((one) => isSame(one, scroller))
  if (!now) return null
  // It was opened meanwhile: all of it stands in the page, or a box around it cuts it off.
  if (!holdsMore(now, layout)) return now.folded ? null : []
  const seen = areaOf(intersect(now.visible, looker.window))
  const area = { looker, scroller, target, all }
  if (seen >= areaOf(now.box) * WHOLE) return [await walkBand(area, now, layout)]
  // An area that is taller than the window and goes on sideways alone is followed in bands, one below the other.
  const isWide = now.box.height > looker.window.height * WHOLE && now.height - now.box.height <= MORE_PX
  return isWide ? walkBands(area, now) : null
}

interface Walked {
  readonly looker: Looker
  readonly scroller: Scroller
  readonly target: ScrollTarget
  readonly all: WindowBudget
}

/** Room that bars at the edges of the window take. */
const BARS_PX = 160

async function walkBands(area: Walked, { box }: Scroller): Promise<AreaWalk[] | null> {
  const { looker, scroller, target, all } = area
  const step = looker.window.height - BARS_PX
  const bands: AreaWalk[] = []
  for (let row = 0; row < box.height && !all.isSpent(); row += step) {
    // The row stands below the bars.
    await target.bringIntoView(row - BARS_PX / 2, patienceOf(all))
    const layout = await looker.readLayout()
    const now = layout.scrollers.find((one) => isSame(one, scroller))
    if (!now) return null
    const top = Math.max(now.box.y + row, 0)
    const band = { ...now.visible, y: top, height: Math.min(step, now.box.y + now.box.height - top) }
    bands.push(await walkBand(area, { ...now, visible: intersect(band, looker.window) }, layout))
  }
  return all.isSpent() && bands.length * step < box.height ? [...bands, unseen(scroller)] : bands
}

/** All that is on the screen of an area, window by window. */
async function walkBand({ looker, scroller, target, all }: Walked, now: Scroller, layout: Layout): Promise<AreaWalk> {
  const box = intersect(now.visible, looker.window)
  const clip = moveBox(box, layout.scroll.x, layout.scroll.y)
  const start = await target.measure()
  const windows: AreaWindow[] = []
  const own = new WindowBudget(ALL_MS, MAX_WINDOWS)
  const words = new WordsSeen()
  const upward = standsAtEnd(start)
  const take = async (place: Place, watched: Watched) => {
    const { seen, ...picture } = await looker.pace.takeSettled({
      take: () => lookInto(looker, clip),
      peek: () => looker.peek(clip),
      patience: patienceOf(all),
      watched,
    })
    return { seen, window: { ...picture, place, runs: runsInside(seen, scroller) } }
  }
  const ended = await walk({
    target,
    pause: looker.open.deadline.pause,
    sideways: true,
    isAsking: (since) => looker.open.recorder.isAskingSince(since),
    answerMs: ANSWER_MS,
    budget: {
      isSpent: () => all.isSpent() || own.isSpent(),
      patience: () => Math.min(AREA_PATIENCE_MS, all.patience()),
    },
    look: async (place) => {
      const { window, seen } = await take(place, standsLast(place, upward) ? 'last' : 'now and then')
      windows.push(window)
      for (const one of [own, all]) one.add(window.shot.bytes)
      const added = words.add(seen?.runs)
      await lookAgain({
        target,
        windows,
        passed: looker.pace.passed,
        patience: () => patienceOf(all),
        windowOf: (one) => one,
        take: async (one) => (await take(one.place, 'always')).window,
      })
      return added
    },
  })
  looker.pace.leaveEnd()
  const last = await target.measure()
  const left = ended === 'end' ? 0 : Math.max(0, last.height - last.box.height - Math.abs(last.y))
  await target.scrollTo(start.x, start.y, 0)
  return { scroller, box: roundBox(box), windows, ended, upward, left: Math.round(left), isSlides: false }
}

/** A picture of a box that is on the screen, and the text of the window. */
async function lookInto(looker: Looker, clip: Box) {
  const at = looker.open.operations.now().toISOString()
  const [picture, seen] = await Promise.all([looker.shootBox(clip), looker.readIfCheap()])
  return { at, ...picture, seen }
}

const isInside = (holder: Scroller | null, area: Scroller): boolean =>
  holder !== null && (isSame(holder, area) || isInside(holder.outer, area))

const runsInside = (layout: Layout | null, area: Scroller): Run[] =>
  (layout?.runs ?? []).filter(({ sight, holder }) => sight === 'shown' && isInside(holder, area))
