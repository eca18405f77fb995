import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attempt } from './artefact.ts'
import { setWindow } from './device.ts'
import type { Device } from './device.ts'
import { documentNotes, textOfSource } from './documents-hold.ts'
import type { OpenPage } from './open-page.ts'
import { HeldText } from './held-text.ts'
import { logInterruptions } from './interruptions.ts'
import { readFacts, saveDom, saveMhtml } from './page-documents.ts'
import type { PageFacts } from './page-documents.ts'
import { savePrint } from './save-print.ts'
import { sameDocument, workOnOne } from './same-document.ts'
import { NO_SCREENSHOT, takeScreenshot } from './screenshot.ts'
import type { Screenshot } from './screenshot.ts'
import { completePage, type SeenPage } from './seen/complete-page.ts'
import { type PageWalk, walkPage } from './seen/see-page.ts'
import type { CapturedFile } from '../web-capture.ts'

export interface CollectedPage {
  readonly facts: PageFacts
  readonly screenshot: Screenshot
  readonly files: readonly CapturedFile[]
  /** Loaders of the documents that were shown, up to the one that is in the picture. */
  readonly arrivals: readonly string[]
}

interface Pictured {
  readonly facts: PageFacts | null
  readonly screenshot: Screenshot
  readonly seen: SeenPage
}

const NOTHING_SEEN: SeenPage = { files: [], words: [], settled: [], standing: '' }
/** A page that moves on every time it is looked at will not stop for the next picture either. */
const PICTURE_TRIES = 3
const WALK_TRIES = 2

/** The manner in which a page is collected. */
export interface Collecting {
  readonly device: Device
  readonly outDir: string
  /** Goes through the page window by window; without it only the first is looked at. */
  readonly scroll: boolean
}

const walkOnce = (open: OpenPage, { device, scroll }: Collecting): Promise<PageWalk | null> =>
  attempt(open, scroll ? 'scroll-interrupted' : 'looks-incomplete', () => walkPage(open, device, scroll), null)

/** A look at every window; null, and said to be lacking, where the page was not there for it, or went away each time. */
export async function walkWindows(open: OpenPage, collecting: Collecting): Promise<PageWalk | null> {
  const trying = { tries: WALK_TRIES, moved: 'moved-while-walked', undo: async () => {} }
  const walked = await workOnOne(open, trying, async () => ({ walk: await walkOnce(open, collecting) }))
  if (!walked) open.missing.push({ code: 'scroll-interrupted', params: { reason: 'page-moved' } })
  return walked?.walk ?? null
}

/** Text and picture of one document. Both are taken again where the page moves on meanwhile, of the one it came to. */
async function look(open: OpenPage, collecting: Collecting, walked: PageWalk | null): Promise<Pictured> {
  const { device, outDir } = collecting
  const lacking = open.missing.length
  let facts: PageFacts | null = null
  let walk = walked
  const undo = async () => {
    open.missing.length = lacking
    open.notes.length = 0
    open.cautions.length = 0
    await rm(join(outDir, 'screenshot'), { recursive: true, force: true })
    // A picture that was broken off leaves the window as it had stretched it.
    await open.deadline.step('screenshot', 5_000, setWindow(open.page, device)).catch(() => {})
  }
  const pictured = await workOnOne(open, { tries: PICTURE_TRIES, moved: 'moved-while-pictured', undo }, async (nth) => {
    const same = sameDocument(open)
    // A walk through a document that has gone is true of none.
    if (walk && walk.navigations !== open.watch.navigations.length) walk = await same(() => walkOnce(open, collecting))
    facts = await attempt(open, 'text', () => same(() => readFacts(open)), null)
    // A page that goes away when its window is made taller would do so each time.
    const mayResize = nth === 1
    const through = walk
    const densityOf = (top: number, bottom: number) => through?.looker.densityOf(top, bottom) ?? 0
    const take = () => takeScreenshot(open, same, { device, outDir, mayResize, densityOf })
    const screenshot = await attempt(open, 'screenshot', take, NO_SCREENSHOT)
    const compare = (of: PageWalk) => same(() => completePage(open, of, screenshot, { outDir, mayResize }))
    const seen = through ? await attempt(open, 'looks-incomplete', () => compare(through), NOTHING_SEEN) : NOTHING_SEEN
    return { facts, screenshot, seen }
  })
  if (pictured) return pictured
  if (!facts) open.missing.push({ code: 'text', params: { reason: 'page-moved' } })
  open.missing.push({ code: 'screenshot-moved', params: { tries: PICTURE_TRIES } })
  return { facts, screenshot: NO_SCREENSHOT, seen: NOTHING_SEEN }
}

/** The text of the document, and behind it what frames, shadow trees, styles and fields added on the screen. */
function wholeText(facts: PageFacts | null, { words }: SeenPage): string {
  const text = facts?.text ?? ''
  const known = new HeldText(text)
  const more = words.filter((word) => known.holds(word) !== true)
  return more.length === 0 ? text : `${text}\n\n${more.join('\n')}\n`
}

/** Writes down what the page shows: text, document, picture, archive, and last the print, which changes the layout. */
export async function collectPage(
  open: OpenPage,
  collecting: Collecting,
  walk: PageWalk | null,
): Promise<CollectedPage> {
  const { outDir } = collecting
  const { operations, watch } = open
  const navigations = watch.navigations.length
  operations.progress('record', 60, 'screenshot')
  const { facts, screenshot, seen } = await look(open, collecting, walk)
  const arrivals = watch.navigations.map(({ loaderId }) => loaderId)
  const text = wholeText(facts, seen)
  await writeFile(join(outDir, 'page.txt'), text)
  operations.progress('record', 68, 'documents')
  const dom = await attempt(open, 'dom', () => saveDom(open, outDir), null)
  if (dom) open.notes.push(...documentNotes(seen.words, [textOfSource(dom.html), seen.standing], seen.settled))
  const mhtml = await attempt(open, 'mhtml', () => saveMhtml(open, outDir), null)
  operations.progress('record', 74, 'pdf')
  await logInterruptions(open)
  const printed = {
    height: screenshot.pageHeight ?? 0,
    elements: facts?.elements ?? 0,
    // The page's text is all that is known of it, where it was not looked at.
    text: seen.files.length > 0 ? seen.words.join('') : text,
  }
  const pdf = await attempt(open, 'pdf', () => savePrint(open, outDir, printed), null)
  // Files that were written before and after the move show two pages.
  if (watch.navigations.length > navigations)
    open.missing.push({ code: 'page-moved', params: { url: watch.current?.url ?? '' } })
  const page = { path: 'page.txt', mediaType: 'text/plain' }
  const files = [
    ...screenshot.files,
    ...seen.files,
    page,
    ...[dom?.file ?? null, mhtml, pdf].filter((file) => file !== null),
  ]
  return {
    facts: facts ? { ...facts, text } : { title: '', url: open.watch.current?.url ?? '', text, elements: 0 },
    screenshot,
    files,
    arrivals,
  }
}
