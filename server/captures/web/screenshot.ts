import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Device } from './device.ts'
import type { OpenPage } from './open-page.ts'
import type { CapturedFile, Tile } from './web-capture.ts'

/** Taller single images make the browser copy the whole page several times over. */
const TILE_PX = 8_192
const MAX_PX = 120_000
/** Largest window in pixels: all of it is painted and kept, four bytes each. */
const MAX_WINDOW_AREA = 48_000_000
const STEP_MS = 30_000

interface Metrics {
  readonly cssContentSize: { readonly width: number; readonly height: number }
}

export interface Screenshot {
  readonly tiles: readonly Tile[]
  readonly files: readonly CapturedFile[]
}

/** The whole page as PNG tiles from top to bottom, and a small picture of its first screen. */
export async function takeScreenshot(open: OpenPage, device: Device, outDir: string): Promise<Screenshot> {
  const { page, deadline, operations } = open
  const shoot = async (params: Record<string, unknown>) => {
    const { data } = await deadline.step('screenshot', STEP_MS, page.send<{ data: string }>('Page.captureScreenshot', params))
    return Buffer.from(data, 'base64')
  }
  await mkdir(join(outDir, 'screenshot'), { recursive: true })
  const preview = 'screenshot/preview.jpg'
  await writeFile(join(outDir, preview), await shoot({ format: 'jpeg', quality: 80 }))
  const measure = async () => (await deadline.step('screenshot', STEP_MS, page.send<Metrics>('Page.getLayoutMetrics'))).cssContentSize
  const size = await measure()
  const width = Math.max(device.width, Math.min(Math.ceil(size.width), 4_096))
  const full = Math.max(1, Math.ceil(size.height))
  const height = Math.min(full, Math.floor(MAX_PX / device.scale))
  if (height < full) open.missing.push({ code: 'page-unbounded', params: { height: full, kept: height } })
  const stretched = await stretchForFrames(open, device, height, measure)
  const tiles: Tile[] = []
  const step = Math.floor(TILE_PX / device.scale)
  for (let y = 0; y < height; y += step) {
    const part = Math.min(step, height - y)
    const path = `screenshot/tile-${String(tiles.length + 1).padStart(4, '0')}.png`
    const clip = { x: 0, y, width, height: part, scale: 1 }
    await writeFile(join(outDir, path), await shoot({ format: 'png', clip, captureBeyondViewport: !stretched }))
    tiles.push({ path, width: width * device.scale, height: part * device.scale, offset: y * device.scale })
  }
  if (stretched) await setHeight(open, device, device.height)
  operations.log('screenshot', { tiles: tiles.length, width, height, scale: device.scale, stretched })
  const files = [{ path: preview, mediaType: 'image/jpeg' }, ...tiles.map(({ path }) => ({ path, mediaType: 'image/png' }))]
  return { tiles, files }
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
