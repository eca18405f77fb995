import { CdpError } from '../../../../engine/cdp.ts'
import type { Box } from '../layout/box.ts'
import type { Scroller } from '../layout/layout.ts'
import { ignoreStep } from '../../open-page.ts'
import { holdTarget, type Place, type ScrollTarget } from './scroll-target.ts'
import { isSame, openScrollers } from './scrollers.ts'
import type { Looker } from './take-look.ts'

type Followed = Pick<Scroller, 'session' | 'frameId' | 'backendNodeId'> & { readonly box?: Box }

const NEAR_PX = 40
/** A page that replaces its scroller more often than this cannot be followed. */
const MAX_REPLACED = 80

const isNear = (a: Box, b: Box): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((key) => Math.abs(a[key] - b[key]) <= NEAR_PX)

/**
 * A hold on a scroller, with each step within its time. A framework may put a new element in the place of the one that was held: the one
 * that stands in the same box is followed then.
 */
export async function followTarget(looker: Looker, followed: Followed): Promise<ScrollTarget> {
  const { pause } = looker.open.deadline
  let held = await looker.step(holdTarget(followed, pause))
  const isDocument = followed.backendNodeId === null && followed.frameId === looker.open.watch.mainFrame
  let replaced = 0
  const follow = async <T>(work: (target: ScrollTarget) => Promise<T>): Promise<T> => {
    try {
      return await looker.step(work(held))
    } catch (error) {
      const { box } = followed
      if (!(error instanceof CdpError) || !box || replaced++ >= MAX_REPLACED) throw error
      const successor = openScrollers(await looker.readLayout()).find((one) => isNear(one.box, box))
      if (!successor) throw error
      held = await looker.step(holdTarget(successor, pause))
      return looker.step(work(held))
    }
  }
  return {
    measure: () => follow((target) => target.measure()),
    scrollTo: async (x, y, patience) => {
      await looker.pace.begin()
      await follow((target) => target.scrollTo(x, y, patience))
      await looker.pace.awaitAnswers(patience, isDocument)
    },
    bringIntoView: async (row, patience) => {
      await looker.pace.begin()
      await bringFrame(looker, followed)
      await follow((target) => target.bringIntoView(row, patience))
      await looker.pace.awaitAnswers(patience, isDocument)
    },
  }
}

/** The document of a frame has no element of its own in the page around it: its owner is brought on the screen. */
async function bringFrame({ open }: Looker, { frameId }: Followed): Promise<void> {
  if (frameId === open.watch.mainFrame) return
  for (const session of [open.page, ...open.frameSessions()]) {
    const owner = await open.deadline
      .step('look', 2_000, session.send<{ backendNodeId: number }>('DOM.getFrameOwner', { frameId }))
      .catch(ignoreStep)
    if (!owner) continue
    const { backendNodeId } = owner
    await open.deadline
      .step('look', 2_000, session.send('DOM.scrollIntoViewIfNeeded', { backendNodeId }))
      .catch(ignoreStep)
  }
}

/** Remembers the places to which the document and all around areas were scrolled; the answer puts them back. */
export async function rememberPlaces(looker: Looker, areas: readonly Scroller[]): Promise<() => Promise<void>> {
  const { page, watch } = looker.open
  const around = areas.flatMap(outersOf).filter((one, at, all) => all.findIndex((other) => isSame(one, other)) === at)
  const document = { session: page, frameId: watch.mainFrame, backendNodeId: null }
  const places: { target: ScrollTarget; place: Place }[] = []
  for (const one of [...around, document]) {
    const target = await followTarget(looker, one).catch(ignoreStep)
    const place = await target?.measure().catch(ignoreStep)
    if (target && place) places.push({ target, place })
  }
  return async () => {
    for (const { target, place } of places) await target.scrollTo(place.x, place.y, 0).catch(ignoreStep)
  }
}

const outersOf = ({ outer }: Scroller): Scroller[] => (outer ? [outer, ...outersOf(outer)] : [])
