import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenPage } from './open-page.ts'
import { evaluate, isolatedWorld } from './scroll-page.ts'
import type { CapturedFile } from '../web-capture.ts'

const STEP_MS = 30_000

export interface PageFacts {
  readonly title: string
  readonly url: string
  readonly text: string
  readonly elements: number
  /** Whether there is anything to see: text, or an element that paints by itself. */
  readonly blank: boolean
}

const FACTS = `(() => {
  const text = document.body ? document.body.innerText : document.documentElement.textContent ?? ''
  const painted = [...document.querySelectorAll('img,picture,canvas,video,svg,iframe,frame,embed,object,input,button')]
    .some((element) => { const box = element.getBoundingClientRect(); return box.width > 4 && box.height > 4 })
  const all = document.getElementsByTagName('*')
  const background = Array.from({ length: Math.min(500, all.length) }, (_, index) => all[index])
    .some((element) => getComputedStyle(element).backgroundImage !== 'none' || element.shadowRoot !== null)
  return { title: document.title, url: location.href, text, elements: all.length, blank: text.trim() === '' && !painted && !background }
})()`

export async function readFacts({ page, deadline, watch }: OpenPage): Promise<PageFacts> {
  const read = async () => evaluate<PageFacts>(page, await isolatedWorld(page, watch.mainFrame), FACTS)
  return deadline.step('text', STEP_MS, read())
}

/** The document as it stands now; shadow roots, closed ones too, are written as templates. */
export async function saveDom({ page, deadline, operations }: OpenPage, outDir: string): Promise<CapturedFile> {
  const read = async () => {
    const { root } = await page.send<{ root: { nodeId: number } }>('DOM.getDocument', { depth: 0 })
    return page.send<{ outerHTML: string }>('DOM.getOuterHTML', { nodeId: root.nodeId, includeShadowDOM: true })
  }
  const { outerHTML } = await deadline.step('dom', STEP_MS, read())
  // The mark outranks a charset the page names for the bytes it was sent in: these are others.
  await writeFile(join(outDir, 'dom.html'), `\uFEFF${outerHTML}`)
  operations.log('dom', { characters: outerHTML.length })
  return { path: 'dom.html', mediaType: 'text/html' }
}

export async function saveMhtml({ page, deadline, operations }: OpenPage, outDir: string): Promise<CapturedFile> {
  const { data } = await deadline.step(
    'mhtml',
    STEP_MS,
    page.send<{ data: string }>('Page.captureSnapshot', { format: 'mhtml' }),
  )
  await writeFile(join(outDir, 'page.mhtml'), data)
  operations.log('mhtml', { characters: data.length })
  return { path: 'page.mhtml', mediaType: 'multipart/related' }
}

/** A thousand sheets of A4: laying out more takes the browser's memory several times over. */
const MAX_PRINTED_PX = 1_000_000
/** Structure for screen readers costs the square of the elements that stand side by side. */
const MAX_TAGGED_ELEMENTS = 10_000

/** The page as it would be printed on A4, backgrounds included. */
export async function savePdf(
  open: OpenPage,
  outDir: string,
  pageHeight: number,
  elements: number,
): Promise<CapturedFile | null> {
  const { page, deadline, operations, missing } = open
  if (pageHeight > MAX_PRINTED_PX) {
    missing.push({ code: 'pdf-too-long', params: { height: pageHeight } })
    return null
  }
  const params = {
    printBackground: true,
    generateTaggedPDF: elements <= MAX_TAGGED_ELEMENTS,
    paperWidth: 8.27,
    paperHeight: 11.69,
    marginTop: 0.4,
    marginBottom: 0.4,
    marginLeft: 0.4,
    marginRight: 0.4,
  }
  const { data } = await deadline.step('pdf', STEP_MS * 2, page.send<{ data: string }>('Page.printToPDF', params))
  const pdf = Buffer.from(data, 'base64')
  await writeFile(join(outDir, 'page.pdf'), pdf)
  operations.log('pdf', { bytes: pdf.length })
  return { path: 'page.pdf', mediaType: 'application/pdf' }
}
