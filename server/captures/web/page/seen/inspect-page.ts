import { CaptureFailed } from '../../../engine/engine-error.ts'
import { readSigns } from '../../../engine/browser/font-signs.ts'
import type { Screenshot } from '../screenshot.ts'
import { areaOf } from './layout/box.ts'
import { countCharacters, findLost, gatherRuns, type InkedLook, type SeenRun, type TallPicture } from './compare.ts'
import { type BlockLoss, compareBlocks, LOST_BLOCKS } from './compare-blocks.ts'
import { hasMoved } from './has-moved.ts'
import type { Ink } from './ink/ink.ts'
import { isBlank, isOneColour } from './ink/one-colour.ts'
import type { Layout, Run, Scroller } from './layout/layout.ts'
import { findMissingSigns, type MissingSign } from './missing-signs.ts'
import { findWheeled } from './walk/closed-boxes.ts'
import { pictureLocked, type TallerWindow } from './picture-locked.ts'
import { findAreas } from './walk/scrollers.ts'
import { mainScroller, type PageWalk } from './see-page.ts'
import { joinInks } from './ink/join-inks.ts'
import { type AreaWalk, walkAreas } from './walk/walk-areas.ts'
import { type MainWalk, takesAway } from './walk/walk-main.ts'
import { findSlides, watchSlides } from './walk/watch-slides.ts'

/** Below these, what differs is a clock or an advertisement. */
const LOST = { runs: 3, characters: 0.02 }
/** Share of a page's empty places that have another colour than on the screen. */
const OTHER_GROUND = 0.04
/** All windows are kept, and put together, where more of them than this share hold what is lost. */
const KEEP_ALL = 0.34

const NO_LOSS: BlockLoss = { windows: [], share: 0, ground: 0 }

/** All that was found about a page once it was pictured. */
export interface Found {
  readonly walk: PageWalk
  readonly tall: TallPicture | null
  /** Pictures of the main windows. */
  readonly inks: readonly Ink[]
  readonly seen: readonly SeenRun[]
  /** Runs of a document that the whole-page picture lacks; all of them where there is no such picture. */
  readonly lost: readonly SeenRun[]
  readonly blocks: number
  readonly groundDiffers: boolean
  /** Whether the picture lacks more than a clock that went on. */
  readonly muchLost: boolean
  /** Windows that show what no picture of the page holds, and that were too many to be kept. */
  readonly unkept: number
  /** Windows that are kept, by their place among those of the walk. */
  readonly kept: ReadonlySet<number>
  readonly areas: readonly AreaWalk[]
  /** Scrollers that were not followed: too deep inside others, or moved by the page's own program. */
  readonly unwalked: readonly Scroller[]
  /** Carousels whose other slides were on no screen. */
  readonly slides: number
  /** CSS pixels that no visitor can scroll to. */
  readonly locked: number
  readonly taller: TallerWindow | null
  /** Whether what is locked stands in a picture. */
  readonly isBelowPictured: boolean
  /** Window and whole-page picture show nothing but one colour. */
  readonly oneColour: boolean
  readonly layouts: readonly Layout[]
  /** Signs that stand as boxes in the pictures. */
  readonly signs: readonly MissingSign[]
}

/**
 * Compares what was seen with the whole-page picture, and follows what scrolls or turns inside the page. The window is made taller only where
 * that may be: a page that went away when it was is left as it is.
 */
export async function inspectPage(walk: PageWalk, screenshot: Screenshot, mayResize: boolean): Promise<Found> {
  const { looker, main } = walk
  const looks = await Promise.all(main.windows.map(async ({ look }) => ({ ...look, ink: await look.ink })))
  const first = await walk.first.ink
  const layout = looker.isTooLarge ? null : await looker.readLayout()
  const ink = await joinInks(screenshot.inks)
  const tall = ink && { ink, layout, left: screenshot.left }
  if (isBlank(first, ink)) throw new CaptureFailed('blank-page', { url: looker.open.watch.current?.url ?? '' })
  const seen = gatherRuns(looks)
  const layouts = [...looks.flatMap((look) => look.layout ?? []), ...(layout ? [layout] : [])]
  const { areas, tooDeep } = findAreas(layouts, mainScroller(walk))
  const walkedAreas = walk.unscrolled ? [] : await walkAreas(looker, areas)
  const wheeled = walk.unscrolled ? [] : await findWheeled(looker, layouts)
  const slides = await followSlides(walk, layouts, new Set(seen.map(({ run }) => run.text)))
  const allAreas = [...walkedAreas, ...slides.walks]
  const inAreas = runsOf(allAreas)
  const compared = compareWindows(walk, looks, tall, seen, wordsOf(slides.walks))
  return {
    walk,
    tall,
    inks: looks.map((look) => look.ink),
    ...compared,
    areas: allAreas,
    unwalked: [...tooDeep, ...wheeled, ...(walk.unscrolled ? areas : [])],
    slides: slides.left,
    ...(await pictureBelow(walk, tall, mayResize)),
    oneColour: isOneColour(first, ink),
    layouts,
    signs: await findMissingSigns(
      looker,
      [...seen.map(({ run }) => run), ...inAreas],
      await readSigns(looker.open.fonts.configFile),
    ),
  }
}

