import type { Box } from './box.ts'
import { judgeCuts, type Standing, type State } from './cuts.ts'
import type { Snapshot, SnapshotDocument } from './dom-snapshot.ts'
import type { Sight } from './layout.ts'

/** One document of a snapshot with its names looked up and its boxes in the window. */
export class DocumentView {
  readonly document: SnapshotDocument
  readonly standing: Standing
  readonly frameId: string
  readonly #strings: readonly string[]
  readonly #layoutOf: Int32Array

  constructor({ strings }: Snapshot, document: SnapshotDocument, standing: Standing) {
    this.document = document
    this.standing = standing
    this.frameId = strings[document.frameId] ?? ''
    this.#strings = strings
    this.#layoutOf = new Int32Array(document.nodes.parentIndex.length).fill(-1)
    document.layout.nodeIndex.forEach((node, at) => {
      if (this.#layoutOf[node] === -1) this.#layoutOf[node] = at
    })
  }

  string(at: number): string {
    return this.#strings[at] ?? ''
  }

  /** The place of a node in the layout; -1 where it has none. */
  layoutOf(node: number): number {
    return this.#layoutOf[node] ?? -1
  }

  /** The place in the layout of the element around; -1 where it has none. */
  layoutAround(at: number): number {
    return this.layoutOf(this.document.nodes.parentIndex[this.document.layout.nodeIndex[at]!] ?? -1)
  }

  style(at: number, which: number): string {
    return this.string(this.document.layout.styles[at]?.[which] ?? -1)
  }

  nameOf(node: number): string {
    return this.string(this.document.nodes.nodeName[node]!)
  }

  boxAt(at: number): Box {
    return this.inWindow(this.document.layout.bounds[at]!)
  }

  /** The box without its borders and its own bars. */
  innerBoxAt(at: number): Box {
    const [left = 0, top = 0, width = 0, height = 0] = this.document.layout.clientRects[at] ?? []
    const { x, y } = this.boxAt(at)
    return { x: x + left, y: y + top, width, height }
  }

  inWindow([x, y, width, height]: readonly [number, number, number, number]): Box {
    const { origin } = this.standing
    return { x: x + origin.x, y: y + origin.y, width, height }
  }

  judge(box: Box, state: State): Sight {
    const { isMain, leftward } = this.standing
    if (!isMain || state.fixed || state.holder !== null) return judgeCuts(box, state)
    const [left, top] = [box.x + state.scrolled.x, box.y + state.scrolled.y]
    const isBeyond = leftward ? left >= this.standing.state.cut.box.width : left + box.width <= 0
    return isBeyond || top + box.height <= 0 ? 'off-page' : judgeCuts(box, state)
  }
}
