import type { Run } from '../layout/layout.ts'
import type { Place, ScrollTarget } from './scroll-target.ts'
import { MORE_PX } from './scrollers.ts'

/**
 * Share of a window that the next one shows again, within bounds: nothing falls between them, what fades at an edge is whole in one of them, and
 * their seam can be compared.
 */
const OVERLAP = { share: 0.06, least: 8, most: 48 }
/** Time from the arrival at an end until more has come, or has been asked for. */
const GROWTH_MS = 500
/** A feed that has grown is waited for longer. */
const MORE_GROWTH_MS = 1_000
const POLL_MS = 60
const MAX_RETURNS = 3
/** Windows that are looked at on the way back to them. */
const MOST_ABOVE = 3

/** The end was seen; what may be spent was spent; or it was spent on a content that goes on growing. */
export type WalkEnd = 'end' | 'budget' | 'grows'

/** The windows, bytes and time that a walk may spend. */
export interface Budget {
  readonly isSpent: () => boolean
  /** Longest wait for what moves after a scroll, in milliseconds. */
  readonly patience: () => number
}

/** The words of a window beside those of the windows before it. */
export interface Words {
  /** Some were in no window before. */
  readonly isNew: boolean
  /** Some were in the last window that was joined to those before it, or one of both has none. */
  readonly isJoined: boolean
}

export interface Walking {
  readonly target: ScrollTarget
  readonly budget: Budget
  readonly pause: (milliseconds: number) => Promise<void>
  /** Called in each window. */
  readonly look: (place: Place) => Promise<Words>
  /** Whether it is walked sideways too. */
  readonly sideways: boolean
  /** Whether the page waits for an answer that it asked for after an instant of `performance.now()`. */
  readonly isAsking: (since: number) => boolean
  /** Longest wait for it, in milliseconds. */
  readonly answerMs: number
}

const rangeY = ({ height, box, fromEnd }: Place): readonly [number, number] => {
  const more = Math.max(0, height - box.height)
  return fromEnd.y ? [-more, 0] : [0, more]
}

const overlapOf = (length: number): number => Math.min(OVERLAP.most, Math.max(OVERLAP.least, length * OVERLAP.share))

const stepOf = (length: number, covered: number): number => Math.max(length * 0.2, length - covered - overlapOf(length))

const stepY = ({ box, insets }: Place): number => stepOf(box.height, insets.top + insets.bottom)

const stepX = ({ box, insets }: Place): number => stepOf(box.width, insets.left + insets.right)

/** Whether it stands away from its beginning, at its end: a chat whose older messages lie above. */
export const standsAtEnd = (place: Place): boolean => {
  const [low, high] = rangeY(place)
  return high - low > MORE_PX && place.y > low + 4 && place.y >= high - 4
}

/** Whether it stands where a walk ends that goes this way. */
export const standsLast = (place: Place, upward: boolean): boolean => {
  const [low, high] = rangeY(place)
  return upward ? place.y <= low + 1 : place.y >= high - 1
}

/** Goes through all that a scroller holds, window by window, from where it begins or from its end upwards. */
export async function walk(walking: Walking): Promise<WalkEnd> {
  const { target, budget } = walking
  const place = await target.measure()
  if (standsAtEnd(place)) return walkUp(walking, place)
  const [low] = rangeY(place)
  if (Math.abs(place.y - low) > 1) await target.scrollTo(place.x, low, budget.patience())
  return walkDown(walking)
}

/** Goes on from a place at which a walk had ended before more came; null where nothing can be scrolled. */
export async function walkOn(walking: Walking, place: Place, upward: boolean): Promise<WalkEnd | null> {
  if (walking.budget.isSpent()) return 'grows'
  if (upward) return walkUp(walking, await goUpTo(walking, place, rangeY(place)[1] - place.y + stepY(place)))
  const next = await stepTo(walking, place, place.y + stepY(place), place.y + place.box.height)
  return next && walkDown(walking)
}

