import type { Session } from '../../../../engine/sessions.ts'
import { areaOf, type Box, intersect, READABLE_SHARE } from './box.ts'
import { type Cut, isFolded, ROUNDED_PX, type State } from './cuts.ts'
import type { DocumentView } from './document-view.ts'
import type { Scroller } from './layout.ts'

/** A box that fills this share of the window stands for the page. */
const MOST = 0.5
/** Share of the window that a box may hide, or a bar that sticks may take. */
const MOST_COVERED = 0.4

const locks = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'

/** Boxes of all documents that were read. */
export interface FoundBoxes {
  readonly window: Box
  readonly scrollers: Scroller[]
  readonly painted: Box[]
  readonly fixed: Box[]
  readonly stages: Box[]
  readonly covers: Box[]
  rootLocked: boolean
  sidewaysLocked: boolean
}

/** Reads the boxes of a document from the outside to the inside: each cuts what stands in it. */
export class BoxReader {
  readonly #found: FoundBoxes
  readonly #session: Session
  readonly #view: DocumentView
  #rootVisible = true

  constructor(found: FoundBoxes, session: Session, view: DocumentView) {
    this.#found = found
    this.#session = session
    this.#view = view
  }

  /** Gives the state of a node's content. `at`: its place in the layout; `outer`: the state around it. */
  enter(node: number, at: number, outer: State): State {
    const [view, found] = [this.#view, this.#found]
    const [overflowX, overflowY, position, opacity] = [0, 1, 2, 3].map((which) => view.style(at, which))
    if (overflowX === '') return outer
    const name = view.nameOf(node)
    const box = view.boxAt(at)
    let state = this.#positioned(position!, outer)
    // It lies behind the page.
    if (position === 'fixed' && Number(view.style(at, 7)) < 0) state = { ...state, pinned: false }
    if (opacity !== '1') state = { ...state, opacity: state.opacity * Number(opacity) }
    if ((position === 'fixed' || position === 'sticky') && view.standing.isMain) this.#hold(box, position)
    if (state.pinned && view.standing.isMain && state.opacity === 1 && view.style(at, 6).startsWith('rgb('))
      this.#cover(intersect(box, state.cut.visible))
    if (name === 'CANVAS' || name === 'VIDEO') found.painted.push(intersect(box, state.cut.visible))
    if (this.#isRoot(node, name) && this.#readRoot(name, overflowX!, overflowY!)) return state
    if (overflowX === 'visible' && overflowY === 'visible')
      return position === 'static' ? state : { ...state, outerCut: state.cut }
    return this.#cutBy(node, at, [overflowX!, overflowY!], position!, state)
  }

  /** A bar that sticks, or a stage that fills most of the window and shows one thing after the other: all of it, also below the window. */
  #hold(box: Box, position: string): void {
    const { window, stages, fixed } = this.#found
    const [width, height] = [Math.min(box.width, window.width), Math.min(box.height, window.height)]
    if (position === 'sticky' && width * height > areaOf(window) * MOST_COVERED) stages.push(box)
    else fixed.push(intersect(box, window))
  }

  /** Larger boxes are the ground that a page stands on, or a dialog. */
  #cover(box: Box): void {
    if (areaOf(box) <= areaOf(this.#found.window) * MOST_COVERED) this.#found.covers.push(box)
  }

  #positioned(position: string, outer: State): State {
    if (position === 'fixed') {
      const { cut, holder } = this.#view.standing.state
      return {
        cut,
        outerCut: cut,
        holder,
        opacity: outer.opacity,
        scrolled: this.#view.standing.around,
        fixed: true,
        pinned: true,
      }
    }
    if (position === 'sticky') return { ...outer, fixed: true }
    return position === 'absolute' ? { ...outer, cut: outer.outerCut } : outer
  }

  #isRoot(node: number, name: string): boolean {
    const { parentIndex } = this.#view.document.nodes
    return name === 'HTML' || (name === 'BODY' && this.#view.nameOf(parentIndex[node]!) === 'HTML')
  }

  /** The overflow of the root, and of the body where the root has none, is that of the window; answers whether it is. */
  #readRoot(name: string, overflowX: string, overflowY: string): boolean {
    const counts = name === 'HTML' || this.#rootVisible
    if (name === 'HTML') this.#rootVisible = overflowX === 'visible' && overflowY === 'visible'
    if (counts && this.#view.standing.isMain) {
      this.#found.rootLocked ||= locks(overflowY)
      this.#found.sidewaysLocked ||= locks(overflowX)
    }
    return counts
  }

  #cutBy(node: number, at: number, overflow: readonly string[], position: string, state: State): State {
    const { clientRects, scrollRects } = this.#view.document.layout
    const [scrolledX = 0, scrolledY = 0, fullWidth = 0, fullHeight = 0] = scrollRects[at] ?? []
    const box = this.#view.innerBoxAt(at)
    if (areaOf(box) === 0 && clientRects[at]?.length === 0) return state
    const { width, height } = box
    const isOpen = overflow.some((one) => one === 'auto' || one === 'scroll' || one === 'overlay')
    const visible = intersect(box, state.cut.visible)
    const share = areaOf(intersect(box, this.#found.window)) / areaOf(this.#found.window)
    const scroller: Scroller = {
      session: this.#session,
      frameId: this.#view.frameId,
      backendNodeId: this.#view.document.nodes.backendNodeId[node]!,
      name: this.#view.nameOf(node),
      box,
      visible,
      width: overflow[0] === 'visible' ? width : fullWidth,
      height: overflow[1] === 'visible' ? height : fullHeight,
      open: isOpen,
      sight: this.#view.style(at, 4) === 'hidden' ? 'hidden' : this.#view.judge(box, state),
      folded: isFolded(box, state),
      scaled: this.#isScaled(at),
      outer: state.holder,
    }
    const hasMore = fullWidth > width + ROUNDED_PX || fullHeight > height + ROUNDED_PX
    if (hasMore || isOpen) this.#found.scrollers.push(scroller)
    const isLocked = share >= MOST && fullHeight > height + ROUNDED_PX
    const kind = isOpen ? 'scroller' : isLocked ? 'locked' : share >= READABLE_SHARE ? 'large' : 'hidden'
    const cut: Cut = { box, visible, kind, outer: state.cut }
    return {
      cut,
      outerCut: position === 'static' ? state.outerCut : cut,
      opacity: state.opacity,
      scrolled: { x: state.scrolled.x + scrolledX, y: state.scrolled.y + scrolledY },
      holder: isOpen && hasMore ? scroller : state.holder,
      fixed: state.fixed,
      pinned: state.pinned,
    }
  }

  #isScaled(at: number): boolean {
    const { offsetRects, bounds } = this.#view.document.layout
    const own = offsetRects[at]?.[2]
    return own !== undefined && Math.abs(bounds[at]![2] - own) > Math.max(2, own * 0.01)
  }
}
