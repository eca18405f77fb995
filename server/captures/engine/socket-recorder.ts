import type { SocketFrame, SocketLog } from './exchange.ts'

interface SocketParams {
  readonly requestId: string
  readonly url?: string
  readonly timestamp?: number
  readonly wallTime?: number
  readonly response?: { readonly opcode?: number; readonly payloadData?: string; readonly status?: number }
  readonly errorMessage?: string
}

/** A frame without content takes so much too: a socket may bring any number of them. */
const FRAME = 200

/** Frames of every WebSocket, up to a number of bytes. */
export class SocketRecorder {
  readonly logs: SocketLog[] = []
  readonly #byId = new Map<string, SocketLog>()
  readonly #now: () => Date
  #room: number
  /** The number of frames that were too many. */
  dropped = 0

  constructor(byteLimit: number, now: () => Date) {
    this.#room = byteLimit
    this.#now = now
  }

  record(method: string, params: SocketParams): void {
    if (method === 'Network.webSocketCreated') return this.#open(params)
    const log = this.#byId.get(params.requestId)
    if (!log) return
    if (method === 'Network.webSocketHandshakeResponseReceived') log.status = params.response?.status ?? null
    if (method === 'Network.webSocketClosed') log.closedAt = params.timestamp ?? null
    if (method === 'Network.webSocketFrameSent') this.#frame(log, 'sent', params)
    if (method === 'Network.webSocketFrameReceived') this.#frame(log, 'received', params)
    if (method === 'Network.webSocketFrameError') this.#frame(log, 'error', params)
  }

  #open({ requestId, url }: SocketParams): void {
    const startedAt = this.#now().toISOString()
    const log: SocketLog = {
      requestId,
      url: url ?? '',
      startedAt,
      status: null,
      closedAt: null,
      frames: [],
      framesDropped: 0,
    }
    this.logs.push(log)
    this.#byId.set(requestId, log)
  }

  #frame(log: SocketLog, direction: SocketFrame['direction'], params: SocketParams): void {
    const payload = params.response?.payloadData ?? params.errorMessage ?? ''
    this.#room -= payload.length + FRAME
    if (this.#room >= 0)
      log.frames.push({ at: params.timestamp ?? 0, direction, opcode: params.response?.opcode ?? -1, payload })
    else {
      log.framesDropped += 1
      this.dropped += 1
    }
  }
}
