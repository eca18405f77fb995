import { CaptureFailed } from '../../../engine/engine-error.ts'
import { readSigns } from '../../../engine/browser/font-signs.ts'
import type { Screenshot } from '../screenshot.ts'
import { areaOf } from './layout/box.ts'
import {
  type BlockLoss,
  compareBlocks,
  compareRuns,
  gatherRuns,
  LOST_BLOCKS,
  type SeenRun,
  type TallPicture,
} from './compare.ts'
import { isBlank } from './one-colour.ts'
import type { Layout, Scroller } from './layout/layout.ts'
import { findMissingSigns, type MissingSign } from './missing-signs.ts'
import { findWheeled } from './closed-boxes.ts'
import { pictureLocked, type TallerWindow } from './picture-locked.ts'
import { findAreas } from './scrollers.ts'
import { mainScroller, type PageWalk } from './see-page.ts'
import type { Look } from './take-look.ts'
import { readTall } from './tall-picture.ts'
import { type AreaWalk, walkAreas } from './walk-areas.ts'
import type { MainWalk } from './walk-main.ts'
import { findSlides, watchSlides } from './watch-slides.ts'

/** Below these, what differs is a clock or an advertisement. */
const LOST = { runs: 3, characters: 0.02 }
/** Share of a page's empty places that have another colour than on the screen. */
const OTHER_GROUND = 0.04
/** Where more windows than this share hold what is lost, all of them are kept, and put together. */
const KEEP_ALL = 0.34

const NO_LOSS: BlockLoss = { windows: [], share: 0, ground: 0 }

/** What was found about a page once it was pictured. */
export interface Found {
  readonly walk: PageWalk
  readonly tall: TallPicture | null
  readonly seen: readonly SeenRun[]
  /** Runs that the whole-page picture lacks; all of them where there is none to compare with. */
  readonly lost: readonly SeenRun[]
  readonly blocks: number
  readonly groundDiffers: boolean
  /** Whether the picture lacks more than a clock that went on. */
  readonly muchLost: boolean
  /** Windows that are kept, by their place among those of the walk. */
  readonly kept: ReadonlySet<number>
  readonly areas: readonly AreaWalk[]
  /** What scrolls and was not followed: too deep inside others, or moved by the page's own program. */
  readonly unwalked: readonly Scroller[]
  /** Carousels whose other slides were on no screen. */
  readonly slides: number
  /** CSS pixels that no visitor can scroll to. */
  readonly locked: number
  readonly taller: TallerWindow | null
  readonly layouts: readonly Layout[]
  /** Signs that stand as boxes in the pictures. */
  readonly signs: readonly MissingSign[]
}

export interface Inspecting {
  readonly outDir: string
  /** Whether the window may be made taller: a page that went away when it was is left as it is. */
  readonly mayResize: boolean
}

/** Compares what was seen with the whole-page picture, and follows what scrolls or turns inside the page. */
export async function inspectPage(
  walk: PageWalk,
  screenshot: Screenshot,
  { outDir, mayResize }: Inspecting,
): Promise<Found> {
  const { looker, main } = walk
  const { device } = looker
  const looks = main.windows.map(({ look }) => look)
  const layout = looker.isTooLarge ? null : await looker.readLayout()
  const ink = await readTall(screenshot, outDir, device.scale)
  const tall = ink && { ink, layout, left: screenshot.left }
  if (isBlank(walk.first.ink, tall))
    throw new CaptureFailed('blank-page', { url: looker.open.watch.current?.url ?? '' })
  const compared = compareWindows(walk, looks, tall)
  const layouts = [...looks.flatMap((look) => look.layout ?? []), ...(layout ? [layout] : [])]
  const { areas, tooDeep } = findAreas(layouts, mainScroller(walk))
  const walkedAreas = walk.unscrolled ? [] : await walkAreas(looker, areas)
  const wheeled = walk.unscrolled || looker.isTooLarge ? [] : await findWheeled(looker)
  const slides = await followSlides(walk, layouts, new Set(compared.seen.map(({ run }) => run.text)))
  const allAreas = [...walkedAreas, ...slides.walks]
  const runs = [
    ...compared.seen.map(({ run }) => run),
    ...allAreas.flatMap(({ windows }) => windows.flatMap((one) => one.runs)),
  ]
  return {
    walk,
    tall,
    ...compared,
    areas: allAreas,
    unwalked: [...tooDeep, ...wheeled, ...(walk.unscrolled ? areas : [])],
    slides: slides.left,
    ...(await pictureBelow(walk, tall, mayResize)),
    layouts,
    signs: await findMissingSigns(looker, runs, await readSigns(looker.open.fonts.configFile)),
  }
}

