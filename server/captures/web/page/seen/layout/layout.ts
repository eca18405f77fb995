import type { Session } from '../../../../engine/sessions.ts'
import type { Box } from './box.ts'

/** Why a run of text is not on the screen, or that it is. */
export type Sight =
  | 'shown'
  /** Beside the window, in a document that scrolls. */
  | 'beside'
  /** Outside a box that a visitor scrolls. */
  | 'in-scroller'
  /** Outside a box that fills most of the window and lets nobody scroll. */
  | 'locked'
  /** Outside another box that cuts it, large enough for a slide. */
  | 'clipped'
  | 'transparent'
  /** Hidden by the page until a visitor acts. */
  | 'hidden'
  /** Before the first row or column of the document. */
  | 'off-page'

/** One line of text with its place. */
export interface Run {
  readonly text: string
  readonly box: Box
  /** The part of it that is on the screen. */
  readonly visible: Box
  readonly sight: Sight
  /** Its place among all that scrolls: the place in the window and how far each holder was scrolled. */
  readonly place: { readonly x: number; readonly y: number }
  /** Held fast in the window, or stuck to an edge of what scrolls. */
  readonly fixed: boolean
  /** The nearest box that a visitor scrolls; null in the document itself. */
  readonly holder: Scroller | null
}

/** An element, or the document of a frame, that has more than it shows, or would be scrolled if it had. */
export interface Scroller {
  readonly session: Session
  /** The frame that its document stands in. */
  readonly frameId: string
  /** Null where the document of the frame is what scrolls. */
  readonly backendNodeId: number | null
  readonly name: string
  readonly box: Box
  /** The part of it that is on the screen. */
  readonly visible: Box
  readonly width: number
  readonly height: number
  /** Whether a visitor can scroll it, or the page only cuts what is inside. */
  readonly open: boolean
  readonly sight: Sight
  /** A box around it that nobody scrolls cuts off a part of it. */
  readonly folded: boolean
  /** Drawn in another size than its own: its pixels are not those of the window. */
  readonly scaled: boolean
  readonly outer: Scroller | null
}

export interface Layout {
  readonly runs: readonly Run[]
  readonly scrollers: readonly Scroller[]
  /** Boxes that the page paints itself: canvas and video. */
  readonly painted: readonly Box[]
  /** Boxes held fast in the window. */
  readonly fixed: readonly Box[]
  /** Boxes that stick and fill most of the window, whole: what they show changes while a visitor scrolls. */
  readonly stages: readonly Box[]
  /** Boxes held fast through which nothing is seen. */
  readonly covers: readonly Box[]
  readonly nodes: number
  /** The size of all of the main document. */
  readonly width: number
  readonly height: number
  readonly scroll: { readonly x: number; readonly y: number }
  /** Whether the root or the body lets nobody scroll the document. */
  readonly rootLocked: boolean
  /** Whether they let nobody scroll it sideways. */
  readonly sidewaysLocked: boolean
}
