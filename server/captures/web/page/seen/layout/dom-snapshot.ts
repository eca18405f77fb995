import type { Session } from '../../../../engine/sessions.ts'

/** Computed styles that are asked for, in this order. */
export const STYLES = [
  'overflow-x',
  'overflow-y',
  'position',
  'opacity',
  'visibility',
  '-webkit-text-security',
  'background-color',
  'z-index',
] as const

interface Rare<T> {
  readonly index: readonly number[]
  readonly value: readonly T[]
}

/** A document as `DOMSnapshot.captureSnapshot` answers it: names and texts are places in `strings`, boxes are in pixels of the document. */
export interface SnapshotDocument {
  readonly frameId: number
  readonly scrollOffsetX?: number
  readonly scrollOffsetY?: number
  readonly contentWidth?: number
  readonly contentHeight?: number
  readonly nodes: {
    readonly parentIndex: readonly number[]
    readonly nodeName: readonly number[]
    readonly backendNodeId: readonly number[]
    readonly attributes: readonly (readonly number[])[]
    readonly inputValue: Rare<number>
    readonly textValue: Rare<number>
    readonly contentDocumentIndex: Rare<number>
  }
  readonly layout: {
    readonly nodeIndex: readonly number[]
    readonly styles: readonly (readonly number[])[]
    readonly bounds: readonly (readonly [number, number, number, number])[]
    readonly text: readonly number[]
    /** Left, top, width and height of what an element scrolls; empty for what is no element. */
    readonly scrollRects: readonly (readonly number[])[]
    /** Left, top, width and height before an element is drawn larger or smaller. */
    readonly offsetRects: readonly (readonly number[])[]
    readonly clientRects: readonly (readonly number[])[]
  }
  readonly textBoxes: {
    readonly layoutIndex: readonly number[]
    readonly bounds: readonly (readonly [number, number, number, number])[]
    readonly start: readonly number[]
    readonly length: readonly number[]
  }
}

export interface Snapshot {
  readonly documents: readonly SnapshotDocument[]
  readonly strings: readonly string[]
}

/** One answer holds the document, its shadow trees, closed ones too, and the frames that run in the same process. */
export const takeSnapshot = (session: Session): Promise<Snapshot> =>
  session.send<Snapshot>('DOMSnapshot.captureSnapshot', { computedStyles: STYLES, includeDOMRects: true })
