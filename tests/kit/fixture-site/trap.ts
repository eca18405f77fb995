import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import type { Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A place on the inner network that no capture without leave may reach, by TCP or UDP, over IPv4 or IPv6. */
export interface Trap {
  /** On 127.0.0.66. */
  readonly url: string
  /** On ::1, under the same port. */
  readonly url6: string
  readonly port: number
  /** Stands in every answer and nowhere else. */
  readonly canary: string
  /** All that arrived: connections, requests, datagrams. */
  readonly caught: string[]
  /** Connections and datagrams: even one without a request counts. */
  readonly count: () => number
  close(): Promise<void>
}

const HOSTS = [
  ['127.0.0.66', 'udp4'],
  ['::1', 'udp6'],
] as const

const TYPES: readonly (readonly [RegExp, string, (canary: string) => string])[] = [
  [
    /script|worker|module|import/,
    'text/javascript',
    (canary) => `console.log('${canary}'); try { document.body.append('${canary}') } catch {}`,
  ],
  [/css|style/, 'text/css', (canary) => `body::after{content:'${canary}'}`],
  [
    /svg|use|image|img/,
    'image/svg+xml',
    (canary) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text id="a" y="20">${canary}</text></svg>`,
  ],
]

/** Answers whatever makes the most of being asked: readable by any page, in the form the path suggests. */
const answer = (canary: string, caught: string[]) => (request: IncomingMessage, response: ServerResponse) => {
  caught.push(`${request.method} ${request.url}`)
  const [, type, body] = TYPES.find(([pattern]) => pattern.test(request.url ?? '')) ?? [
    null,
    'text/html',
    (text: string) => `<h1>${text}</h1>`,
  ]
  response
    .writeHead(200, {
      'content-type': type,
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-headers': '*',
      'access-control-allow-credentials': 'true',
      'x-canary': canary,
    })
    .end(body(canary))
}

async function listenUdp(
  host: string,
  family: 'udp4' | 'udp6',
  port: number,
  note: (what: string) => void,
): Promise<UdpSocket> {
  const socket = createSocket(family)
  socket.on('message', (message) => note(`datagram ${host} ${message.length}`))
  socket.bind(port, host)
  await once(socket, 'listening')
  return socket
}

export async function startTrap(): Promise<Trap> {
  const canary = `canary${randomBytes(12).toString('hex')}`
  const caught: string[] = []
  const sockets = new Set<Socket>()
  let count = 0
  const note = (what: string) => {
    count += 1
    caught.push(what)
  }
  const servers: Server[] = []
  const datagrams: UdpSocket[] = []
  let port = 0
  for (const [host, family] of HOSTS) {
    const server = createServer(answer(canary, caught))
    server.on('connection', (socket: Socket) => {
      note(`connection ${host}`)
      sockets.add(socket.once('close', () => sockets.delete(socket)))
    })
    server.listen(port, host)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    servers.push(server)
    datagrams.push(await listenUdp(host, family, port, note))
  }
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await Promise.all([
      ...servers.map((server) => new Promise<void>((done) => void server.close(() => done()))),
      ...datagrams.map((socket) => new Promise<void>((done) => void socket.close(() => done()))),
    ])
  }
  return {
    url: `http://127.0.0.66:${port}`,
    url6: `http://[::1]:${port}`,
    port,
    canary,
    caught,
    count: () => count,
    close,
  }
}
