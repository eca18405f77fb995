import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from '../../../../engine/sessions.ts'
import type { Device } from '../../device.ts'
import { ignoreStep, type OpenPage } from '../../open-page.ts'
import { Pace } from '../../pace.ts'
import { evaluate, isolatedWorld, runsLeftward } from '../../page-world.ts'
import { QUICK } from '../../picture.ts'
import { type SameDocument, sameDocument } from '../../same-document.ts'
import type { Box } from '../layout/box.ts'
import { takeSnapshot } from '../layout/dom-snapshot.ts'
import { type Ink, readInk } from '../ink/ink.ts'
import type { Layout } from '../layout/layout.ts'
import { type ForeignFrame, readLayout } from '../layout/read-layout.ts'

const STEP_MS = 20_000
/** The text is read in every fourth window only, where one answer takes longer than this and half of the time is spent. */
const DEAR_MS = 250
const DEAR_EVERY = 4
/** Longest that the text of all windows together is read while a page is scrolled. */
const ALL_MS = 8_000
/** Text of a page of this size is not read while it is scrolled: one answer takes seconds. */
const MOST_NODES = 120_000

/** A picture that waits in a file until it is known whether it is kept: sixty of photographs are a hundred megabytes. */
export interface Shot {
  readonly bytes: number
  /** Path of the file, once it is there. */
  readonly file: Promise<string>
}

/** One window as it stood on the screen. */
export interface Look {
  /** ISO 8601 UTC. */
  readonly at: string
  readonly shot: Shot
  /** Known a moment later: the picture is unpacked while the page goes on. */
  readonly ink: Promise<Ink>
  /** Null where the page is too large to be read in every window. */
  readonly layout: Layout | null
  /** The distance that the document was scrolled. */
  readonly scroll: { readonly x: number; readonly y: number }
}

/** A look whose text was read. */
export type ReadLook = Look & { readonly layout: Layout }

interface Density {
  /** Row of the document at the upper edge of a window. */
  readonly top: number
  readonly bytesPerPoint: number
}

interface Shape extends Pick<Box, 'width' | 'height'> {
  /** The page goes on to the left of its window. */
  readonly leftward: boolean
}

/** Takes looks of one page, and knows how dear its text is. */
export class Looker {
  readonly open: OpenPage
  readonly device: Device
  readonly pace: Pace
  /** All that is on the screen, in CSS pixels: of a page that is made for large screens a phone shows more than its own. */
  readonly window: Box
  /** Points of a picture for each CSS pixel. */
  readonly scale: number
  nodes = 0
  looks = 0
  /** Windows whose text was not read. */
  unread = 0
  readonly #owners = new Map<string, { parent: Session; owner: number }>()
  readonly #leftward: boolean
  readonly #folder: string
  readonly #same: SameDocument
  #allMs = 0
  #lastMs = 0
  readonly #densities: Density[] = []
  readonly #files: Promise<string>[] = []

  constructor(open: OpenPage, device: Device, folder: string, { width, height, leftward }: Shape) {
    this.open = open
    this.device = device
    this.pace = new Pace(open)
    this.#folder = folder
    this.#same = sameDocument(open)
    this.window = { x: 0, y: 0, width, height }
    this.scale = (device.width * device.scale) / width
    this.#leftward = leftward
  }

  /** Whether the text of the next window is read. */
  #reads(number: number): boolean {
    if (this.isTooLarge || this.#allMs > ALL_MS) return false
    return this.#lastMs <= DEAR_MS || this.#allMs < ALL_MS / 2 || number % DEAR_EVERY === 0
  }

  get isTooLarge(): boolean {
    return this.nodes > MOST_NODES
  }

  /** A step on the document that was open when the looker was made. */
  step<T>(work: Promise<T>): Promise<T> {
    return this.#same(() => this.open.deadline.step('look', STEP_MS, work))
  }

