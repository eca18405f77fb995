import type { Session } from '../../../../engine/sessions.ts'
import { type Box, intersect } from './box.ts'
import { type Cut, isFolded, ROUNDED_PX, type Standing, type State } from './cuts.ts'
import { DocumentView } from './document-view.ts'
import type { Snapshot, SnapshotDocument } from './dom-snapshot.ts'
import type { Layout, Run, Scroller } from './layout.ts'
import { BoxReader, type FoundBoxes } from './read-boxes.ts'
import { readTexts } from './read-texts.ts'

/** A frame of another process, by the number of its element in the document around it. */
export interface ForeignFrame {
  readonly session: Session
  /** The session whose document holds its element. */
  readonly parent: Session
  readonly owner: number
  readonly snapshot: Snapshot
}

/** A snapshot with the session that took it, and those of frames that run elsewhere. */
interface Source {
  readonly session: Session
  readonly snapshot: Snapshot
  readonly foreign: readonly ForeignFrame[]
}

/** The element of a frame in a document around it. */
interface FrameElement {
  readonly node: number
  /** Its place in the layout. */
  readonly at: number
  readonly state: State
  /** The document in it, where the same process runs that. */
  readonly inner: number | undefined
}

/** Elements that hold a document. */
const FRAMES: readonly string[] = ['IFRAME', 'FRAME', 'OBJECT', 'EMBED']

const isFrame = (view: DocumentView, node: number): boolean => FRAMES.includes(view.nameOf(node))

class Reading implements FoundBoxes {
  readonly runs: Run[] = []
  readonly scrollers: Scroller[] = []
  readonly painted: Box[] = []
  readonly fixed: Box[] = []
  readonly stages: Box[] = []
  readonly covers: Box[] = []
  nodes = 0
  rootLocked = false
  sidewaysLocked = false
  readonly window: Box

  constructor(window: Box) {
    this.window = window
  }

  /** Reads one document of a snapshot, and the frames in it. */
  read(source: Source, index: number, standing: Standing): void {
    const document = source.snapshot.documents[index]
    if (!document) return
    const { parentIndex, contentDocumentIndex } = document.nodes
    const view = new DocumentView(source.snapshot, document, standing)
    const boxes = new BoxReader(this, source.session, view)
    const inner = new Map(contentDocumentIndex.index.map((node, at) => [node, contentDocumentIndex.value[at]!]))
    const states: State[] = []
    this.nodes += parentIndex.length
    for (let node = 0; node < parentIndex.length; node++) {
      const outer = states[parentIndex[node]!] ?? standing.state
      const at = view.layoutOf(node)
      const state = at < 0 ? outer : boxes.enter(node, at, outer)
      states[node] = state
      if (at >= 0 && isFrame(view, node)) this.#enterFrame(source, view, { node, at, state, inner: inner.get(node) })
    }
    readTexts(view, states, this.runs)
  }

  #enterFrame(outer: Source, view: DocumentView, { node, at, state, inner }: FrameElement): void {
    const own = view.document.nodes.backendNodeId[node]
    const foreign = outer.foreign.find(({ parent, owner }) => owner === own && parent === outer.session)
    const source = foreign ? { ...foreign, foreign: outer.foreign } : outer
    const index = foreign ? 0 : inner
    const document = index === undefined ? undefined : source.snapshot.documents[index]
    if (!document || index === undefined) return
    const box = view.innerBoxAt(at)
    const scroller = scrollerOf(source, document, box, view, state)
    this.read(source, index, this.#standIn(document, scroller, state))
  }

  #standIn(inner: SnapshotDocument, scroller: Scroller, state: State): Standing {
    const { box, visible, width, height } = scroller
    const scrolled = { x: inner.scrollOffsetX ?? 0, y: inner.scrollOffsetY ?? 0 }
    const hasMore = width > box.width + ROUNDED_PX || height > box.height + ROUNDED_PX
    this.scrollers.push(scroller)
    const cut: Cut = { box, visible, kind: 'scroller', outer: state.cut }
    return {
      origin: { x: box.x - scrolled.x, y: box.y - scrolled.y },
      around: state.scrolled,
      isMain: false,
      leftward: false,
      state: {
        cut,
        outerCut: cut,
        opacity: state.opacity,
        scrolled: { x: state.scrolled.x + scrolled.x, y: state.scrolled.y + scrolled.y },
        holder: hasMore ? scroller : state.holder,
        fixed: state.fixed,
        pinned: state.pinned,
      },
    }
  }
}

/** The document of a frame, as something that a visitor scrolls. */
function scrollerOf(
  { session, snapshot }: Source,
  inner: SnapshotDocument,
  box: Box,
  around: DocumentView,
  state: State,
): Scroller {
  return {
    session,
    frameId: snapshot.strings[inner.frameId] ?? '',
    backendNodeId: null,
    name: 'IFRAME',
    box,
    visible: intersect(box, state.cut.visible),
    width: inner.contentWidth ?? 0,
    height: inner.contentHeight ?? 0,
    open: true,
    sight: around.judge(box, state),
    folded: isFolded(box, state),
    scaled: false,
    outer: state.holder,
  }
}

/** Reads snapshots of the page and of its frames into one layout, in pixels of the window. `leftward`: the page goes on to the left. */
export function readLayout(source: Source, window: Box, leftward: boolean): Layout {
  const document = source.snapshot.documents[0]
  const scroll = { x: document?.scrollOffsetX ?? 0, y: document?.scrollOffsetY ?? 0 }
  const reading = new Reading(window)
  const cut: Cut = { box: window, visible: window, kind: 'window', outer: null }
  const state: State = { cut, outerCut: cut, opacity: 1, scrolled: scroll, holder: null, fixed: false, pinned: false }
  reading.read(source, 0, {
    origin: { x: -scroll.x, y: -scroll.y },
    state,
    around: { x: 0, y: 0 },
    isMain: true,
    leftward,
  })
  const { runs, scrollers, painted, fixed, stages, covers, nodes, rootLocked, sidewaysLocked } = reading
  const [width, height] = [document?.contentWidth ?? 0, document?.contentHeight ?? 0]
  const size = { width, height, scroll }
  return { runs, scrollers, painted, fixed, stages, covers, nodes, ...size, rootLocked, sidewaysLocked }
}
