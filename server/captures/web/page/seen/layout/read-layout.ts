import type { Session } from '../../../../engine/sessions.ts'
import { areaOf, type Box, intersect } from './box.ts'
import type { Snapshot, SnapshotDocument } from './dom-snapshot.ts'
import { type Cut, judgeCuts, type Standing, type State } from './cuts.ts'
import type { Layout, Run, Scroller, Sight } from './layout.ts'

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

/** A box that cuts less than this share of the window hides a label, not a slide. */
const LARGE = 0.03
/** A box that fills this share of the window stands for the page. */
const MOST = 0.5
const MORE_PX = 4
/** Share of the window that a box may hide. */
const MOST_COVERED = 0.4

class Reading {
  readonly runs: Run[] = []
  readonly scrollers: Scroller[] = []
  readonly painted: Box[] = []
  readonly fixed: Box[] = []
  readonly covers: Box[] = []
  nodes = 0
  rootLocked = false
  readonly window: Box

  constructor(window: Box) {
    this.window = window
  }

  /** Reads one document of a snapshot, and the frames in it. */
  read(source: Source, index: number, standing: Standing): void {
    const document = source.snapshot.documents[index]
    if (document) new DocumentReading(this, source, document, standing).run()
  }
}

const boxOf = ([x, y, width, height]: readonly [number, number, number, number]): Box => ({ x, y, width, height })

class DocumentReading {
  readonly #all: Reading
  readonly #source: Source
  readonly #session: Session
  readonly #snapshot: Snapshot
  readonly #document: SnapshotDocument
  readonly #standing: Standing
  readonly #states: (State | undefined)[] = []
  readonly #layoutOf: Int32Array
  readonly #frameId: string
  #rootVisible = true

  constructor(all: Reading, source: Source, document: SnapshotDocument, standing: Standing) {
    this.#all = all
    this.#source = source
    this.#session = source.session
    this.#snapshot = source.snapshot
    this.#document = document
    this.#standing = standing
    this.#frameId = source.snapshot.strings[document.frameId] ?? ''
    this.#layoutOf = new Int32Array(document.nodes.parentIndex.length).fill(-1)
    document.layout.nodeIndex.forEach((node, at) => {
      if (this.#layoutOf[node] === -1) this.#layoutOf[node] = at
    })
  }

  run(): void {
    const { parentIndex, contentDocumentIndex } = this.#document.nodes
    const inner = new Map(contentDocumentIndex.index.map((node, at) => [node, contentDocumentIndex.value[at]!]))
    this.#all.nodes += parentIndex.length
    for (let node = 0; node < parentIndex.length; node++) {
      const parent = parentIndex[node]!
      const outer = parent < 0 ? this.#standing.state : (this.#states[parent] ?? this.#standing.state)
      const at = this.#layoutOf[node]!
      this.#states[node] = at < 0 ? outer : this.#enter(node, at, outer)
      if (at >= 0) this.#enterFrame(node, at, inner.get(node))
    }
    this.#readTexts()
    this.#readFields()
  }

  #style(at: number, which: number): string {
    return this.#snapshot.strings[this.#document.layout.styles[at]?.[which] ?? -1] ?? ''
  }

