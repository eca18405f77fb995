import type { Readable, Writable } from 'node:stream'

export type CdpParams = Readonly<Record<string, unknown>>

export interface CdpEvent {
  readonly method: string
  readonly params: CdpParams
  /** Absent for the browser itself. */
  readonly sessionId: string | undefined
  /** Characters of its message. */
  readonly size: number
}

export class CdpError extends Error {
  readonly method: string
  readonly code: number

  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`)
    this.method = method
    this.code = code
  }
}

/** A message that is longer than this process takes; `code` is 0, as where the browser itself gave none. */
export class CdpTooLong extends CdpError {
  constructor(method: string) {
    super(method, 0, 'the message is too long')
  }
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: CdpParams
  readonly sessionId?: string
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

interface Pending {
  readonly method: string
  resolve(value: unknown): void
  reject(error: Error): void
}

/**
 * A page decides how long some messages are: its title, its text, what a socket brings it. A sign may be six in JSON, and a text of half a gigabyte
 * is none that this process can read: it would end, with all that it does for others. The longest body that a capture keeps is 171 MB here.
 */
const LONGEST = 256 * 1024 * 1024
/** Enough of a message to tell which one it is. */
const BEGINNING = 200

/** The debugging protocol over two pipes: messages are JSON, each ended by a zero byte. */
export class CdpConnection {
  readonly #write: Writable
  readonly #pending = new Map<number, Pending>()
  readonly #listeners = new Set<(event: CdpEvent) => void>()
  readonly #closing = new Set<(error: Error) => void>()
  readonly #longest: number
  #chunks: Buffer[] = []
  #length = 0
  #nextId = 1
  #closed: Error | null = null

  constructor(read: Readable, write: Writable, longest = LONGEST) {
    this.#write = write
    this.#longest = longest
    read.on('data', (chunk: Buffer) => this.#receive(chunk))
    for (const stream of [read, write]) {
      stream.on('error', (error) => this.close(error))
      stream.on('close', () => this.close(new CdpError('connection', 0, 'closed')))
    }
  }

  /** The result's type is the caller's knowledge of the protocol. */
  send<T = unknown>(method: string, params: CdpParams = {}, sessionId?: string): Promise<T> {
    if (this.#closed) return Promise.reject(this.#closed)
    const id = this.#nextId++
    const text = JSON.stringify(sessionId === undefined ? { id, method, params } : { id, method, params, sessionId })
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { method, resolve: (value) => resolve(value as T), reject })
      this.#write.write(`${text}\0`)
    })
  }

  onEvent(listener: (event: CdpEvent) => void): void {
    this.#listeners.add(listener)
  }

  /** Told once, when the browser has gone. */
  onClose(listener: (error: Error) => void): void {
    if (this.#closed) listener(this.#closed)
    else this.#closing.add(listener)
  }

  close(error: Error): void {
    if (this.#closed) return
    this.#closed = error
    for (const pending of this.#pending.values()) pending.reject(error)
    this.#pending.clear()
    for (const listener of this.#closing) listener(error)
  }

  #receive(chunk: Buffer): void {
    let rest = chunk
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      this.#hold(rest.subarray(0, end))
      const isTooLong = this.#length > this.#longest
      const text = Buffer.concat(this.#chunks).toString('utf8')
      this.#chunks = []
      this.#length = 0
      rest = rest.subarray(end + 1)
      if (isTooLong) this.#refuse(text)
      else this.#dispatch(JSON.parse(text) as Message, text.length)
    }
    if (rest.length > 0) this.#hold(rest)
  }

  /** Holds nothing but the beginning of a message that has become too long. */
  #hold(part: Buffer): void {
    this.#length += part.length
    this.#chunks.push(part)
    if (this.#length > this.#longest) this.#chunks = [Buffer.concat(this.#chunks, BEGINNING)]
  }

  /** The one that asked goes without an answer. An event that the browser tells by itself and nobody has read would be missing unseen. */
  #refuse(beginning: string): void {
    const id = /^\{"id":(\d+)/.exec(beginning)?.[1]
    if (id === undefined) return this.close(new CdpTooLong(/"method":"([\w.]+)/.exec(beginning)?.[1] ?? ''))
    const pending = this.#pending.get(Number(id))
    this.#pending.delete(Number(id))
    pending?.reject(new CdpTooLong(pending.method))
  }

  #dispatch(message: Message, size: number): void {
    if (message.id === undefined) {
      const { method = '', params = {}, sessionId } = message
      for (const listener of this.#listeners) listener({ method, params, sessionId, size })
      return
    }
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.error) pending?.reject(new CdpError(pending.method, message.error.code, message.error.message))
    else pending?.resolve(message.result)
  }
}
