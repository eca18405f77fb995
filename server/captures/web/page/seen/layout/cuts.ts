import { areaOf, type Box, intersect } from './box.ts'
import type { Scroller, Sight } from './layout.ts'

/** A box beyond which nothing of its content is seen. */
export interface Cut {
  /** Its own. */
  readonly box: Box
  /** The part that it and all boxes around it leave. */
  readonly visible: Box
  readonly kind: 'window' | 'scroller' | 'locked' | 'hidden' | 'large'
  readonly outer: Cut | null
}

/** A node inherits this from all around it. */
export interface State {
  readonly cut: Cut
  /** The box that cuts children which are placed absolutely. */
  readonly outerCut: Cut
  readonly opacity: number
  readonly scrolled: { readonly x: number; readonly y: number }
  readonly holder: Scroller | null
  readonly fixed: boolean
  /** Held fast in the window, and not only while what is around it is scrolled. */
  readonly pinned: boolean
}

/** The place of a document's own first pixel in the window, and the state that it inherits from the frame around it. */
export interface Standing {
  readonly origin: { readonly x: number; readonly y: number }
  readonly state: State
  /** The distance that all around it was scrolled. */
  readonly around: { readonly x: number; readonly y: number }
  readonly isMain: boolean
  /** The document goes on to the left of its window. */
  readonly leftward: boolean
}

/** Content larger than its box by no more than this was rounded, and is not cut. */
export const ROUNDED_PX = 4
const LEAST_OPACITY = 0.1
const LEAST_SHARE = 0.25

function cutSight({ kind }: Cut): Sight {
  if (kind === 'window') return 'beside'
  if (kind === 'scroller') return 'in-scroller'
  if (kind === 'locked') return 'locked'
  return kind === 'large' ? 'clipped' : 'hidden'
}

/** Share of a box that is whole for a reader. */
const WHOLE_SHARE = 0.9

/** Whether a box around it that nobody scrolls cuts off a part of it. */
export function isFolded(box: Box, state: State): boolean {
  for (let cut: Cut | null = state.cut; cut; cut = cut.outer)
    if (cut.kind !== 'window' && cut.kind !== 'scroller' && areaOf(intersect(box, cut.box)) < areaOf(box) * WHOLE_SHARE)
      return true
  return false
}

/** Whether what stands in a box is on the screen, or which box around it says why it is not. */
export function judgeCuts(box: Box, state: State): Sight {
  for (let cut: Cut | null = state.cut; cut; cut = cut.outer) {
    if (areaOf(intersect(box, cut.box)) >= areaOf(box) * LEAST_SHARE && areaOf(box) > 0) continue
    // The innermost box that cuts it says why.
    return cutSight(cut)
  }
  return state.opacity < LEAST_OPACITY ? 'transparent' : 'shown'
}