type Compared = Pick<Found, 'seen' | 'lost' | 'blocks' | 'groundDiffers' | 'muchLost' | 'kept'>

function compareWindows({ main, masked }: PageWalk, looks: readonly Look[], tall: TallPicture | null): Compared {
  const seen = gatherRuns(looks)
  // Whole windows of an element are kept in any case: no other picture holds what it scrolls.
  const isCompared = tall !== null && main.way === 'document'
  const lost = isCompared && tall.layout ? compareRuns(seen, looks, tall) : []
  const bars = main.windows.map(({ place }) => place.insets)
  const loss: BlockLoss = isCompared && !masked ? compareBlocks(looks, bars, tall) : NO_LOSS
  const muchLost = isMuchLost(seen, lost, loss.share)
  const kept = windowsToKeep(main, lost, loss, muchLost)
  return { seen, lost, blocks: loss.share, groundDiffers: loss.ground > OTHER_GROUND, muchLost, kept }
}

/** What lies below the window of a page that lets nobody scroll, where the whole-page picture does not hold it. */
async function pictureBelow(
  walk: PageWalk,
  tall: TallPicture | null,
  mayResize: boolean,
): Promise<Pick<Found, 'locked' | 'taller'>> {
  const { locked, looker } = walk
  if (locked === 0 || holds(tall, walk) || !mayResize) return { locked, taller: null }
  const taller = await pictureLocked(looker, locked)
  return taller === 'sheet' ? { locked: 0, taller: null } : { locked, taller }
}

/** The whole-page picture reaches below a window that is locked by its root alone. */
const holds = (tall: TallPicture | null, { locked, looker: { window } }: PageWalk): boolean =>
  tall !== null && tall.ink.height >= window.height + locked - 2

async function followSlides({ looker, unscrolled }: PageWalk, layouts: readonly Layout[], known: ReadonlySet<string>) {
  const found = findSlides(layouts, known, looker.window)
  const walks: AreaWalk[] = []
  if (found.length > 0 && !unscrolled) {
    const now = await looker.readLayout()
    const [largest] = found.toSorted((a, b) => areaOf(b.box) - areaOf(a.box))
    const walk = await watchSlides(looker, largest!, now)
    if (walk) walks.push(walk)
  }
  return { walks, left: found.length - walks.length }
}

/** Whether more is lacking than a clock or an advertisement that changed. */
function isMuchLost(seen: readonly SeenRun[], lost: readonly SeenRun[], blocks: number): boolean {
  const characters = (runs: readonly SeenRun[]) => runs.reduce((sum, { run }) => sum + run.text.length, 0)
  return lost.length >= LOST.runs || characters(lost) > characters(seen) * LOST.characters || blocks > LOST_BLOCKS.all
}

/** An element's windows are kept all; those of a document where they hold what the whole-page picture lacks. */
function windowsToKeep(main: MainWalk, lost: readonly SeenRun[], loss: BlockLoss, muchLost: boolean): Set<number> {
  const all = main.windows.flatMap(({ isKept }, index) => (isKept ? [index] : []))
  if (main.way !== 'document') return new Set(all)
  const needed = new Set([...lost.map(({ window }) => window), ...loss.windows])
  const kept = all.filter((index) => needed.has(index))
  return new Set(muchLost && kept.length > main.windows.length * KEEP_ALL ? all : kept)
}
