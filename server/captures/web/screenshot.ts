import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Device } from './device.ts'
import type { OpenPage } from './open-page.ts'
import { evaluate, isolatedWorld, scrollTo } from './scroll-page.ts'
import type { CapturedFile, Tile } from './web-capture.ts'

/** Taller single images make the browser copy the whole page several times over. */
const TILE_PX = 8_192
const MAX_PX = 120_000
const MAX_WIDTH = 4_096
/**
 * Above this height the browser is shown one stretch at a time: a picture beyond the window has it paint the whole page,
 * which takes gigabytes where a hundred thousand paragraphs stand on it.
 */
const WINDOWED_PX = 240_000
const WINDOW_PX = 4_096
/** Largest window in pixels: all of it is painted and kept, four bytes each. */
const MAX_WINDOW_AREA = 48_000_000
const STEP_MS = 30_000

interface Metrics {
  readonly cssContentSize: { readonly x: number; readonly width: number; readonly height: number }
}

export interface Screenshot {
  readonly tiles: readonly Tile[]
  readonly files: readonly CapturedFile[]
  /** Of the whole page, in its own pixels; null where it was not measured. */
  readonly pageHeight: number | null
}

/** What of the page goes into the picture. */
interface Extent {
  readonly x: number
  readonly width: number
  readonly height: number
}

type Shoot = (params: Record<string, unknown>) => Promise<Buffer>

/** The whole page as PNG tiles from top to bottom, and a small picture of its first screen. */
export async function takeScreenshot(open: OpenPage, device: Device, outDir: string): Promise<Screenshot> {
  const { page, deadline, operations } = open
  const shoot: Shoot = async (params) => {
    const { data } = await deadline.step('screenshot', STEP_MS, page.send<{ data: string }>('Page.captureScreenshot', params))
    return Buffer.from(data, 'base64')
  }
  await mkdir(join(outDir, 'screenshot'), { recursive: true })
  const preview = 'screenshot/preview.jpg'
  await writeFile(join(outDir, preview), await shoot({ format: 'jpeg', quality: 80 }))
  const measure = async () => (await deadline.step('screenshot', STEP_MS, page.send<Metrics>('Page.getLayoutMetrics'))).cssContentSize
  const size = await measure()
  const pageHeight = Math.max(1, Math.ceil(size.height))
  const windowed = pageHeight > WINDOWED_PX
  const extent = extentOf(open, device, size, windowed)
  const stretched = !windowed && (await stretchForFrames(open, device, extent.height, measure))
  const take = windowed ? windowTaker(open, device, shoot) : clipTaker(extent, shoot, !stretched)
  const tiles: Tile[] = []
  const step = Math.floor((windowed ? WINDOW_PX : TILE_PX) / device.scale)
  for (let y = 0; y < extent.height; y += step) {
    const part = Math.min(step, extent.height - y)
    const path = `screenshot/tile-${String(tiles.length + 1).padStart(4, '0')}.png`
    await writeFile(join(outDir, path), await take(y, part))
    tiles.push({ path, width: extent.width * device.scale, height: part * device.scale, offset: y * device.scale })
  }
  if (stretched || windowed) await setHeight(open, device, device.height)
  operations.log('screenshot', { tiles: tiles.length, ...extent, scale: device.scale, stretched, windowed })
  const files = [{ path: preview, mediaType: 'image/jpeg' }, ...tiles.map(({ path }) => ({ path, mediaType: 'image/png' }))]
  return { tiles, files, pageHeight }
}

/** The part of the page that is pictured; what does not fit is said. Pages that run to the left begin at their right edge. */
function extentOf({ missing }: OpenPage, device: Device, size: Metrics['cssContentSize'], windowed: boolean): Extent {
  const [fullWidth, fullHeight] = [Math.ceil(size.width), Math.max(1, Math.ceil(size.height))]
  const width = windowed ? device.width : Math.max(device.width, Math.min(fullWidth, MAX_WIDTH))
  const height = Math.min(fullHeight, Math.floor(MAX_PX / device.scale))
  if (height < fullHeight) missing.push({ code: 'page-unbounded', params: { height: fullHeight, kept: height } })
  if (width < fullWidth) missing.push({ code: 'page-wide', params: { width: fullWidth, kept: width } })
  return { x: size.x < 0 ? size.x + fullWidth - width : 0, width, height }
}

type Take = (y: number, height: number) => Promise<Buffer>

const clipTaker = ({ x, width }: Extent, shoot: Shoot, captureBeyondViewport: boolean): Take => (y, height) =>
  shoot({ format: 'png', clip: { x, y, width, height, scale: 1 }, captureBeyondViewport })

/** The window as tall as the tile and moved down the page: nothing outside it is painted. */
const windowTaker = (open: OpenPage, device: Device, shoot: Shoot): Take => async (y, height) => {
  await setHeight(open, device, height)
  const { page, deadline, watch } = open
  await deadline.step('screenshot', STEP_MS, isolatedWorld(page, watch.mainFrame).then((world) => evaluate(page, world, scrollTo(y))))
  return shoot({ format: 'png', captureBeyondViewport: false })
}

const setHeight = ({ page, deadline }: OpenPage, device: Device, height: number): Promise<unknown> =>
  deadline.step('screenshot', STEP_MS, page.send('Emulation.setDeviceMetricsOverride', {
    width: device.width, height, deviceScaleFactor: device.scale, mobile: device.mobile,
  }))

interface FrameTree {
  readonly frame: { readonly securityOrigin: string }
  readonly childFrames?: readonly FrameTree[]
}

const hasForeignFrame = (tree: FrameTree, origin: string): boolean =>
  (tree.childFrames ?? []).some((child) => child.frame.securityOrigin !== origin || hasForeignFrame(child, origin))

/**
 * Frames of other sites paint only inside the window, so the window is made as tall as the page for them.
 * A page that lays itself out by the window's height would change under it: there the window stays as it
 * was, and the frames below it may be empty in the picture.
 */
async function stretchForFrames(open: OpenPage, device: Device, height: number, measure: () => Promise<{ readonly height: number }>): Promise<boolean> {
  const { page, deadline, missing } = open
  const { frameTree } = await deadline.step('screenshot', STEP_MS, page.send<{ frameTree: FrameTree }>('Page.getFrameTree'))
  const attached = open.hasFrameSessions()
  if (height <= device.height || !(attached || hasForeignFrame(frameTree, frameTree.frame.securityOrigin))) return false
  if (height * device.width * device.scale ** 2 <= MAX_WINDOW_AREA) {
    await setHeight(open, device, height)
    await deadline.pause(400)
    if (Math.abs((await measure()).height - height) <= 2) return true
    await setHeight(open, device, device.height)
    await deadline.pause(100)
  }
  missing.push({ code: 'frames-unpainted', params: {} })
  return false
}
