import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from '../../engine/sessions.ts'
import { setWindow } from './device.ts'
import type { Device } from './device.ts'
import { ignoreStep, type OpenPage, until } from './open-page.ts'
import { QUICK, SMALL } from './picture.ts'
import type { SameDocument } from './same-document.ts'
import { evaluate, isolatedWorld, runsLeftward, scrollTo } from './page-world.ts'
import { type Ink, readInk } from './seen/ink/ink.ts'
import type { CapturedFile, Tile } from '../web-capture.ts'

/** Taller single images make the browser copy the whole page several times over. */
const TILE_PX = 4_096
const MAX_PX = 120_000
const MAX_WIDTH = 4_096
/**
 * Above this height the browser is shown one stretch at a time: a picture beyond the window has it paint the whole page,
 * which takes gigabytes where a hundred thousand paragraphs stand on it.
 */
const WINDOWED_PX = 240_000
/** Largest window in pixels: all of it is painted and kept, four bytes each. */
const MAX_WINDOW_AREA = 48_000_000
const STEP_MS = 30_000

interface Metrics {
  readonly cssContentSize: { readonly x: number; readonly width: number; readonly height: number }
}

export interface Screenshot {
  readonly tiles: readonly Tile[]
  readonly files: readonly CapturedFile[]
  /** Height of the whole page, in its own pixels; null where it was not measured. */
  readonly pageHeight: number | null
  /** The page's column at which the picture begins, in its own pixels. */
  readonly left: number
  /** Each tile, unpacked. */
  readonly inks: readonly Promise<Ink>[]
}

export const NO_SCREENSHOT: Screenshot = { tiles: [], files: [], pageHeight: null, left: 0, inks: [] }

/** The part of the page that goes into the picture. */
interface Extent {
  readonly x: number
  /** Its first column as the document counts: below 0 where a page runs to the left. */
  readonly left: number
  readonly width: number
  readonly height: number
}

type Params = Readonly<Record<string, unknown>>
type Shoot = (params: Params) => Promise<Buffer>

/** One try at the picture: every step of it is bounded, and all of them see one document. */
interface Shot {
  readonly open: OpenPage
  readonly device: Device
  readonly step: <T>(work: () => Promise<T>) => Promise<T>
}

interface Picturing {
  readonly device: Device
  readonly outDir: string
  /** Whether the window may be made taller. */
  readonly mayResize: boolean
  /** Bytes that QUICK takes for each point of these rows. */
  readonly densityOf: (top: number, bottom: number) => number
}

/** The whole page as tiles from top to bottom, and a small picture of its first screen. */
export async function takeScreenshot(
  open: OpenPage,
  same: SameDocument,
  { device, outDir, mayResize, densityOf }: Picturing,
): Promise<Screenshot> {
  const { page, deadline, operations, watch } = open
  const shot: Shot = { open, device, step: (work) => same(() => deadline.step('screenshot', STEP_MS, work())) }
  const shoot: Shoot = async (params) => {
    const { data } = await shot.step(() => page.send<{ data: string }>('Page.captureScreenshot', params))
    return Buffer.from(data, 'base64')
  }
  await mkdir(join(outDir, 'screenshot'), { recursive: true })
  const preview = 'screenshot/preview.jpg'
  await writeFile(join(outDir, preview), await shoot({ format: 'jpeg', quality: 80 }))
  const measure = async () => (await shot.step(() => page.send<Metrics>('Page.getLayoutMetrics'))).cssContentSize
  const size = await measure()
  const pageHeight = Math.max(1, Math.ceil(size.height))
  const windowed = pageHeight > WINDOWED_PX
  const extent = extentOf(open, device, size, {
    windowed,
    leftward: await shot.step(() => runsLeftward(page, watch.mainFrame)),
  })
  const stretched = mayResize && !windowed && (await stretchForFrames(shot, extent.height, measure))
  // A page may answer to the size that a picture beyond the window gives it for a moment.
  const fits = extent.height <= device.height && extent.width <= device.width
  const take = windowed ? windowTaker(shot, shoot) : clipTaker(extent, shoot, !stretched && !fits)
  const step = Math.floor(TILE_PX / device.scale)
  const { tiles, inks } = await takeTiles(shot, { outDir, extent, step, take, densityOf })
  if (stretched || windowed) await setHeight(shot, device.height)
  if (windowed) noteWindows(open, tiles.length)
  operations.log('screenshot', { tiles: tiles.length, ...extent, scale: device.scale, stretched, windowed })
  const files = [
    { path: preview, mediaType: 'image/jpeg' },
    ...tiles.map(({ path }) => ({ path, mediaType: 'image/png' })),
  ]
  return { tiles, files, pageHeight, left: extent.left, inks }
}

/** From so many bytes a point PNG is not made much smaller by trying harder. */
const DENSE = 0.4

interface Tiling extends Pick<Picturing, 'outDir' | 'densityOf'> {
  readonly extent: Extent
  /** Height of a tile. */
  readonly step: number
  readonly take: Take
}

/** A tile is unpacked and written while the next one is taken. */
async function takeTiles({ device }: Shot, { outDir, extent, step, take, densityOf }: Tiling) {
  const tiles: Tile[] = []
  const inks: Promise<Ink>[] = []
  const writing: Promise<void>[] = []
  try {
    for (let y = 0; y < extent.height; y += step) {
      const part = Math.min(step, extent.height - y)
      const path = `screenshot/tile-${String(tiles.length + 1).padStart(4, '0')}.png`
      const picture = await take(y, part, densityOf(y, y + part) > DENSE ? QUICK : SMALL)
      // Two of them at once would be held in memory, each four bytes a point.
      await inks.at(-1)
      const written = writeFile(join(outDir, path), picture)
      written.catch(() => {})
      writing.push(written)
      const ink = readInk(picture, device.scale)
      ink.catch(() => {})
      inks.push(ink)
      tiles.push({ path, width: extent.width * device.scale, height: part * device.scale, offset: y * device.scale })
    }
    await Promise.all(writing)
    return { tiles, inks }
  } finally {
    // A folder that is emptied for another try gets nothing more of this one.
    await Promise.allSettled(writing)
  }
}