const runsOf = (areas: readonly AreaWalk[]): Run[] =>
  areas.flatMap(({ windows }) => windows.flatMap(({ runs }) => runs))

const wordsOf = (areas: readonly AreaWalk[]): Set<string> => new Set(runsOf(areas).map(({ text }) => text))

type Compared = Pick<Found, 'seen' | 'lost' | 'blocks' | 'groundDiffers' | 'muchLost' | 'kept' | 'unkept'>

/** `elsewhere`: words of slides, which have pictures of their own. */
function compareWindows(
  { main, masked }: PageWalk,
  looks: readonly InkedLook[],
  tall: TallPicture | null,
  seen: readonly SeenRun[],
  elsewhere: ReadonlySet<string>,
): Compared {
  // Whole windows of an element are kept in any case: no other picture holds what it scrolls.
  const isDocument = main.way === 'document'
  const moved = takesAway(main) || hasMoved(looks)
  const lost = isDocument ? findLost(seen, looks, tall, moved).filter(({ run }) => !elsewhere.has(run.text)) : []
  const bars = main.windows.map(({ place }) => place.insets)
  const loss: BlockLoss = isDocument && tall && !masked ? compareBlocks(looks, bars, tall) : NO_LOSS
  const muchLost = (moved && lost.length > 0) || isMuchLost(seen, lost, loss.share)
  const kept = windowsToKeep(main, lost, loss, muchLost)
  const unkept = loss.share > LOST_BLOCKS.all ? loss.windows.filter((index) => !main.windows[index]!.isKept).length : 0
  return { seen, lost, blocks: loss.share, groundDiffers: loss.ground > OTHER_GROUND, muchLost, kept, unkept }
}

/** Pictures the part below the window of a page that lets nobody scroll, where the whole-page picture does not hold it. */
async function pictureBelow(
  walk: PageWalk,
  tall: TallPicture | null,
  mayResize: boolean,
): Promise<Pick<Found, 'locked' | 'taller' | 'isBelowPictured'>> {
  const { locked, looker } = walk
  // The whole-page picture reaches below a window that is locked by its root alone.
  const isHeld = tall !== null && tall.ink.height >= looker.window.height + locked - 2
  if (locked === 0 || isHeld || !mayResize) return { locked, taller: null, isBelowPictured: isHeld }
  const taller = await pictureLocked(looker, locked)
  return taller === 'sheet'
    ? { locked: 0, taller: null, isBelowPictured: false }
    : { locked, taller, isBelowPictured: taller !== null }
}

async function followSlides({ looker, unscrolled }: PageWalk, layouts: readonly Layout[], known: ReadonlySet<string>) {
  const found = findSlides(layouts, known, looker.window)
  if (found.length > 0 && !unscrolled) {
    const now = await looker.readLayout()
    const [largest] = found.toSorted((a, b) => areaOf(b.box) - areaOf(a.box))
    const turned = await watchSlides(looker, largest!, now)
    if (turned) return { walks: [turned.walk], left: found.length - (turned.isWhole ? 1 : 0) }
  }
  return { walks: [], left: found.length }
}

/** Whether more is lacking than a clock or an advertisement that changed. */
function isMuchLost(seen: readonly SeenRun[], lost: readonly SeenRun[], blocks: number): boolean {
  const characters = (runs: readonly SeenRun[]) => countCharacters(runs.map(({ run }) => run))
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
