import type { Place, ScrollTarget } from './scroll-target.ts'

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

/** The end was seen; what may be spent was spent; or it was spent on a content that goes on growing. */
export type WalkEnd = 'end' | 'budget' | 'grows'

/** What a walk may spend. */
export interface Budget {
  readonly isSpent: () => boolean
  /** Longest wait for what moves after a scroll, in milliseconds. */
  readonly patience: () => number
}

export interface Walking {
  readonly target: ScrollTarget
  readonly budget: Budget
  readonly pause: (milliseconds: number) => Promise<void>
  /** Called in each window. */
  readonly look: (place: Place) => Promise<void>
  /** Whether it is walked sideways too. */
  readonly sideways: boolean
  /** Whether the page waits for an answer that it asked for after an instant of `performance.now()`. */
  readonly isAsking: (since: number) => boolean
  /** Longest wait for it, in milliseconds. */
  readonly answerMs: number
}

const MORE_PX = 40

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

/** Goes through all that a scroller holds, window by window, from where it begins or from its end upwards. */
export async function walk(walking: Walking): Promise<WalkEnd> {
  const { target, budget } = walking
  const place = await target.measure()
  if (standsAtEnd(place)) return walkUp(walking, place)
  const [low] = rangeY(place)
  if (Math.abs(place.y - low) > 1) await target.scrollTo(place.x, low, budget.patience())
  return walkDown(walking)
}

async function walkDown(walking: Walking): Promise<WalkEnd> {
  const { target, budget } = walking
  const first = await target.measure()
  let [place, grown, furthest, returns] = [first, 0, first.y, 0]
  let arrived = performance.now()
  for (;;) {
    const across = await lookAcross(walking, place)
    if (budget.isSpent() || !across) {
      if (across && !(await stillAhead(walking, { place, grown, arrived }))) return 'end'
      return grown > 0 || isGrown(place, first) ? 'grows' : 'budget'
    }
    place = await target.measure()
    if (place.y >= rangeY(place)[1] - 1) {
      if (!(await waitForGrowth(walking, { place, grown, arrived }))) return 'end'
      grown += 1
      place = await target.measure()
    }
    arrived = performance.now()
    const next = await stepTo(walking, place, place.y + stepY(place), place.y + place.box.height)
    // A page that goes back by itself is followed a few times, and not for ever.
    if (next && next.y <= furthest) returns += 1
    if (!next || returns > MAX_RETURNS) return 'budget'
    furthest = Math.max(furthest, next.y)
    place = next
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
    const across = await lookAcross(walking, place)
    const fromEnd = rangeY(place)[1] - place.y
    if (budget.isSpent() || !across) {
      const now = await target.measure()
      if (now.y <= rangeY(now)[0] + 1 && grown === 0 && across) return 'end'
      return grown > 0 || isGrown(now, first) ? 'grows' : 'budget'
    }
    let now = await target.measure()
    if (now.y <= rangeY(now)[0] + 1) {
      if (!(await waitForGrowth(walking, { place, grown, arrived }))) return 'end'
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

/** The windows of one row, from left to right; false where not all of them could be looked at. */
async function lookAcross({ target, budget, look, sideways }: Walking, place: Place): Promise<boolean> {
  await look(place)
  const more = place.width - place.box.width
  if (!sideways || more <= MORE_PX) return true
  const direction = place.fromEnd.x ? -1 : 1
  let at = place
  while (Math.abs(at.x) < at.width - at.box.width - 1) {
    if (budget.isSpent()) return false
    const x = at.x + direction * stepX(at)
    await target.scrollTo(x, at.y, budget.patience())
    const next = await target.measure()
    if (Math.abs(next.x - at.x) <= 1) return false
    // A column that sticks only once it is scrolled covers what the window before did not show.
    const gap = Math.abs(next.x - at.x) + next.insets.left - (at.box.width - at.insets.right)
    if (gap > 0) await target.scrollTo(next.x - direction * (gap + OVERLAP.least), next.y, budget.patience())
    at = gap > 0 ? await target.measure() : next
    await look(at)
  }
  await target.scrollTo(place.x, place.y, 0)
  return true
}

/** An end that was reached. */
interface End {
  readonly place: Place
  /** How often more has come so far. */
  readonly grown: number
  readonly arrived: number
}

/** Whether more comes: by the time that it takes to ask for it, and as long as the page waits for an answer. */
async function waitForGrowth(
  { target, pause, isAsking, answerMs }: Walking,
  { place, grown, arrived }: End,
): Promise<boolean> {
  let least = arrived + (grown > 0 ? MORE_GROWTH_MS : GROWTH_MS)
  const most = performance.now() + answerMs
  for (;;) {
    await pause(POLL_MS)
    if ((await target.measure()).height > place.height + 1) return true
    const now = performance.now()
    if (now >= least) return false
    // An answer takes a moment to be shown.
    if (isAsking(arrived)) least = Math.max(least, Math.min(most, now + GROWTH_MS))
  }
}
