import { areaOf, type Box, intersect } from './box.ts'
import type { Scroller, Sight } from './layout.ts'

/** A box beyond which nothing of its content is seen. */
export interface Cut {
  /** Its own. */
  readonly box: Box
  /** What it and all boxes around it leave. */
  readonly visible: Box
  readonly kind: 'window' | 'scroller' | 'locked' | 'hidden' | 'large'
  readonly outer: Cut | null
}

/** What a node inherits from all around it. */
export interface State {
  readonly cut: Cut
  /** What cuts children that are placed absolutely. */
  readonly outerCut: Cut
  readonly opacity: number
  readonly scrolled: { readonly x: number; readonly y: number }
  readonly holder: Scroller | null
  readonly fixed: boolean
  /** Held fast in the window, and not only while what is around it is scrolled. */
  readonly pinned: boolean
}

/** Where a document stands: the place of its own first pixel in the window, and what it inherits from the frame around it. */
export interface Standing {
  readonly origin: { readonly x: number; readonly y: number }
  readonly state: State
  /** How far all that stands around it was scrolled. */
  readonly around: { readonly x: number; readonly y: number }
  readonly isMain: boolean
}

const LEAST_OPACITY = 0.1
const LEAST_SHARE = 0.25

function cutSight({ kind }: Cut): Sight {
  if (kind === 'window') return 'beside'
  if (kind === 'scroller') return 'in-scroller'
  if (kind === 'locked') return 'locked'
  return kind === 'large' ? 'clipped' : 'hidden'
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
