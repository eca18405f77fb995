import type { Socket } from 'node:net'

/** Reply codes of RFC 1928 that the guard uses. */
export const SOCKS_REPLY = {
  succeeded: 0x00,
  failure: 0x01,
  notAllowed: 0x02,
  hostUnreachable: 0x04,
  refused: 0x05,
  commandUnsupported: 0x07,
} as const

export interface SocksRequest {
  readonly host: string
  readonly port: number
}

/** Reads exactly what the handshake needs from a paused socket and pushes the rest back. */
class Reader {
  readonly #socket: Socket
  #held: Buffer = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.#socket = socket
  }

  async take(size: number): Promise<Buffer> {
    while (this.#held.length < size) {
      const chunk = (this.#socket.read() as Buffer | null) ?? (await this.#wait())
      if (chunk) this.#held = Buffer.concat([this.#held, chunk])
    }
    const part = this.#held.subarray(0, size)
    this.#held = this.#held.subarray(size)
    return part
  }

  giveBack(): void {
    if (this.#held.length > 0) this.#socket.unshift(this.#held)
    this.#held = Buffer.alloc(0)
  }

  #wait(): Promise<null> {
    return new Promise((resolve, reject) => {
      const done = (error?: Error) => {
        this.#socket.off('readable', readable).off('close', closed)
        if (error) reject(error)
        else resolve(null)
      }
      const readable = () => done()
      const closed = () => done(new Error('closed during the handshake'))
      if (this.#socket.destroyed || this.#socket.readableEnded) return reject(new Error('closed during the handshake'))
      this.#socket.once('readable', readable).once('close', closed)
    })
  }
}

/** Greeting and request of SOCKS5 without authentication; null when the client wants anything but CONNECT. */
export async function readSocksRequest(socket: Socket): Promise<SocksRequest | null> {
  const reader = new Reader(socket)
  const [version, methods] = await reader.take(2)
  if (version !== 5) throw new Error('not SOCKS5')
  await reader.take(methods ?? 0)
  socket.write(Buffer.from([5, 0]))
  const [, command, , kind] = await reader.take(4)
  const host = await readHost(reader, kind ?? 0)
  const port = (await reader.take(2)).readUInt16BE(0)
  reader.giveBack()
  return command === 1 ? { host, port } : null
}

async function readHost(reader: Reader, kind: number): Promise<string> {
  if (kind === 1) return [...(await reader.take(4))].join('.')
  if (kind === 3) return (await reader.take((await reader.take(1))[0] ?? 0)).toString('latin1')
  if (kind !== 4) throw new Error('unknown address type')
  const bytes = await reader.take(16)
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':')
}

/** Writes a reply with an empty bound address, which clients ignore for CONNECT. */
export function writeSocksReply(socket: Socket, code: number): void {
  if (!socket.destroyed) socket.write(Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]))
}
