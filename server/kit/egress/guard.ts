import { chmodSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { dial } from './dial.ts'
import type { Connector, DialFailure } from './dial.ts'
import type { AllowList, EgressReason } from './address-policy.ts'
import { judgeDestination, ownAddresses, resolveHost, withoutInnerAddresses } from './resolve.ts'
import type { Resolution, ResolvedAddress, Resolver } from './resolve.ts'
import { slots } from '../work/slots.ts'
import { beginsWeb } from './web-protocol.ts'
import { readSocksRequest, SOCKS_REPLY, writeSocksReply } from './socks.ts'

/** One attempt to leave the machine, allowed or not. */
export interface GuardedConnection {
  readonly host: string
  readonly port: number
  readonly started: string
  /** Those that may be tried; the resolution of the name has the others. */
  answers: readonly string[]
  dialledAddress: string | null
  localPort: number | null
  bytesUp: number
  bytesDown: number
  /** From the start on, so with the time that its name took. */
  milliseconds: number | null
  verdict: 'open' | 'closed' | 'refused' | 'failed'
  reason: EgressReason | DialFailure | 'name-not-found' | 'byte-limit' | 'not-web' | 'guard-closed' | 'hung-up' | null
}

export interface GuardOptions {
  readonly allow: AllowList
  /** Bytes of both directions together; the connection that crosses it and all others are cut. */
  readonly byteLimit: number
  /** A unix socket instead of an ephemeral loopback port. */
  readonly socketPath?: string
  /** Whether connections that begin as something else than HTTP, or TLS for it, are cut: nothing records what they bring. */
  readonly onlyWeb?: boolean
  readonly dialMs?: number
  readonly resolver?: Resolver
  readonly connector?: Connector
  readonly now?: () => Date
}

export interface EgressGuard {
  /** Loopback port, or null on a unix socket. */
  readonly port: number | null
  readonly connections: readonly GuardedConnection[]
  readonly resolutions: readonly Resolution[]
  readonly bytes: number
  /** When the byte limit fell, by `performance.now()`; null where it never did. */
  readonly overLimitAt: number | null
  /** Resolves and judges as a connection would, and pins the answers for this guard's life. */
  resolve(host: string): Promise<Resolution>
  close(): Promise<void>
}

const REPLY: Record<DialFailure, number> = {
  refused: SOCKS_REPLY.refused,
  'timed-out': SOCKS_REPLY.hostUnreachable,
  unreachable: SOCKS_REPLY.hostUnreachable,
  'peer-differs': SOCKS_REPLY.notAllowed,
}

const MAX_OPEN = 256

/**
 * Names that are asked for at once. The machine answers each on a thread that all of this process share, and nothing takes back what was asked:
 * a page whose names nobody answers would keep every other look-up waiting for ten seconds a name, long after its capture has ended.
 */
const NAMES_AT_ONCE = 2

/** Names whose addresses are all written down; of more, which an ordinary page does not have, those that may be tried. */
const NAMES_IN_FULL = 1_000

/** A name may have thousands of addresses that nobody answers at. */
const ADDRESSES_TRIED = 8

/** Those that are tried while somebody waits for it: each takes seconds and a socket, and the guard may be closed by then. */
function* whileWaiting(answers: readonly ResolvedAddress[], isWaiting: () => boolean): Generator<ResolvedAddress> {
  for (const address of answers.slice(0, ADDRESSES_TRIED)) if (isWaiting()) yield address
}

/** One name, and who waits for it. */
interface Pinned {
  readonly waiting: (() => boolean)[]
  /** Null where nobody waited any more when its turn came. */
  readonly resolution: Promise<Resolution | null>
}

class Guard implements EgressGuard {
  readonly connections: GuardedConnection[] = []
  readonly resolutions: Resolution[] = []
  bytes = 0
  overLimitAt: number | null = null
  port: number | null = null
  readonly #options: GuardOptions
  readonly #own = ownAddresses()
  readonly #pinned = new Map<string, Pinned>()
  readonly #inTurn = slots(NAMES_AT_ONCE)
  readonly #open = new Set<Socket>()
  readonly #server = createServer({ allowHalfOpen: true, pauseOnConnect: false }, (socket) => void this.#accept(socket))
  #closed = false

  constructor(options: GuardOptions) {
    this.#options = options
    this.#server.maxConnections = MAX_OPEN
  }

  listen(): Promise<void> {
    const { socketPath } = this.#options
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(socketPath === undefined ? { host: '127.0.0.1', port: 0 } : { path: socketPath }, () => {
        if (socketPath === undefined) this.port = (this.#server.address() as AddressInfo).port
        else chmodSync(socketPath, 0o600)
        resolve()
      })
    })
  }

  async resolve(host: string): Promise<Resolution> {
    return (await this.#resolve(host, () => true)) ?? this.resolve(host)
  }

  #resolve(host: string, isWaiting: () => boolean): Promise<Resolution | null> {
    // One resolution per name and capture: a second answer could not be told from a rebinding.
    const pinned = this.#pinned.get(host)
    if (pinned) {
      pinned.waiting.push(isWaiting)
      return pinned.resolution
    }
    const waiting = [isWaiting]
    const { promise, resolve } = Promise.withResolvers<Resolution | null>()
    this.#pinned.set(host, { waiting, resolution: promise })
    resolve(this.#inTurn(() => this.#lookUp(host, waiting)))
    return promise
  }

  async #lookUp(host: string, waiting: Pinned['waiting']): Promise<Resolution | null> {
    if (!waiting.some((isWaiting) => isWaiting())) {
      this.#pinned.delete(host)
      return null
    }
    const { allow, resolver } = this.#options
    const kept = this.resolutions.length < NAMES_IN_FULL ? {} : { kept: ADDRESSES_TRIED }
    const resolution = await resolveHost(host, { allow, own: this.#own, ...kept, ...(resolver ? { resolver } : {}) })
    this.resolutions.push(resolution)
    return resolution
  }

  async close(): Promise<void> {
    this.#closed = true
    const ended = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#cutAll('guard-closed')
    await ended
  }

  async #accept(client: Socket): Promise<void> {
    this.#track(client)
    try {
      const request = await readSocksRequest(client)
      if (request) await this.#serve(client, request.host, request.port)
      else writeSocksReply(client, SOCKS_REPLY.commandUnsupported)
    } catch {
      client.destroy()
    }
  }

  async #serve(client: Socket, host: string, port: number): Promise<void> {
    const [begin, entry] = [performance.now(), this.#begin(host, port)]
    const refuse = (verdict: 'refused' | 'failed', reason: GuardedConnection['reason'], code: number) => {
      Object.assign(entry, { verdict, reason })
      writeSocksReply(client, code)
      client.end()
    }
    if (this.overLimitAt !== null) return refuse('refused', 'byte-limit', SOCKS_REPLY.notAllowed)
    // Who hung up is told by the end of what they send: nobody has anything to say before the reply.
    const isWaiting = () => !this.#closed && !client.destroyed && !client.readableEnded
    const resolution = await this.#resolve(host, isWaiting)
    if (!resolution) return refuse('failed', this.#closed ? 'guard-closed' : 'hung-up', SOCKS_REPLY.failure)
    const { answers } = withoutInnerAddresses(resolution)
    entry.answers = answers.slice(0, ADDRESSES_TRIED).map(({ address }) => address)
    if (resolution.verdict === 'not-found') return refuse('failed', 'name-not-found', SOCKS_REPLY.hostUnreachable)
    const reason = resolution.reason ?? judgeDestination(resolution, port, this.#options.allow)
    if (reason) return refuse('refused', reason, SOCKS_REPLY.notAllowed)
    const addresses = whileWaiting(resolution.answers, isWaiting)
    const dialled = await dial(addresses, port, this.#options.dialMs ?? 8_000, this.#options.connector)
    if (typeof dialled === 'string') return refuse('failed', dialled, REPLY[dialled])
    if (this.#closed || client.destroyed) return void dialled.socket.destroy()
    entry.dialledAddress = dialled.address
    entry.localPort = dialled.socket.localPort ?? null
    this.#track(dialled.socket)
    writeSocksReply(client, SOCKS_REPLY.succeeded)
    this.#join(client, dialled.socket, entry, begin)
  }

  #begin(host: string, port: number): GuardedConnection {
    const started = (this.#options.now?.() ?? new Date()).toISOString()
    const entry: GuardedConnection = {
      host,
      port,
      started,
      answers: [],
      dialledAddress: null,
      localPort: null,
      bytesUp: 0,
      bytesDown: 0,
      milliseconds: null,
      verdict: 'open',
      reason: null,
    }
    this.connections.push(entry)
    return entry
  }

  #join(client: Socket, remote: Socket, entry: GuardedConnection, begin: number): void {
    const finish = () => {
      // What the other side said last may still be on its way through: a site's alert, the end of a body without a length.
      client.destroySoon()
      remote.destroySoon()
      if (entry.verdict === 'open') entry.verdict = 'closed'
      entry.milliseconds ??= Math.round(performance.now() - begin)
    }
    client.on('data', (chunk: Buffer) => this.#count(entry, 'bytesUp', chunk.length))
    remote.on('data', (chunk: Buffer) => this.#count(entry, 'bytesDown', chunk.length))
    if (this.#options.onlyWeb) this.#passWeb(client, remote, entry)
    else client.pipe(remote)
    remote.pipe(client)
    client.once('close', finish)
    remote.once('close', finish)
  }

  /** Lets the client's words through once they begin as a browser's do. */
  #passWeb(client: Socket, remote: Socket, entry: GuardedConnection): void {
    let said = Buffer.alloc(0)
    const listen = (chunk: Buffer) => {
      said = Buffer.concat([said, chunk])
      const isWeb = beginsWeb(said)
      if (isWeb === undefined) return
      client.off('data', listen)
      if (isWeb) {
        remote.write(said)
        return void client.pipe(remote)
      }
      Object.assign(entry, { verdict: 'refused', reason: 'not-web' })
      client.destroy()
      remote.destroy()
    }
    client.on('data', listen)
    client.once('end', () => remote.end())
  }

  #count(entry: GuardedConnection, direction: 'bytesUp' | 'bytesDown', size: number): void {
    entry[direction] += size
    this.bytes += size
    if (this.bytes <= this.#options.byteLimit || this.overLimitAt !== null) return
    this.overLimitAt = performance.now()
    entry.reason = 'byte-limit'
    this.#cutAll('byte-limit')
  }

  #cutAll(reason: 'byte-limit' | 'guard-closed'): void {
    for (const entry of this.connections) if (entry.verdict === 'open') entry.reason ??= reason
    for (const socket of this.#open) socket.destroy()
  }

  #track(socket: Socket): void {
    this.#open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => this.#open.delete(socket))
  }
}

/** Starts a SOCKS5 server that is the only way out for one capture. */
export async function startEgressGuard(options: GuardOptions): Promise<EgressGuard> {
  const guard = new Guard(options)
  await guard.listen()
  return guard
}
