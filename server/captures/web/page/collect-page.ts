import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CdpError } from '../../engine/cdp.ts'
import { StepTimedOut } from '../../engine/deadline.ts'
import { CaptureFailed } from '../../engine/engine-error.ts'
import { setWindow } from './device.ts'
import type { Device } from './device.ts'
import { checkPage } from './open-page.ts'
import type { OpenPage } from './open-page.ts'
import { readFacts, saveDom, saveMhtml, savePdf } from './page-documents.ts'
import type { PageFacts } from './page-documents.ts'
import { arrive, PageMoved, sameDocument } from './same-document.ts'
import { takeScreenshot } from './screenshot.ts'
import type { Screenshot } from './screenshot.ts'
import type { CapturedFile, MissingCode } from '../web-capture.ts'

export interface CollectedPage {
  readonly facts: PageFacts
  readonly screenshot: Screenshot
  readonly files: readonly CapturedFile[]
  /** Loaders of the documents that were shown, up to the one that is in the picture. */
  readonly arrivals: readonly string[]
}

/** One artefact that did not come makes the capture partial, not void; a browser that has gone ends it. */
export async function attempt<T>(open: OpenPage, code: MissingCode, work: () => Promise<T>, instead: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (open.deadline.stopped || open.watch.crashed) throw error
    if (!(error instanceof StepTimedOut) && !(error instanceof CdpError)) throw error
    open.missing.push({ code, params: { reason: error instanceof StepTimedOut ? 'timed-out' : error.message } })
    open.operations.log('artefact-missing', { code })
    return instead
  }
}

interface Seen {
  readonly facts: PageFacts | null
  readonly screenshot: Screenshot
}

const NO_SCREENSHOT: Screenshot = { tiles: [], files: [], pageHeight: null }
/** A page that moves on every time it is looked at will not stop for the next picture either. */
const PICTURE_TRIES = 3

/** Text and picture of one document. Where the page moves on meanwhile, both are taken again of the one it came to. */
async function look(open: OpenPage, device: Device, outDir: string): Promise<Seen> {
  const lacking = open.missing.length
  let facts: PageFacts | null = null
  for (let tries = 1; tries <= PICTURE_TRIES; tries++) {
    const same = sameDocument(open)
    try {
      facts = await attempt(open, 'text', () => same(() => readFacts(open)), null)
      if (tries === 1 && facts?.blank) throw new CaptureFailed('blank-page', { url: facts.url })
      return {
        facts,
        screenshot: await attempt(open, 'screenshot', () => takeScreenshot(open, same, device, outDir), NO_SCREENSHOT),
      }
    } catch (error) {
      if (!(error instanceof PageMoved)) throw error
    }
    open.operations.log('moved-while-pictured', { tries, url: open.watch.current?.url })
    // What was said and drawn of a document that has gone is true of none.
    open.missing.length = lacking
    await rm(join(outDir, 'screenshot'), { recursive: true, force: true })
    await arrive(open)
    // It may have moved to where nobody answers: the browser's own page about that is no evidence.
    checkPage(open)
    // A picture that was broken off leaves the window as it had stretched it.
    await open.deadline.step('screenshot', 5_000, setWindow(open.page, device)).catch(() => {})
  }
  if (!facts) open.missing.push({ code: 'text', params: { reason: 'page-moved' } })
  open.missing.push({ code: 'screenshot-moved', params: { tries: PICTURE_TRIES } })
  return { facts, screenshot: NO_SCREENSHOT }
}

/** Writes down what the page shows: text, document, picture, archive, and last the print, which changes the layout. */
export async function collectPage(open: OpenPage, device: Device, outDir: string): Promise<CollectedPage> {
  const { operations, watch } = open
  const navigations = watch.navigations.length
  operations.progress('record', 60, 'screenshot')
  const { facts, screenshot } = await look(open, device, outDir)
  const arrivals = watch.navigations.map(({ loaderId }) => loaderId)
  await writeFile(join(outDir, 'page.txt'), facts?.text ?? '')
  operations.progress('record', 68, 'documents')
  const dom = await attempt(open, 'dom', () => saveDom(open, outDir), null)
  const mhtml = await attempt(open, 'mhtml', () => saveMhtml(open, outDir), null)
  operations.progress('record', 74, 'pdf')
  const pdf = await attempt(
    open,
    'pdf',
    () => savePdf(open, outDir, screenshot.pageHeight ?? 0, facts?.elements ?? 0),
    null,
  )
  // What was written down before and after the move shows two pages.
  if (watch.navigations.length > navigations)
    open.missing.push({ code: 'page-moved', params: { url: watch.current?.url ?? '' } })
  const text = { path: 'page.txt', mediaType: 'text/plain' }
  const files = [...screenshot.files, text, ...[dom, mhtml, pdf].filter((file) => file !== null)]
  return {
    facts: facts ?? { title: '', url: open.watch.current?.url ?? '', text: '', elements: 0, blank: false },
    screenshot,
    files,
    arrivals,
  }
}
