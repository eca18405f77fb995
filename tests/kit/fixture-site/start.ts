import { createServer as createHttp } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { refusingPort } from '../outside/free-port.ts'
import { makeCertificate } from './certificate.ts'
import { endpoints } from './endpoints.ts'
import type { Endpoint } from './replies.ts'
import { picture } from './pictures.ts'
import { startTrap } from './trap.ts'
import type { Trap } from './trap.ts'
import { answerWebSocket } from './websocket.ts'

/** One request as the server saw it. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface FixtureSite {
  /** The shop, on 127.0.0.1. */
  readonly url: string
  /** Another site, on 127.0.0.2. */
  readonly otherUrl: string
  /** The same shop under a self-signed certificate. */
  readonly tlsUrl: string
  readonly tlsSpki: string
  /** A place that a capture without leave for it must never reach. */
  readonly trap: Trap
  /** Connections and datagrams the trap has seen. */
  readonly trapped: () => number
  readonly log: readonly SeenRequest[]
  close(): Promise<void>
}

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port
const listen = (server: Server, host: string): Promise<void> =>
  new Promise((resolve) => void server.listen(0, host, resolve))

/** Starts the local site that stands for the outside world in tests and demonstrations. */
export async function startFixtureSite(): Promise<FixtureSite> {
  const log: SeenRequest[] = []
  let routes: Readonly<Record<string, Endpoint>> = {}
  const serve = (scheme: string) => (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `${scheme}://${request.headers.host}`)
    log.push({ method: request.method ?? '', url: url.href, headers: request.headers })
    response.on('error', () => {})
    const image = /^\/images\/(\w+)\.png$/.exec(url.pathname)
    if (image) {
      const body = picture(Number(image[1]) || 99)
      return void response.writeHead(200, { 'content-type': 'image/png', 'content-length': body.length }).end(body)
    }
    const route = routes[url.pathname]
    if (route) return route(request, response, url)
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('未找到')
  }
  const certificate = await makeCertificate()
  const [shop, other, trap] = [createHttp(serve('http')), createHttp(serve('http')), await startTrap()]
  const tls: Server = createHttps({ key: certificate.key, cert: certificate.cert }, serve('https'))
  const servers = [shop, other, tls]
  const sockets = new Set<Socket>()
  for (const server of servers) {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
  }
  for (const server of [shop, other, tls]) server.on('upgrade', answerWebSocket)
  await Promise.all([listen(shop, '127.0.0.1'), listen(other, '127.0.0.2'), listen(tls, '127.0.0.1')])
  const [url, otherUrl] = [`http://127.0.0.1:${portOf(shop)}`, `http://127.0.0.2:${portOf(other)}`]
  const closed = `http://127.0.0.1:${await refusingPort()}`
  routes = endpoints({ other: otherUrl, closed, socket: `${url.replace('http', 'ws')}/socket`, trap: trap.url })
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await Promise.all([
      trap.close(),
      ...servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))),
    ])
  }
  return {
    url,
    otherUrl,
    trap,
    tlsUrl: `https://127.0.0.1:${portOf(tls)}`,
    tlsSpki: certificate.spki,
    trapped: trap.count,
    log,
    close,
  }
}
