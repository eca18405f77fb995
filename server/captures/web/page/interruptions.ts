import type { CdpConnection } from '../../engine/cdp.ts'
import type { Session } from '../../engine/sessions.ts'
import type { Operations } from '../operations.ts'
import { ignoreStep, type OpenPage } from './open-page.ts'
import { evaluate, isolatedWorld, WORLD } from './page-world.ts'
import { isForProgram } from '../../engine/program-address.ts'

/** A page may make up a scheme for each request. */
const LISTED_SCHEMES = 20

const COUNT = `(() => {
  const asked = {}
  const events = { beforeprint: 'print', fullscreenerror: 'fullscreen', pointerlockerror: 'pointer-lock' }
  for (const [event, what] of Object.entries(events)) addEventListener(event, () => { asked[what] = (asked[what] ?? 0) + 1 }, true)
  Object.defineProperty(globalThis, 'interruptions', { value: asked })
})()`

/** Writes down what a page asks of a visitor beside its dialogs, each once: nobody answers, and the page goes on without it. */
export async function watchInterruptions(
  connection: CdpConnection,
  page: Session,
  operations: Operations,
): Promise<void> {
  const told = new Set<string>()
  const tell = (what: string, operation: string, params: Readonly<Record<string, unknown>>) => {
    if (told.has(what) || told.size >= LISTED_SCHEMES) return
    told.add(what)
    operations.log(operation, params)
  }
  connection.onEvent(({ method, params, sessionId }) => {
    if (sessionId !== page.id) return
    const url = String(params['url'] ?? '')
    const isAsked = method === 'Page.frameRequestedNavigation' || method === 'Page.windowOpen'
    if (isAsked && isForProgram(url)) tell(url.split(':', 1)[0] ?? '', 'program-not-opened', { url })
    if (method === 'Page.fileChooserOpened') tell('file chooser', 'file-chooser-closed', {})
  })
  // Closed as by a visitor who chooses nothing.
  await page.send('Page.setInterceptFileChooserDialog', { enabled: true, cancel: true }).catch(ignoreStep)
  // In a world of its own: the page's is as it would be.
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: COUNT, worldName: WORLD }).catch(ignoreStep)
}

/** Writes down how often the page wanted to print or to fill the screen. Before it is printed for the capture, which the page is told of too. */
export async function logInterruptions({ page, watch, deadline, operations }: OpenPage): Promise<void> {
  const read = async () =>
    evaluate<Record<string, number>>(
      page,
      await isolatedWorld(page, watch.mainFrame),
      `({ ...globalThis.interruptions })`,
    )
  const asked = await deadline.step('record', 2_000, read()).catch(ignoreStep)
  for (const [what, times] of Object.entries(asked ?? {})) operations.log('page-asked', { what, times })
}