  #name(node: number): string {
    return this.#snapshot.strings[this.#document.nodes.nodeName[node]!] ?? ''
  }

  /** In the window. */
  #box(at: number): Box {
    const box = boxOf(this.#document.layout.bounds[at]!)
    return { ...box, x: box.x + this.#standing.origin.x, y: box.y + this.#standing.origin.y }
  }

  #enter(node: number, at: number, outer: State): State {
    const [overflowX, overflowY, position, opacity] = [0, 1, 2, 3].map((which) => this.#style(at, which))
    if (overflowX === '') return outer
    const name = this.#name(node)
    const box = this.#box(at)
    let state = this.#positioned(position!, outer)
    // It lies behind the page.
    if (position === 'fixed' && Number(this.#style(at, 7)) < 0) state = { ...state, pinned: false }
    if (opacity !== '1') state = { ...state, opacity: state.opacity * Number(opacity) }
    if ((position === 'fixed' || position === 'sticky') && this.#standing.isMain)
      this.#all.fixed.push(intersect(box, this.#all.window))
    if (state.pinned && this.#standing.isMain && state.opacity === 1 && this.#style(at, 6)?.startsWith('rgb('))
      this.#cover(intersect(box, state.cut.visible))
    if (name === 'CANVAS' || name === 'VIDEO') this.#all.painted.push(intersect(box, state.cut.visible))
    if (this.#isRoot(node, name) && this.#readRoot(name, overflowX!, overflowY!)) return state
    if (overflowX === 'visible' && overflowY === 'visible')
      return position === 'static' ? state : { ...state, outerCut: state.cut }
    return this.#cutBy(node, at, [overflowX!, overflowY!], position!, state)
  }

  /** What fills more of the window is the ground that a page stands on, or a dialog. */
  #cover(box: Box): void {
    if (areaOf(box) <= areaOf(this.#all.window) * MOST_COVERED) this.#all.covers.push(box)
  }

  #positioned(position: string, outer: State): State {
    if (position === 'fixed') {
      const { cut, holder } = this.#standing.state
      return {
        cut,
        outerCut: cut,
        holder,
        opacity: outer.opacity,
        scrolled: this.#standing.around,
        fixed: true,
        pinned: true,
      }
    }
    if (position === 'sticky') return { ...outer, fixed: true }
    return position === 'absolute' ? { ...outer, cut: outer.outerCut } : outer
  }

  #isRoot(node: number, name: string): boolean {
    return name === 'HTML' || (name === 'BODY' && this.#name(this.#document.nodes.parentIndex[node]!) === 'HTML')
  }

  /** The overflow of the root, and of the body where the root has none, is that of the window; answers whether it is. */
  #readRoot(name: string, overflowX: string, overflowY: string): boolean {
    const counts = name === 'HTML' || this.#rootVisible
    if (name === 'HTML') this.#rootVisible = overflowX === 'visible' && overflowY === 'visible'
    if (counts && this.#standing.isMain && (overflowY === 'hidden' || overflowY === 'clip')) this.#all.rootLocked = true
    return counts
  }

  #cutBy(node: number, at: number, overflow: readonly string[], position: string, state: State): State {
    const [left = 0, top = 0, width = 0, height = 0] = this.#document.layout.clientRects[at] ?? []
    const [scrolledX = 0, scrolledY = 0, fullWidth = 0, fullHeight = 0] = this.#document.layout.scrollRects[at] ?? []
    const outerBox = this.#box(at)
    const box = { x: outerBox.x + left, y: outerBox.y + top, width, height }
    if (areaOf(box) === 0 && this.#document.layout.clientRects[at]?.length === 0) return state
    const isOpen = overflow.some((one) => one === 'auto' || one === 'scroll' || one === 'overlay')
    const visible = intersect(box, state.cut.visible)
    const share = areaOf(intersect(box, this.#all.window)) / areaOf(this.#all.window)
    const scroller: Scroller = {
      session: this.#session,
      frameId: this.#frameId,
      backendNodeId: this.#document.nodes.backendNodeId[node]!,
      name: this.#name(node),
      box,
      visible,
      width: overflow[0] === 'visible' ? width : fullWidth,
      height: overflow[1] === 'visible' ? height : fullHeight,
      open: isOpen,
      sight: this.#style(at, 4) === 'hidden' ? 'hidden' : this.#judge(box, state),
      scaled: this.#isScaled(at),
      outer: state.holder,
    }
    const hasMore = fullWidth > width + MORE_PX || fullHeight > height + MORE_PX
    if (hasMore) this.#all.scrollers.push(scroller)
    const kind = isOpen ? 'scroller' : share >= MOST ? 'locked' : share >= LARGE ? 'large' : 'hidden'
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

  #enterFrame(node: number, at: number, inner: number | undefined): void {
    const name = this.#name(node)
    if (name !== 'IFRAME' && name !== 'FRAME') return
    const [left = 0, top = 0, width = 0, height = 0] = this.#document.layout.clientRects[at] ?? []
    const outerBox = this.#box(at)
    const box = { x: outerBox.x + left, y: outerBox.y + top, width, height }
    const state = this.#states[node]!
    const own = this.#document.nodes.backendNodeId[node]
    const foreign = this.#source.foreign.find(({ parent, owner }) => owner === own && parent === this.#session)
    const source = foreign ? { ...foreign, foreign: this.#source.foreign } : this.#source
    const index = foreign ? 0 : inner
    const document = index === undefined ? undefined : source.snapshot.documents[index]
    if (document && index !== undefined) this.#all.read(source, index, this.#standInFrame(source, document, box, state))
  }

  #standInFrame({ session, snapshot }: Source, inner: SnapshotDocument, box: Box, state: State): Standing {
    const scrolled = { x: inner.scrollOffsetX ?? 0, y: inner.scrollOffsetY ?? 0 }
    const [width, height] = [inner.contentWidth ?? 0, inner.contentHeight ?? 0]
    const hasMore = width > box.width + MORE_PX || height > box.height + MORE_PX
    const visible = intersect(box, state.cut.visible)
    const scroller: Scroller = {
      session,
      frameId: snapshot.strings[inner.frameId] ?? '',
      backendNodeId: null,
      name: 'IFRAME',
      box,
      visible,
      width,
      height,
      open: true,
      sight: this.#judge(box, state),
      scaled: false,
      outer: state.holder,
    }
    if (hasMore) this.#all.scrollers.push(scroller)
    const cut: Cut = { box, visible, kind: 'scroller', outer: state.cut }
    return {
      origin: { x: box.x - scrolled.x, y: box.y - scrolled.y },
      around: state.scrolled,
      isMain: false,
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

  #readTexts(): void {
    const { layout, textBoxes } = this.#document
    textBoxes.layoutIndex.forEach((at, index) => {
      const text = this.#snapshot.strings[layout.text[at]!] ?? ''
      const start = textBoxes.start[index]!
      this.#add(at, text.slice(start, start + textBoxes.length[index]!), boxOf(textBoxes.bounds[index]!))
    })
  }

  /** What stands in fields is in no text node that a snapshot tells of. */
  #readFields(): void {
    const { nodes, layout } = this.#document
    for (const { index, value } of [nodes.inputValue, nodes.textValue])
      index.forEach((node, which) => {
        const at = this.#layoutOf[node]!
        if (at >= 0 && !this.#isPassword(node))
          this.#add(at, this.#snapshot.strings[value[which]!] ?? '', boxOf(layout.bounds[at]!))
      })
  }

  #isPassword(node: number): boolean {
    const words = (this.#document.nodes.attributes[node] ?? []).map((at) => this.#snapshot.strings[at] ?? '')
    const kind = words.findIndex((word, at) => at % 2 === 0 && word === 'type')
    return kind >= 0 && /^(password|hidden|checkbox|radio)$/i.test(words[kind + 1] ?? '')
  }

  #add(at: number, raw: string, place: Box): void {
    const text = raw.replaceAll(/\s+/g, ' ').trim()
    if (text === '' || this.#isMasked(at)) return
    const node = this.#document.layout.nodeIndex[at]!
    const state = this.#states[node] ?? this.#standing.state
    const box = { ...place, x: place.x + this.#standing.origin.x, y: place.y + this.#standing.origin.y }
    const visible = intersect(box, state.cut.visible)
    // A text has the visibility of its element.
    const parent = this.#layoutOf[this.#document.nodes.parentIndex[node] ?? -1] ?? -1
    const isHidden = this.#style(at, 4) === 'hidden' || (parent >= 0 && this.#style(parent, 4) === 'hidden')
    this.#all.runs.push({
      text,
      box,
      visible,
      sight: isHidden ? 'hidden' : this.#judge(box, state),
      place: { x: box.x + state.scrolled.x, y: box.y + state.scrolled.y },
      fixed: state.fixed,
      holder: state.holder,
    })
  }

  #isScaled(at: number): boolean {
    const own = this.#document.layout.offsetRects[at]?.[2]
    return own !== undefined && Math.abs(this.#document.layout.bounds[at]![2] - own) > Math.max(2, own * 0.01)
  }

  /** Drawn as dots, as a password is. */
  #isMasked(at: number): boolean {
    const parent = this.#layoutOf[this.#document.nodes.parentIndex[this.#document.layout.nodeIndex[at]!] ?? -1] ?? -1
    return [at, parent].some((one) => one >= 0 && !['', 'none'].includes(this.#style(one, 5)))
  }

  #judge(box: Box, state: State): Sight {
    const isMain = this.#standing.isMain && !state.fixed && state.holder === null
    if (isMain && (box.x + box.width + state.scrolled.x <= 0 || box.y + box.height + state.scrolled.y <= 0))
      return 'off-page'
    return judgeCuts(box, state)
  }
}

/** Reads snapshots of the page and of its frames into one layout, in pixels of the window. */
export function readLayout(
  session: Session,
  snapshot: Snapshot,
  window: Box,
  foreign: readonly ForeignFrame[],
): Layout {
  const document = snapshot.documents[0]
  const scroll = { x: document?.scrollOffsetX ?? 0, y: document?.scrollOffsetY ?? 0 }
  const reading = new Reading(window)
  const cut: Cut = { box: window, visible: window, kind: 'window', outer: null }
  const state: State = { cut, outerCut: cut, opacity: 1, scrolled: scroll, holder: null, fixed: false, pinned: false }
  reading.read({ session, snapshot, foreign }, 0, {
    origin: { x: -scroll.x, y: -scroll.y },
    state,
    around: { x: 0, y: 0 },
    isMain: true,
  })
  const { runs, scrollers, painted, fixed, covers, nodes, rootLocked } = reading
  const [width, height] = [document?.contentWidth ?? 0, document?.contentHeight ?? 0]
  return { runs, scrollers, painted, fixed, covers, nodes, width, height, scroll, rootLocked }
}
