import type { CdpConnection } from '../../engine/cdp.ts'
import type { Session } from '../../engine/sessions.ts'
import type { Operations } from '../operations.ts'
import { isForProgram } from '../../engine/program-address.ts'

interface Frame {
  readonly id: string
  readonly parentId?: string
  readonly loaderId: string
  readonly url: string
  readonly unreachableUrl?: string
}

/** A page may ask for ever; the log tells of the first ones and how many there were. */
const LISTED_DIALOGS = 50

/** Follows the one page: where it navigates, when it has loaded, whether it crashed or asks something. */
export class PageWatch {
  readonly navigations: Frame[] = []
  crashed = false
  dialogs = 0
  #loads = 0
  #askedForProgram = false
  readonly #changed = new Set<() => void>()
  readonly #page: Session
  readonly #operations: Operations
  readonly #mainFrame: string

  constructor(connection: CdpConnection, page: Session, operations: Operations) {
    this.#page = page
    this.#operations = operations
    // A page's first frame carries the id of its target.
    this.#mainFrame = page.targetId
    connection.onEvent(({ method, params, sessionId }) => {
      if (sessionId === page.id) this.#receive(method, params)
      // A page that is closed leaves its commands unanswered as one that crashed does.
      if (method === 'Target.detachedFromTarget' && params['sessionId'] === page.id) this.#gone()
    })
  }

  get mainFrame(): string {
    return this.#mainFrame
  }

  get current(): Frame | undefined {
    return this.navigations.at(-1)
  }

  /** True once the current document, and not an earlier one, fired its load event. */
  get loaded(): boolean {
    return this.#loads > 0
  }

  /** Calls back whenever the page has gone to another document, or is there no more. */
  onChange(listener: () => void): () => void {
    this.#changed.add(listener)
    return () => this.#changed.delete(listener)
  }

  #gone(): void {
    this.crashed = true
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#changed) listener()
  }

  #receive(method: string, params: Readonly<Record<string, unknown>>): void {
    if (method === 'Page.frameNavigated') this.#navigated(params['frame'] as Frame)
    if (method === 'Page.loadEventFired') this.#loads += 1
    if (method === 'Inspector.targetCrashed') this.#gone()
    if (method === 'Page.frameRequestedNavigation' && params['frameId'] === this.#mainFrame) this.#asked(params)
    // A page that asks for a program in the middle of loading gets no load event any more: it ends here.
    if (method === 'Page.frameStoppedLoading' && params['frameId'] === this.#mainFrame && this.#askedForProgram)
      this.#loads += 1
    if (method === 'Page.javascriptDialogOpening') this.#dialog(params)
  }

  #asked({ url, reason }: Readonly<Record<string, unknown>>): void {
    if (isForProgram(String(url))) this.#askedForProgram = true
    else this.#operations.log('page-redirects-itself', { url, reason })
  }

  #navigated(frame: Frame): void {
    if (frame.parentId !== undefined) return
    this.#loads = 0
    this.#askedForProgram = false
    this.navigations.push(frame)
    if (this.navigations.length > 1) this.#operations.log('navigated', { url: frame.unreachableUrl ?? frame.url })
    this.#tell()
  }

  #dialog(params: Readonly<Record<string, unknown>>): void {
    // Nobody is there to answer; a notice is closed, everything else declined.
    const accept = params['type'] === 'alert' || params['type'] === 'beforeunload'
    this.dialogs += 1
    if (this.dialogs <= LISTED_DIALOGS)
      this.#operations.log('dialog-closed', {
        type: params['type'],
        message: String(params['message']).slice(0, 500),
        accept,
      })
    void this.#page.send('Page.handleJavaScriptDialog', { accept }).catch(() => {})
  }
}
