import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exhibits } from './exhibits/all-exhibits.ts'
import type { Site } from './exhibit.ts'

interface Museum extends Site {
  close(): Promise<void>
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/**
 * Serves each exhibit at its name, and its inner documents below it, under two names that are two sites; `?after=` says after how many
 * milliseconds.
 */
export async function startMuseum(): Promise<Museum> {
  const byName = new Map(exhibits.map((one) => [one.name, one]))
  let site: Site = { url: '', otherUrl: '' }
  const answer: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://museum')
    const [name = '', ...parts] = pathname.slice(1).split('/')
    const document = byName.get(name)?.pages(site)[parts.join('/')]
    if (document === null) return void request.socket.destroy()
    if (document === undefined) return void response.writeHead(404, { 'content-type': 'text/plain' }).end()
    const type = document.startsWith('<svg') ? 'image/svg+xml' : 'text/html; charset=utf-8'
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
    setTimeout(() => response.end(document), Number(searchParams.get('after')))
  }
  const servers = [createServer(answer), createServer(answer)] as const
  const [port, otherPort] = await Promise.all([listen(servers[0]), listen(servers[1])])
  site = { url: `http://127.0.0.1:${port}`, otherUrl: `http://localhost:${otherPort}` }
  const close = async () => {
    for (const server of servers) server.closeAllConnections()
    await Promise.all(servers.map((server) => new Promise((resolve) => void server.close(resolve))))
  }
  return { ...site, close }
}
