import { CdpError } from '../../../../engine/cdp.ts'
import type { Session } from '../../../../engine/sessions.ts'
import { isolatedWorld } from '../../page-world.ts'
import type { Box } from '../layout/box.ts'
import type { Scroller } from '../layout/layout.ts'

export interface Insets {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const NO_INSETS: Insets = { top: 0, bottom: 0, left: 0, right: 0 }

/** The position of a scroller in its own pixels, and its box in the window of its frame. */
export interface Place {
  readonly x: number
  readonly y: number
  /** All that it holds. */
  readonly width: number
  readonly height: number
  readonly box: Box
  /** Rows and columns at its edges that are covered by what is held fast there. */
  readonly insets: Insets
  /** It counts from its end: a chat laid out from the bottom, a text from right to left. */
  readonly fromEnd: { readonly x: boolean; readonly y: boolean }
}

/**
 * Runs with the scroller as `this`, in a world of its own. Members are taken from the prototypes: a form whose field is called `scrollTop`
 * has another thing under that name.
 */
const HEAD = `
  const get = (name) => Object.getOwnPropertyDescriptor(Element.prototype, name).get.call(root)
  const isDocument = this === document
  if (!isDocument && !this.isConnected) throw new Error('the element is no part of its document any more')
  const root = isDocument ? document.scrollingElement ?? document.documentElement : this
  const rect = Element.prototype.getBoundingClientRect.call(root)
  const box = isDocument
    ? { x: 0, y: 0, width: innerWidth, height: innerHeight }
    : { x: rect.x + get('clientLeft'), y: rect.y + get('clientTop'), width: get('clientWidth'), height: get('clientHeight') }
  // A document runs as its body does.
  const lines = getComputedStyle(isDocument && document.body ? document.body : root)
  // Lines run from top to bottom.
  const isUpright = lines.writingMode !== 'horizontal-tb'
  const leftward = isUpright ? lines.writingMode.endsWith('-rl') : lines.direction === 'rtl'
  // A page that was zoomed out counts from the edge of the screen, and shows columns beside it.
  const beside = isDocument && leftward ? box.width - get('clientWidth') : 0
`
/** A bar reaches along half of an edge, or cells of it along all, and takes at most 40 % of the scroller's depth. */
const INSETS = `
  const up = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null
  const held = (element) => {
    for (let one = element; one && one !== root && one !== document.documentElement; one = up(one)) {
      const { position } = getComputedStyle(one)
      if (position === 'fixed' || position === 'sticky') return one.getBoundingClientRect()
    }
    return null
  }
  const edge = (isUpright, isStart) => {
    const [from, length, along] = isUpright
      ? [box.y, box.height, box.width]
      : [box.x, box.width, box.height]
    let inset = 0
    for (let round = 0; round < 4; round++) {
      const at = isStart ? from + inset + 1 : from + length - inset - 1
      let next = inset
      let cells = 0
      for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        const [x, y] = isUpright ? [box.x + box.width * share, at] : [at, box.y + box.height * share]
        const bar = document.elementsFromPoint(x, y).map(held).find((one) => one !== null)
        if (!bar) continue
        cells += 1
        const [depth, wide] = isUpright ? [bar.height, bar.width] : [bar.width, bar.height]
        const [low, high] = isUpright ? [bar.top, bar.bottom] : [bar.left, bar.right]
        if ((wide >= along * 0.5 || cells === 5) && depth <= length * 0.4)
          next = Math.max(next, isStart ? high - from : from + length - low)
      }
      if (next <= inset) break
      inset = next
    }
    return Math.min(Math.max(0, Math.ceil(inset)), Math.floor(length * 0.6))
  }
`
const MEASURE = `
  const style = getComputedStyle(root)
  const flex = style.display.includes('flex') ? style.flexDirection : ''
  return {
    x: get('scrollLeft') + beside, y: get('scrollTop'), width: get('scrollWidth'), height: get('scrollHeight'), box,
    insets: {
      top: edge(true, true), bottom: edge(true, false),
      left: get('scrollWidth') > box.width ? edge(false, true) : 0, right: get('scrollWidth') > box.width ? edge(false, false) : 0,
    },
    fromEnd: isUpright
      ? { x: leftward, y: lines.direction === 'rtl' }
      : { x: leftward || flex === 'row-reverse', y: flex === 'column-reverse' },
  }
`
/** Whether an animation runs that will have ended soon. */
const MOVES = `function () {
  return document.getAnimations().some((one) => {
    const { endTime } = one.effect?.getComputedTiming() ?? {}
    return one.playState === 'running' && Number.isFinite(endTime) && endTime - Number(one.currentTime ?? 0) < 3000
  })
}`
const MEASURES = `function () { ${HEAD} ${INSETS} ${MEASURE} }`
const SCROLLS = `function (left, top) {
  ${HEAD}
  Element.prototype.scrollTo.call(root, { left: left - beside, top, behavior: 'instant' })
}`
const SHOWS_ROW = `function (row) {
  const { top } = Element.prototype.getBoundingClientRect.call(this)
  scrollBy({ top: top + row, behavior: 'instant' })
}`
const SHOWS = `function () { Element.prototype.scrollIntoView.call(this, { block: 'center', inline: 'center', behavior: 'instant' }) }`

/** Two frames, and a moment in which what has come on the screen may begin to move. */
const REST_MS = 80
const POLL_MS = 50

/** A hold on what scrolls, in the page or in a frame of it. */
export interface ScrollTarget {
  measure(): Promise<Place>
  /** Scrolls at once, and waits until what moves has come to rest, for no longer than `patience`. */
  scrollTo(x: number, y: number, patience: number): Promise<void>
  /** Scrolls all that stands around an element until it is on the screen, or a row of it is at the upper edge of the document's window. */
  bringIntoView(row: number | null, patience: number): Promise<void>
}

type Called = Pick<Scroller, 'session' | 'frameId' | 'backendNodeId'>

/** Waits are ours: in a frame whose scripts are forbidden no timer of the page ever ends. */
export async function holdTarget(
  { session, frameId, backendNodeId }: Called,
  pause: (milliseconds: number) => Promise<void>,
): Promise<ScrollTarget> {
  const executionContextId = await isolatedWorld(session, frameId)
  const objectId = await findObject(session, executionContextId, backendNodeId)
  const call = async <T>(functionDeclaration: string, ...args: readonly number[]): Promise<T> => {
    const { result, exceptionDetails } = await session.send<{
      result: { value: T }
      exceptionDetails?: { text: string }
    }>('Runtime.callFunctionOn', {
      functionDeclaration,
      objectId,
      arguments: args.map((value) => ({ value })),
      returnByValue: true,
    })
    if (exceptionDetails) throw new CdpError('Runtime.callFunctionOn', 0, exceptionDetails.text)
    return result.value
  }
  const rest = async (patience: number): Promise<void> => {
    await pause(REST_MS)
    const until = performance.now() + patience
    while (performance.now() < until && (await call<boolean>(MOVES))) await pause(POLL_MS)
  }
  return {
    measure: () => call<Place>(MEASURES),
    scrollTo: async (x, y, patience) => {
      await call(SCROLLS, x, y)
      await rest(patience)
    },
    bringIntoView: async (row, patience) => {
      if (backendNodeId !== null) await (row === null ? call(SHOWS) : call(SHOWS_ROW, row))
      await rest(patience)
    },
  }
}

async function findObject(session: Session, executionContextId: number, backendNodeId: number | null): Promise<string> {
  if (backendNodeId !== null) {
    const { object } = await session.send<{ object: { objectId: string } }>('DOM.resolveNode', {
      backendNodeId,
      executionContextId,
    })
    return object.objectId
  }
  const { result } = await session.send<{ result: { objectId: string } }>('Runtime.evaluate', {
    expression: 'document',
    contextId: executionContextId,
  })
  return result.objectId
}
