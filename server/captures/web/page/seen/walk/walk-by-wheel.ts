import type { Box } from '../layout/box.ts'
import { shapeOf } from '../compare.ts'
import { changedSquares } from '../ink/changed-squares.ts'
import type { Run } from '../layout/layout.ts'
import { NO_INSETS, type Place } from './scroll-target.ts'
import type { Look, Looker } from './take-look.ts'
import type { MainWalk } from './walk-main.ts'
import { WindowBudget } from './window-budget.ts'

/** The wheel is smooth: a page has come to rest when its words stand where they stood a moment before. */
const BEGIN_MS = 200
const REST_MS = 120
const MAX_LOOKS = 12
/** Pages that turn by whole sections take no other turn for about a second. */
const LOCK_MS = 1_200
const MOVED_PX = 2
/** Share of a window's points that differ after a page has gone to its next section, and levels of grey from which one does. */
const CHANGED_SHARE = 0.05
const CHANGED_LEVELS = 13
/** Share of the words of two windows that go the same way where a page was scrolled. */
const ALIKE_SHARE = 0.6

/** Turns the wheel in the middle of a box, and waits until the page has come to rest, or has been looked at so often. */
export async function turnWheel(looker: Looker, box: Box, deltaY: number, looks = MAX_LOOKS): Promise<void> {
  const { open } = looker
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const turn = { type: 'mouseWheel', x, y, deltaX: 0, deltaY }
  await open.deadline.step('look', 10_000, open.page.send('Input.dispatchMouseEvent', turn))
  await open.deadline.pause(BEGIN_MS)
  let before = ''
  for (let looked = 0; looked < looks; looked++) {
    const now = JSON.stringify((await looker.readLayout()).runs.map(({ text, box: { x, y } }) => [text, x, y]))
    if (now === before) return
    before = now
    await open.deadline.pause(REST_MS)
  }
}

type Move = { readonly kind: 'none' | 'other' } | { readonly kind: 'scrolled'; readonly by: number }

/** Words that stand once in a window. */
function wordsOf({ layout }: Look): Map<string, Run | null> {
  const words = new Map<string, Run | null>()
  for (const run of layout?.runs ?? []) if (run.sight === 'shown') words.set(run.text, words.has(run.text) ? null : run)
  return words
}

/** Words tell the way of a page from one window to the next: a map that was made larger moves each of its words another way. */
async function findMove(before: Look, after: Look, height: number): Promise<Move> {
  const [from, to] = [wordsOf(before), wordsOf(after)]
  const both = [...from].flatMap(([text, run]) => {
    const there = to.get(text)
    return run && there ? [{ fixed: run.fixed, x: run.box.x - there.box.x, y: run.box.y - there.box.y }] : []
  })
  // A line that runs sideways says nothing of the page's way.
  const going = both.filter(({ x, y }) => Math.abs(y) > MOVED_PX || Math.abs(x) <= MOVED_PX)
  const free = going.filter(({ fixed }) => !fixed)
  // All of a page may stand in one box that is held fast.
  const moves = free.length > 0 ? free : going
  const [gone, fresh] = [shapesBeside(from, to), shapesBeside(to, from)]
  if (moves.length === 0)
    return fresh > 0 || (await isChanged(before, after)) ? { kind: 'scrolled', by: height } : { kind: 'none' }
  const by = moves.map(({ y }) => y).toSorted((a, b) => a - b)[Math.floor(moves.length / 2)]!
  const alike = moves.filter(({ x, y }) => Math.abs(y - by) <= MOVED_PX && Math.abs(x) <= MOVED_PX)
  if (alike.length < moves.length * ALIKE_SHARE) return { kind: 'other' }
  if (Math.abs(by) > MOVED_PX) return { kind: 'scrolled', by }
  // A section took the place of another one, and little stayed around them: a carousel turns by itself.
  return gone > free.length && fresh > 0 ? { kind: 'scrolled', by: height } : { kind: 'none' }
}

/** Words of one window that the other has not, a clock's numbers apart. */
function shapesBeside(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): number {
  const known = new Set([...other.keys()].map(shapeOf))
  return [...one.keys()].filter((text) => !known.has(shapeOf(text))).length
}

async function isChanged(before: Look, after: Look): Promise<boolean> {
  const [a, b] = [await before.ink, await after.ink]
  return changedSquares(a, b, CHANGED_LEVELS).length > a.grey.length * CHANGED_SHARE
}

/**
 * Turns the wheel over a page that scrolls nowhere, until nothing moves any more. `still` where it lets nobody scroll, `moved` where the
 * wheel does something else: a map is made larger, and there is no more of it below.
 */
export async function walkByWheel(looker: Looker, first: Look): Promise<MainWalk | 'still' | 'moved'> {
  const { window, open } = looker
  const budget = new WindowBudget(open.limits.scrollMs)
  const turn = Math.round(window.height * 0.6)
  const walked: MainWalk = { way: 'wheel', main: null, windows: [], ended: 'end', upward: false, reached: 0, height: 0 }
  addWindow(walked, window, first, 0)
  let [last, y, turns, idle] = [first, 0, 0, 0]
  let move: Move = { kind: 'none' }
  while (!budget.isSpent() && idle < 2) {
    await turnWheel(looker, window, turn)
    turns += 1
    const next = await looker.takeLook({ x: 0, y: 0 })
    move = await findMove(last, next, window.height)
    if (move.kind === 'other') break
    idle = move.kind === 'none' ? idle + 1 : 0
    if (idle === 1) await open.deadline.pause(LOCK_MS)
    if (move.kind !== 'scrolled') continue
    y += move.by
    addWindow(walked, window, next, y)
    budget.add(next.shot.bytes)
    last = next
  }
  await turnBack(looker, first, turns, turn)
  if (move.kind === 'other') return 'moved'
  if (walked.windows.length === 1) return 'still'
  if (budget.isSpent()) walked.ended = 'grows'
  walked.reached = y + window.height
  walked.height = walked.reached
  return walked
}

/** Back to where a visitor begins, by as many turns as led away from it. */
async function turnBack(looker: Looker, first: Look, turns: number, by: number): Promise<void> {
  for (let back = 0; back < turns + 2; back++) {
    await turnWheel(looker, looker.window, -by)
    const now = await looker.takeLook({ x: 0, y: 0 })
    if ((await findMove(first, now, 1)).kind === 'none' && !(await isChanged(first, now))) return
    if (back % 2 === 1) await looker.open.deadline.pause(LOCK_MS)
  }
}

function addWindow({ windows }: MainWalk, window: Box, look: Look, y: number): void {
  const [insets, fromEnd] = [NO_INSETS, { x: false, y: false }]
  const place: Place = { x: 0, y, width: window.width, height: y + window.height, box: window, insets, fromEnd }
  windows.push({ look, place, box: window, isKept: true })
}
