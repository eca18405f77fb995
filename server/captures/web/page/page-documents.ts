import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { takeWhole } from './artefact.ts'
import { boundaryOf, lightenMhtml } from './lighten-mhtml.ts'
import type { OpenPage } from './open-page.ts'
import { evaluate, isolatedWorld } from './page-world.ts'
import type { CapturedFile } from '../web-capture.ts'

const STEP_MS = 30_000

export interface PageFacts {
  readonly title: string
  readonly url: string
  readonly text: string
  readonly elements: number
}

const FACTS = `(() => {
  const text = document.body ? document.body.innerText : document.documentElement.textContent ?? ''
  return { title: document.title, url: location.href, text, elements: document.getElementsByTagName('*').length }
})()`

export async function readFacts({ page, deadline, watch }: OpenPage): Promise<PageFacts> {
  const read = async () => evaluate<PageFacts>(page, await isolatedWorld(page, watch.mainFrame), FACTS)
  return deadline.step('text', STEP_MS, read())
}

/** The document as it stands now; shadow roots, closed ones too, are written as templates. */
export async function saveDom(open: OpenPage, outDir: string): Promise<{ file: CapturedFile; html: string }> {
  const { page, deadline, operations } = open
  const read = async () => {
    const { root } = await page.send<{ root: { nodeId: number } }>('DOM.getDocument', { depth: 0 })
    return page.send<{ outerHTML: string }>('DOM.getOuterHTML', { nodeId: root.nodeId, includeShadowDOM: true })
  }
  const outerHTML = await takeWhole(open, 'dom', async () => {
    const { outerHTML: taken } = await deadline.step('dom', STEP_MS, read())
    return /<[^!?\s>]/.test(taken) ? taken : null
  })
  // The mark outranks a charset the page names for the bytes it was sent in: these are others.
  await writeFile(join(outDir, 'dom.html'), `\uFEFF${outerHTML}`)
  operations.log('dom', { characters: outerHTML.length })
  return { file: { path: 'dom.html', mediaType: 'text/html' }, html: outerHTML }
}

/** True where the first part, which is the page's own document, has anything in it. */
export function hasMainPart(mhtml: string): boolean {
  const boundary = boundaryOf(mhtml)
  if (boundary === null) return false
  const begin = mhtml.indexOf(`--${boundary}\r\n`)
  const body = mhtml.indexOf('\r\n\r\n', begin)
  const end = mhtml.indexOf(`\r\n--${boundary}`, body)
  return begin >= 0 && body >= 0 && end > body && /\S/.test(mhtml.slice(body, end))
}

/** The page with all that it shows, in one file; of a heavy one without the pictures that stand in the archive, which is said. */
export async function saveMhtml(open: OpenPage, outDir: string): Promise<CapturedFile> {
  const { page, deadline, operations, recorder, notes } = open
  const data = await takeWhole(open, 'mhtml', async () => {
    const snapshot = page.send<{ data: string }>('Page.captureSnapshot', { format: 'mhtml' })
    const { data: taken } = await deadline.step('mhtml', STEP_MS, snapshot)
    return hasMainPart(taken) ? taken : null
  })
  const { text, parts, bytes } = lightenMhtml(data, (url, content) => recorder.holdsBody(url, content))
  if (parts > 0) notes.push({ code: 'mhtml-lightened', params: { parts, megabytes: Math.ceil(bytes / 1024 ** 2) } })
  await writeFile(join(outDir, 'page.mhtml'), text)
  operations.log('mhtml', { characters: data.length, lightened: parts })
  return { path: 'page.mhtml', mediaType: 'multipart/related' }
}