/**
 * A box that a page holds fast on the screen stands in every window. Hiding it for all windows but the first would need a style of
 * ours in the page, which its scripts can see and its layout may answer to: the picture would then show what the site never
 * sent. A repeated header is seen for what it is; so nothing is changed, and the reader is told.
 */
function noteWindows({ missing }: OpenPage, windows: number): void {
  if (windows > 1) missing.push({ code: 'picture-in-windows', params: { windows } })
}

interface Manner {
  readonly windowed: boolean
  readonly leftward: boolean
}

/** The part of the page that is pictured; what does not fit is said. Pages that run to the left begin at their right edge. */
function extentOf(
  { missing }: OpenPage,
  device: Device,
  size: Metrics['cssContentSize'],
  { windowed, leftward }: Manner,
): Extent {
  const [fullWidth, fullHeight] = [Math.ceil(size.width), Math.max(1, Math.ceil(size.height))]
  const width = windowed ? device.width : Math.max(device.width, Math.min(fullWidth, MAX_WIDTH))
  const height = Math.min(fullHeight, Math.floor(MAX_PX / device.scale))
  if (height < fullHeight) missing.push({ code: 'page-unbounded', params: { height: fullHeight, kept: height } })
  if (width < fullWidth) missing.push({ code: 'page-wide', params: { width: fullWidth, kept: width } })
  const x = leftward || size.x < 0 ? size.x + fullWidth - width : 0
  return { x, left: leftward && size.x >= 0 ? device.width - width : x, width, height }
}

type Take = (y: number, height: number, packing: Params) => Promise<Buffer>

const clipTaker =
  ({ x, width }: Extent, shoot: Shoot, captureBeyondViewport: boolean): Take =>
  (y, height, packing) =>
    shoot({ ...packing, clip: { x, y, width, height, scale: 1 }, captureBeyondViewport })

/** The window as tall as the tile and moved down the page: nothing outside it is painted. */
const windowTaker =
  (shot: Shot, shoot: Shoot): Take =>
  async (y, height, packing) => {
    await setHeight(shot, height)
    const { page, watch } = shot.open
    await shot.step(() => isolatedWorld(page, watch.mainFrame).then((world) => evaluate(page, world, scrollTo(y))))
    return shoot({ ...packing, captureBeyondViewport: false })
  }

const setHeight = ({ open, device, step }: Shot, height: number): Promise<unknown> =>
  step(() => setWindow(open.page, device, height))

/** Longest time in which frames draw themselves, and ask for what they show now that they are seen. */
const DRAW_MS = 400
const RESTS_MS = 100
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))'

/** Waits until the page and each frame of another site has drawn itself anew and asks for nothing more; not for one that never rests. */
async function framesDrawn(open: OpenPage): Promise<void> {
  const { page, deadline, recorder, watch } = open
  const end = performance.now() + DRAW_MS
  const drawn = async (session: Session, frameId: string) =>
    evaluate(session, await isolatedWorld(session, frameId), DRAWN)
  const frames = open.frameSessions().map((session) => drawn(session, session.targetId))
  await Promise.race([Promise.allSettled([drawn(page, watch.mainFrame), ...frames]), deadline.pause(DRAW_MS)])
  await deadline.pause(RESTS_MS)
  await until(open, () => recorder.inFlight === 0 && recorder.quietMs >= RESTS_MS, end - performance.now())
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly securityOrigin: string }
  readonly childFrames?: readonly FrameTree[]
}

const framesOf = (tree: FrameTree): FrameTree['frame'][] =>
  (tree.childFrames ?? []).flatMap((child) => [child.frame, ...framesOf(child)])

/** More frames than these are not asked one by one. */
const MAX_ASKED = 20

/** A frame of another site, or one that its sandbox makes a stranger to its own site. */
async function hasForeignFrame({ open, step }: Shot, tree: FrameTree): Promise<boolean> {
  const frames = framesOf(tree)
  if (frames.length > MAX_ASKED || frames.some((frame) => frame.securityOrigin !== tree.frame.securityOrigin))
    return true
  for (const { id } of frames) {
    const origin = step(async () => evaluate<string>(open.page, await isolatedWorld(open.page, id), 'self.origin'))
    if ((await origin.catch(ignoreStep)) === 'null') return true
  }
  return false
}

/**
 * Frames of other sites paint only inside the window, so the window is made as tall as the page for them.
 * A page that lays itself out by the window's height would change under it: there the window stays as it
 * was, and the frames below it may be empty in the picture.
 */
async function stretchForFrames(
  shot: Shot,
  height: number,
  measure: () => Promise<{ readonly height: number }>,
): Promise<boolean> {
  const { open, device, step } = shot
  const { page, deadline, missing } = open
  const { frameTree } = await step(() => page.send<{ frameTree: FrameTree }>('Page.getFrameTree'))
  const attached = open.frameSessions().length > 0
  if (height <= device.height || !(attached || (await hasForeignFrame(shot, frameTree)))) return false
  if (height * device.width * device.scale ** 2 <= MAX_WINDOW_AREA) {
    await setHeight(shot, height)
    await framesDrawn(open)
    if (Math.abs((await measure()).height - height) <= 2) return true
    await setHeight(shot, device.height)
    await deadline.pause(100)
  }
  missing.push({ code: 'frames-unpainted', params: {} })
  return false
}
