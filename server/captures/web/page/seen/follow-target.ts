import { CdpError } from '../../../engine/cdp.ts'
import type { Box } from './layout/box.ts'
import type { Scroller } from './layout/layout.ts'
import { holdTarget, type ScrollTarget } from './scroll-target.ts'
import { openScrollers } from './scrollers.ts'
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
    bringIntoView: (row) => follow((target) => target.bringIntoView(row)),
  }
}
