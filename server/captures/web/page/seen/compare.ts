import { areaOf, type Box, intersect, moveBox } from './layout/box.ts'
import { contrastOf, DRAWN_LEVELS, type Ink, showSame } from './ink/ink.ts'
import type { Layout, Run } from './layout/layout.ts'
import type { Look } from './walk/take-look.ts'

/** The whole-page picture with the layout that it was taken of. */
export interface TallPicture {
  readonly ink: Ink
  readonly layout: Layout | null
  /** Column of the page at which it begins. */
  readonly left: number
}

/** A run of text that was on the screen, with the first window in which it was. */
export interface SeenRun {
  readonly run: Run
  readonly window: number
}

/** A look whose picture was unpacked. */
export type InkedLook = Omit<Look, 'ink'> & { readonly ink: Ink }

export const countCharacters = (runs: readonly Pick<Run, 'text'>[]): number =>
  runs.reduce((sum, { text }) => sum + text.length, 0)

const NEAR_PX = 6

/**
 * One run each, however often it was on the screen; where it lies under a bar, another window is preferred. Nobody saw what a box hid in each of
 * them.
 */
export function gatherRuns(looks: readonly InkedLook[]): SeenRun[] {
  const found = new Map<string, SeenRun>()
  for (const underBars of [false, true])
    looks.forEach(({ layout, ink }, window) => {
      for (const run of layout?.runs ?? []) {
        if (run.sight !== 'shown') continue
        const key = keyOf(run)
        if (found.has(key) || isUnderBar(run, layout!) !== underBars) continue
        if (isCovered(run, layout!.covers)) continue
        if (contrastOf(ink, run.visible) >= DRAWN_LEVELS) found.set(key, { run, window })
      }
    })
  return [...found.values()].toSorted((a, b) => a.window - b.window)
}

const isUnderBar = (run: Run, layout: Layout): boolean => isCovered(run, layout.fixed)

const isCovered = ({ visible, fixed }: Pick<Run, 'visible' | 'fixed'>, boxes: readonly Box[]): boolean =>
  !fixed && boxes.some((box) => areaOf(intersect(box, visible)) > areaOf(visible) / 2)

/** The same words at another place of what scrolls are another run. */
export const keyOf = ({ text, place, fixed }: Run): string =>
  fixed ? `fixed ${text}` : `${Math.round(place.x / 8)} ${Math.round(place.y / 8)} ${text}`

type Shown = Pick<Run, 'text' | 'box'>

/** Runs of the tall picture, by their words, in its own pixels. */
function picturedRuns({ layout, ink, left }: TallPicture): Map<string, Shown[]> {
  const found = new Map<string, Shown[]>()
  if (!layout) return found
  for (const run of layout.runs) {
    if (run.sight !== 'shown' && run.sight !== 'beside') continue
    const box = { ...run.box, x: run.box.x + layout.scroll.x - left, y: run.box.y + layout.scroll.y }
    if (contrastOf(ink, box) < DRAWN_LEVELS) continue
    const same = found.get(run.text)
    if (same) same.push({ text: run.text, box })
    else found.set(run.text, [{ text: run.text, box }])
  }
  return found
}

/** Words of the whole-page picture; null where its text was not read. */
export const wordsOf = (tall: TallPicture): ReadonlySet<string> | null =>
  tall.layout && new Set(picturedRuns(tall).keys())

const isNear = (a: Box, b: Box): boolean => Math.abs(a.x - b.x) <= NEAR_PX && Math.abs(a.y - b.y) <= NEAR_PX

/**
 * Runs that the tall picture lacks: their place in it is empty, or nothing stands there but a ground that has no words. Other words at the
 * place are a text that changed, which is no loss; but where content `moved` under its places, or much of it is nowhere in the picture.
 */
export function compareRuns(
  seen: readonly SeenRun[],
  looks: readonly InkedLook[],
  tall: TallPicture,
  moved: boolean,
): SeenRun[] {
  const isHidden = coverTest(looks, tall)
  const pictured = picturedRuns(tall)
  const rows = byRows([...pictured.values()].flat())
  const times = countWords(seen)
  const shapes = new Set([...pictured.keys()].map(shapeOf))
  const isReplaced = replacedTest(seen, pictured, shapes)
  return seen.filter((one) => {
    const { run } = one
    const place: Box = run.fixed
      ? { ...run.box, x: run.box.x - tall.left }
      : { ...run.box, x: run.place.x - tall.left, y: run.place.y }
    const same = pictured.get(run.text)
    if (isHidden(one, place)) return true
    // A line that is held fast has no place of its own: its words are there, or others like a clock's, or they are lost.
    if (run.fixed && isOnStage(one, looks)) return !same
    if (run.fixed) return isReplaced(one) || !(same || shapes.has(shapeOf(run.text)))
    if (same?.some(({ box }) => isNear(box, place))) return false
    if (standsAt(rows, place)) return moved ? !same : isReplaced(one)
    // Words that stood elsewhere while the page was scrolled, and no more often than in the picture.
    return !same || times.get(run.text)! > same.length
  })
}