  /** The layout now, in the window or in a taller one. */
  async readLayout(height = this.window.height): Promise<Layout> {
    const { page } = this.open
    const begin = performance.now()
    const [snapshot, foreign] = await Promise.all([this.step(takeSnapshot(page)), this.#foreignFrames()])
    const source = { session: page, snapshot, foreign }
    const layout = readLayout(source, { ...this.window, height }, this.#leftward)
    this.nodes = layout.nodes
    this.#lastMs = performance.now() - begin
    this.#allMs += this.#lastMs
    return layout
  }

  /** Bytes that QUICK takes for each point of the windows that show these rows of the document; of all windows, where none shows them. */
  densityOf(top: number, bottom: number): number {
    const within = this.#densities.filter((one) => one.top < bottom && one.top + this.window.height > top)
    const counted = within.length > 0 ? within : this.#densities
    return counted.reduce((sum, { bytesPerPoint }) => sum + bytesPerPoint, 0) / Math.max(1, counted.length)
  }

  /** A picture of all that is on the screen. */
  async shoot(): Promise<Shot> {
    return this.#put(await this.#shoot())
  }

  /** A picture of a box of the document that is on the screen. */
  async shootBox(clip: Box): Promise<Pick<Look, 'shot' | 'ink'>> {
    const picture = await this.#shoot(clip)
    return { shot: this.#put(picture), ink: this.#unpack(picture) }
  }

  /** All that is on the screen, or in a box of it, only to be compared. */
  async peek(clip?: Box): Promise<Ink> {
    return this.#unpack(await this.#shoot(clip))
  }

  #unpack(picture: Buffer): Promise<Ink> {
    const ink = readInk(picture, this.scale)
    // A walk that is broken off asks for none of them.
    ink.catch(() => {})
    return ink
  }

  async #shoot(clip?: Box): Promise<Buffer> {
    const params = { ...QUICK, captureBeyondViewport: false, ...(clip && { clip: { ...clip, scale: 1 } }) }
    const { data } = await this.step(this.open.page.send<{ data: string }>('Page.captureScreenshot', params))
    return Buffer.from(data, 'base64')
  }

  async takeLook(scroll: { readonly x: number; readonly y: number }): Promise<Look> {
    const [look, layout] = await Promise.all([this.#shootWindow(scroll.y), this.readIfCheap()])
    return { ...look, layout, scroll: layout?.scroll ?? scroll }
  }

  /** A look at the window as it stands, and its text, however long that takes to read. */
  async takeReadLook(): Promise<ReadLook> {
    this.looks += 1
    const [look, layout] = await Promise.all([this.#shootWindow(0), this.readLayout()])
    return { ...look, layout, scroll: layout.scroll }
  }

  /** Removes all pictures that were not taken elsewhere. */
  async removeShots(): Promise<void> {
    await Promise.allSettled(this.#files)
    await rm(this.#folder, { recursive: true })
  }

  #put(picture: Buffer): Shot {
    const path = join(this.#folder, `${this.#files.length}.png`)
    const file = writeFile(path, picture).then(() => path)
    file.catch(() => {})
    this.#files.push(file)
    return { bytes: picture.length, file }
  }

  async #shootWindow(top: number): Promise<Pick<Look, 'at' | 'shot' | 'ink'>> {
    const at = this.open.operations.now().toISOString()
    const picture = await this.#shoot()
    const points = this.window.width * this.window.height * this.scale ** 2
    this.#densities.push({ top, bytesPerPoint: picture.length / points })
    return { at, shot: this.#put(picture), ink: this.#unpack(picture) }
  }

  /** The layout, where the page is not so large that it takes the time of everything else. */
  async readIfCheap(number = this.looks++): Promise<Layout | null> {
    if (this.#reads(number)) return this.readLayout()
    this.unread += 1
    return null
  }

  async #foreignFrames(): Promise<ForeignFrame[]> {
    const sessions = this.open.frameSessions()
    if (sessions.length === 0) return []
    const frames = await Promise.all(sessions.map((session) => this.#readForeign(session, sessions)))
    return frames.filter((frame) => frame !== null)
  }

  /** A frame that goes away meanwhile is part of no layout. */
  async #readForeign(session: Session, sessions: readonly Session[]): Promise<ForeignFrame | null> {
    const owner = this.#owners.get(session.targetId) ?? (await this.#findOwner(session, sessions))
    if (!owner) return null
    this.#owners.set(session.targetId, owner)
    const snapshot = await this.open.deadline.step('look', 3_000, takeSnapshot(session)).catch(ignoreStep)
    return snapshot ? { session, ...owner, snapshot } : null
  }

  async #findOwner(frame: Session, sessions: readonly Session[]): Promise<{ parent: Session; owner: number } | null> {
    for (const parent of [this.open.page, ...sessions.filter((one) => one !== frame)]) {
      const asked = parent.send<{ backendNodeId: number }>('DOM.getFrameOwner', { frameId: frame.targetId })
      const answer = await this.open.deadline.step('look', 2_000, asked).catch(ignoreStep)
      if (answer) return { parent, owner: answer.backendNodeId }
    }
    return null
  }
}

/** A phone zooms out of a page that is wider than its screen by this factor. */
const OVERFLOWS = 1.25

/** Asks the page for the size of the window, and which way it goes on. A visitor zooms out of a page that overflows a phone's screen. */
export async function openLooker(open: OpenPage, device: Device): Promise<Looker> {
  const { page, watch, deadline, workDir } = open
  const step = <T>(work: Promise<T>) => deadline.step('look', STEP_MS, work)
  const measure = async () => (await step(page.send<Metrics>('Page.getLayoutMetrics'))).cssVisualViewport
  const world = await step(isolatedWorld(page, watch.mainFrame))
  const width = (await measure()).clientWidth
  const whole = await step(evaluate<number>(page, world, 'innerWidth'))
  if (whole > width * OVERFLOWS)
    await step(page.send('Emulation.setPageScaleFactor', { pageScaleFactor: width / whole }))
  const { clientWidth, clientHeight } = await measure()
  const leftward = await step(runsLeftward(page, watch.mainFrame))
  const folder = await mkdtemp(join(workDir, 'looks-'))
  return new Looker(open, device, folder, {
    width: Math.round(clientWidth),
    height: Math.round(clientHeight),
    leftward,
  })
}

interface Metrics {
  readonly cssVisualViewport: { readonly clientWidth: number; readonly clientHeight: number }
}
