import type { AttachedToTarget } from './cdp-events.ts'
import type { CdpConnection, CdpParams } from './cdp.ts'
import { StepTimedOut } from './deadline.ts'

/** A debugging session on one page, frame of another site, or worker. */
export interface Session {
  readonly id: string
  readonly targetId: string
  readonly type: string
  readonly url: string
  send<T = unknown>(method: string, params?: CdpParams): Promise<T>
}

export interface SessionsOptions {
  /** Sends what each target needs before its first script; nothing runs until it returns. */
  readonly prepare: (session: Session) => void
  /** A page that the captured page opened. */
  readonly onPopup: (session: Session) => void
}

const ATTACH = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }

/** Keeps one session on every target there is, from its first instruction on. */
export class Sessions {
  readonly live = new Map<string, Session>()
  readonly #connection: CdpConnection
  readonly #options: SessionsOptions
  readonly #targets = new Set<string>()
  #page: string | null = null

  constructor(connection: CdpConnection, options: SessionsOptions) {
    this.#connection = connection
    this.#options = options
    connection.onEvent(({ method, params }) => {
      if (method === 'Target.attachedToTarget') this.#attached(params as unknown as AttachedToTarget)
      if (method === 'Target.detachedFromTarget') this.#detached(String(params['sessionId']))
    })
  }

  /** Opens the one page of this browser and answers its session. */
  async openPage(): Promise<Session> {
    await this.#connection.send('Target.setAutoAttach', ATTACH)
    const { targetId } = await this.#connection.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
    })
    this.#page = targetId
    for (let tries = 0; tries < 1_000; tries++) {
      const session = [...this.live.values()].find((live) => live.targetId === targetId)
      if (session) return session
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new StepTimedOut('browser')
  }

  #attached({ sessionId, targetInfo }: AttachedToTarget): void {
    const { targetId, type, url } = targetInfo
    const send = <T>(method: string, params: CdpParams = {}) => this.#connection.send<T>(method, params, sessionId)
    const session: Session = { id: sessionId, targetId, type, url, send }
    const quietly = (method: string, params?: CdpParams) => void session.send(method, params).catch(() => {})
    if (this.#targets.has(targetId)) {
      // Service workers are announced by the browser and by their page; one session is enough.
      quietly('Runtime.runIfWaitingForDebugger')
      return
    }
    this.#targets.add(targetId)
    this.live.set(sessionId, session)
    // The commands of one session are carried out in order: the target resumes after the last.
    quietly('Target.setAutoAttach', ATTACH)
    this.#options.prepare(session)
    quietly('Runtime.runIfWaitingForDebugger')
    if (type === 'page' && this.#page !== null && targetId !== this.#page) this.#options.onPopup(session)
  }

  #detached(sessionId: string): void {
    const session = this.live.get(sessionId)
    if (!session) return
    this.live.delete(sessionId)
    this.#targets.delete(session.targetId)
  }
}