/** Whether a line stands on a stage: one that says another number there is another line. */
const isOnStage = ({ run: { visible }, window }: SeenRun, looks: readonly InkedLook[]): boolean =>
  (looks[window]!.layout?.stages ?? []).some((box) => areaOf(intersect(box, visible)) > areaOf(visible) / 2)

/** Above these, other words at their places are no text that changed, but other content. */
const REPLACED = { runs: 10, characters: 0.05 }
/** Words that are held fast and differ by their numbers alone are other content above these: clocks are fewer than rows of a table. */
const RENUMBERED = { ...REPLACED, characters: 0.25 }

/** Whether words are nowhere in the picture, of a page of which much is not. */
function replacedTest(
  seen: readonly SeenRun[],
  pictured: ReadonlyMap<string, unknown>,
  shapes: ReadonlySet<string>,
): (one: SeenRun) => boolean {
  const characters = countCharacters(seen.map(({ run }) => run))
  const testOf = (isGone: (one: SeenRun) => boolean, least: typeof REPLACED) => {
    const gone = seen.filter(isGone)
    const isMuch = countCharacters(gone.map(({ run }) => run)) > characters * least.characters
    return gone.length >= least.runs && isMuch ? isGone : () => false
  }
  const isReplaced = testOf(({ run }) => !run.fixed && !shapes.has(shapeOf(run.text)), REPLACED)
  const isRenumbered = testOf(({ run }) => run.fixed && !pictured.has(run.text), RENUMBERED)
  return (one) => isReplaced(one) || isRenumbered(one)
}

/** Runs of a document that its whole-page picture lacks: all of them where there is none, and nobody knows where the page was too large to be read. */
export function findLost(
  seen: readonly SeenRun[],
  looks: readonly InkedLook[],
  tall: TallPicture | null,
  moved: boolean,
): readonly SeenRun[] {
  if (!tall) return seen
  return tall.layout ? compareRuns(seen, looks, tall, moved) : []
}

/** A bar that is held fast stands in the whole-page picture once, over whatever lies there: the words below it are in no part of it. */
function coverTest(looks: readonly InkedLook[], { ink, layout, left }: TallPicture) {
  const bars = (layout?.fixed ?? []).map((box) => moveBox(box, layout!.scroll.x - left, layout!.scroll.y))
  return ({ run, window }: SeenRun, place: Box): boolean => {
    if (run.fixed || !bars.some((bar) => areaOf(intersect(bar, place)) > areaOf(place) / 2)) return false
    const moved = moveBox(place, run.visible.x - run.box.x, run.visible.y - run.box.y)
    const there = { ...moved, width: run.visible.width, height: run.visible.height }
    return !showSame(looks[window]!.ink, run.visible, ink, there)
  }
}

/** Words without their numbers: a clock's and a counter's stay the same. */
export const shapeOf = (text: string): string => text.replaceAll(/\d+/g, '0')

const ROW_PX = 64

function byRows(runs: readonly Shown[]): Map<number, Shown[]> {
  const rows = new Map<number, Shown[]>()
  for (const run of runs)
    for (let row = Math.floor(run.box.y / ROW_PX); row * ROW_PX < run.box.y + run.box.height; row++) {
      const same = rows.get(row)
      if (same) same.push(run)
      else rows.set(row, [run])
    }
  return rows
}

/** Whether words cover more than half of a place. */
function standsAt(rows: ReadonlyMap<number, readonly Shown[]>, place: Box): boolean {
  const row = rows.get(Math.floor((place.y + place.height / 2) / ROW_PX)) ?? []
  return row.some(({ box }) => areaOf(intersect(box, place)) > areaOf(place) / 2)
}

function countWords(seen: readonly SeenRun[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const { run } of seen) times.set(run.text, (times.get(run.text) ?? 0) + 1)
  return times
}