async function walkDown(walking: Walking): Promise<WalkEnd> {
  const { target, budget } = walking
  const first = await target.measure()
  let [place, grown, furthest, returns, wentBack] = [first, 0, first.y, 0, false]
  let arrived = performance.now()
  for (;;) {
    const { isWhole, isNew, isJoined } = await lookAcross(walking, place)
    // Content went by unseen while some was taken away above.
    if (wentBack && isNew && !isJoined) await lookAbove(walking, place)
    if (budget.isSpent() || !isWhole) {
      if (isWhole && !(await stillAhead(walking, { place, grown, arrived, isNew }))) return 'end'
      return grown > 0 || isGrown(place, first) ? 'grows' : 'budget'
    }
    place = await target.measure()
    if (place.y >= rangeY(place)[1] - 1) {
      if (!(await waitForGrowth(walking, { place, grown, arrived, isNew }))) return 'end'
      grown += 1
      place = await target.measure()
    }
    arrived = performance.now()
    const asked = Math.min(place.y + stepY(place), rangeY(place)[1])
    const next = await stepTo(walking, place, place.y + stepY(place), place.y + place.box.height)
    wentBack = next === null || next.y < asked - MORE_PX
    // A page that goes back by itself is followed a few times, and not for ever; one that takes away above what it adds below stands still.
    if (next === null || next.y <= furthest) returns = isNew ? 0 : returns + (next === null ? 2 : 1)
    if (returns > MAX_RETURNS) return 'budget'
    place = next ?? (await target.measure())
    furthest = Math.max(furthest, place.y)
  }
}

/** Goes up from a place until a window has words in common with the last one. */
async function lookAbove(walking: Walking, from: Place): Promise<void> {
  const { target, budget } = walking
  let place = from
  for (let tries = 0; tries < MOST_ABOVE && !budget.isSpent(); tries++) {
    await target.scrollTo(place.x, Math.max(rangeY(place)[0], place.y - stepY(place)), budget.patience())
    place = await target.measure()
    if ((await lookAcross(walking, place)).isJoined) return
  }
}

/** More came before its end was reached. */
const isGrown = (now: Place, first: Place): boolean => now.height > first.height * 1.2

/** A page that snaps to its sections may go back to where it was: it is offered the next whole window then. */
async function stepTo({ target, budget }: Walking, from: Place, ...tries: readonly number[]): Promise<Place | null> {
  for (const y of tries) {
    await target.scrollTo(from.x, y, budget.patience())
    const place = await target.measure()
    if (Math.abs(place.y - from.y) > 1) return closeGap(target, from, place, budget)
  }
  return null
}

/** A bar that sticks only once it is scrolled covers rows that the window before did not show. */
async function closeGap(target: ScrollTarget, from: Place, place: Place, budget: Budget): Promise<Place> {
  const gap = place.y + place.insets.top - (from.y + from.box.height - from.insets.bottom)
  if (gap <= 0) return place
  await target.scrollTo(place.x, place.y - gap - OVERLAP.least, budget.patience())
  return target.measure()
}

async function stillAhead(walking: Walking, end: End): Promise<boolean> {
  const place = await walking.target.measure()
  return place.y < rangeY(place)[1] - 1 || (end.grown > 0 && (await waitForGrowth(walking, end)))
}

/** Positions are counted from the end: the beginning moves when older content is put before it. */
async function walkUp(walking: Walking, first: Place): Promise<WalkEnd> {
  const { target, budget } = walking
  let [place, grown, arrived] = [first, 0, performance.now()]
  for (;;) {
    const { isWhole, isNew } = await lookAcross(walking, place)
    const fromEnd = rangeY(place)[1] - place.y
    if (budget.isSpent() || !isWhole) {
      const now = await target.measure()
      if (now.y <= rangeY(now)[0] + 1 && grown === 0 && isWhole) return 'end'
      return grown > 0 || isGrown(now, first) ? 'grows' : 'budget'
    }
    let now = await target.measure()
    if (now.y <= rangeY(now)[0] + 1) {
      if (!(await waitForGrowth(walking, { place, grown, arrived, isNew }))) return 'end'
      grown += 1
      now = await target.measure()
    }
    const reach = fromEnd + stepY(place)
    arrived = performance.now()
    let next = await goUpTo(walking, now, reach)
    // Older content came in above while it was scrolled: the same place is further down now.
    if (rangeY(next)[1] - next.y > reach + 1) next = await goUpTo(walking, next, reach)
    if (Math.abs(rangeY(next)[1] - next.y - fromEnd) <= 1) return 'budget'
    place = next
  }
}

