import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CdpError } from '../../engine/cdp.ts'
import type { CapturedFile } from '../web-capture.ts'
import { takeWhole } from './artefact.ts'
import type { OpenPage } from './open-page.ts'
import { countPrinted, type Printed } from './printed-text.ts'

const STEP_MS = 60_000
/** A thousand sheets of A4: laying out more takes the browser's memory several times over. */
const MAX_PRINTED_PX = 1_000_000
/** Structure for screen readers costs the square of the elements that stand side by side. */
const MAX_TAGGED_ELEMENTS = 10_000
/** A page's own print ends by itself where nobody is there to answer; one that begins anew for ever does not. */
const PRINT_TRIES = 3
const PRINT_PAUSE_MS = 1_000
/** Fewer signs are a heading or a button, which a print may well leave out. */
const MIN_TEXT = 20

/** The page that is printed. */
export interface PrintedPage {
  readonly height: number
  readonly elements: number
  /** Text that was seen of it. */
  readonly text: string
}

/** The page as it would be printed on A4, backgrounds included. */
export async function savePrint(open: OpenPage, outDir: string, page: PrintedPage): Promise<CapturedFile | null> {
  if (page.height > MAX_PRINTED_PX) {
    open.missing.push({ code: 'pdf-too-long', params: { height: page.height } })
    return null
  }
  const signs = [...page.text.replaceAll(/\s+/g, '')].length
  let printed: Printed = { glyphs: 0, images: 0 }
  const pdf = await takeWhole(open, 'pdf', async () => {
    const data = await open.deadline.step('pdf', STEP_MS, print(open, page.elements))
    printed = await countPrinted(data)
    return signs === 0 || printed.glyphs > 0 || printed.images > 0 ? data : null
  })
  await writeFile(join(outDir, 'page.pdf'), pdf)
  open.operations.log('pdf', { bytes: pdf.length, signs, ...printed })
  // A sign of a text may be drawn several times, for its shadow say, and spaces count: what is below half is so for certain.
  if (signs >= MIN_TEXT && printed.glyphs * 2 < signs)
    open.cautions.push({ code: 'print-differs', params: { share: Math.round((printed.glyphs * 100) / signs) } })
  return { path: 'page.pdf', mediaType: 'application/pdf' }
}

/** One print. The browser refuses it while the page prints itself. */
async function print({ page, deadline, operations }: OpenPage, elements: number): Promise<Buffer> {
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
  for (let tries = 1; ; tries++) {
    try {
      const { data } = await page.send<{ data: string }>('Page.printToPDF', params)
      return Buffer.from(data, 'base64')
    } catch (error) {
      const isBusy = error instanceof CdpError && error.message.includes('already being printed')
      if (!isBusy || tries === PRINT_TRIES) throw error
    }
    operations.log('page-prints-itself', { tries })
    await deadline.pause(PRINT_PAUSE_MS)
  }
}