async function goUpTo({ target, budget }: Walking, now: Place, fromEnd: number): Promise<Place> {
  const [low, high] = rangeY(now)
  await target.scrollTo(now.x, Math.max(low, high - fromEnd), budget.patience())
  return target.measure()
}

interface Row extends Words {
  /** All of its windows were looked at. */
  readonly isWhole: boolean
}

/** The windows of one row, from left to right. */
async function lookAcross({ target, budget, look, sideways }: Walking, place: Place): Promise<Row> {
  let { isNew, isJoined } = await look(place)
  const more = place.width - place.box.width
  if (!sideways || more <= MORE_PX) return { isWhole: true, isNew, isJoined }
  const direction = place.fromEnd.x ? -1 : 1
  let at = place
  while (Math.abs(at.x) < at.width - at.box.width - 1) {
    if (budget.isSpent()) return { isWhole: false, isNew, isJoined }
    const x = at.x + direction * stepX(at)
    await target.scrollTo(x, at.y, budget.patience())
    const next = await target.measure()
    if (Math.abs(next.x - at.x) <= 1) return { isWhole: false, isNew, isJoined }
    // A column that sticks only once it is scrolled covers what the window before did not show.
    const gap = Math.abs(next.x - at.x) + next.insets.left - (at.box.width - at.insets.right)
    if (gap > 0) await target.scrollTo(next.x - direction * (gap + OVERLAP.least), next.y, budget.patience())
    at = gap > 0 ? await target.measure() : next
    const words = await look(at)
    isNew ||= words.isNew
    isJoined ||= words.isJoined
  }
  await target.scrollTo(place.x, place.y, 0)
  return { isWhole: true, isNew, isJoined }
}

/** An end that was reached. */
interface End {
  readonly place: Place
  /** The number of times that more has come so far. */
  readonly grown: number
  readonly arrived: number
  /** The last window showed new words. */
  readonly isNew: boolean
}

/** Whether more comes: by the time that it takes to ask for it, and as long as the page waits for an answer. */
async function waitForGrowth(
  { target, pause, isAsking, answerMs }: Walking,
  { place, grown, arrived, isNew }: End,
): Promise<boolean> {
  let least = arrived + (grown > 0 ? MORE_GROWTH_MS : GROWTH_MS)
  const most = performance.now() + answerMs
  for (;;) {
    await pause(POLL_MS)
    const now = await target.measure()
    // More came, or as much as was taken away above it.
    if (now.height > place.height + 1 || (isNew && now.y < place.y - MORE_PX)) return true
    const instant = performance.now()
    if (instant >= least) return false
    // An answer takes a moment to be shown.
    if (isAsking(arrived)) least = Math.max(least, Math.min(most, instant + GROWTH_MS))
  }
}

/** Fewer lines are a clock. */
const LEAST_NEW = 3
/** A window whose text was not read. */
export const UNREAD: Words = { isNew: true, isJoined: true }

/** Compares the words of windows one after the other; nobody knows of those whose text was not read. */
export class WordsSeen {
  readonly #known = new Set<string>()
  #last = new Set<string>()
  #strange = 0

  add(runs: readonly Pick<Run, 'sight' | 'text'>[] | undefined): Words {
    if (!runs) return UNREAD
    const now = new Set(runs.flatMap(({ sight, text }) => (sight === 'shown' ? [text] : [])))
    const isNew = [...now].filter((text) => !this.#known.has(text)).length >= LEAST_NEW
    const isJoined = now.size === 0 || this.#last.size === 0 || [...now].some((text) => this.#last.has(text))
    for (const text of now) this.#known.add(text)
    this.#strange = isJoined ? 0 : this.#strange + 1
    // The window before a jump stays the last one, until what lies between has been found, or was looked for.
    if (isJoined || this.#strange > MOST_ABOVE) this.#last = now
    return { isNew, isJoined }
  }
}
