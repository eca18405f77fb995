import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Exchange } from '../../../server/captures/engine/exchange.ts'
import { addRemoteAddresses } from '../../../server/captures/web/package/request-log.ts'
import { parseAllowList } from '../../../server/kit/egress/address-policy.ts'
import { type EgressGuard, type GuardedConnection, startEgressGuard } from '../../../server/kit/egress/guard.ts'
import { capture } from '../capture-kit.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function serve(host: string, port: number, listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(port, host)
  await once(server, 'listening')
  open.push(() => server.close())
  return server
}

describe('whom a request reached', () => {
  it('is the server that answered, though its name leads to another one for whatever is asked later', async () => {
    const first = await serve('127.0.0.2', 0, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' })
      response.end('<title>x</title><h1>x</h1><script>setTimeout(() => fetch("/later"), 500)</script>')
      first.close()
    })
    const { port } = first.address() as AddressInfo
    await serve('127.0.0.3', port, (_, response) => void response.end('x'))
    const resolver = () => Promise.resolve([2, 3].map((last) => ({ address: `127.0.0.${last}`, family: 4 as const })))
    const attempt = await capture({ url: `http://shop.test:${port}/`, scroll: false, delaySeconds: 2 }, { resolver })
    open.push(() => attempt.remove())
    const { remoteAddress, redirects } = await attempt.result
    const log = attempt.lines<{ url: string; remoteAddress: string | null }>('requests.jsonl')
    expect([remoteAddress, redirects.map((hop) => hop.remoteAddress)]).toEqual(['127.0.0.2', ['127.0.0.2']])
    expect(log.find(({ url }) => url.endsWith('/later'))?.remoteAddress).toBe('127.0.0.3')
  })

  it('is not said where two that were open at the time lead to different servers', () => {
    const at = (second: number) => new Date(second * 1_000).toISOString()
    let looked = 0
    const connection = (from: number, milliseconds: number | null, dialledAddress: string | null) =>
      ({
        port: 443,
        started: at(from),
        milliseconds,
        dialledAddress,
        get host() {
          looked += 1
          return 'shop.example'
        },
      }) as GuardedConnection
    const connections = [
      connection(0, 5_000, '192.0.2.1'),
      connection(4, null, '192.0.2.2'),
      connection(20, 0, null),
      ...Array.from({ length: 300 }, () => connection(30, 1, '192.0.2.3')),
    ]
    const asked = (from: number, milliseconds: number | null, url = 'https://shop.example/') =>
      ({ url, status: 200, fromCache: false, remoteAddress: null, startedAt: at(from), milliseconds }) as Exchange
    const exchanges = [
      asked(1, 1_000),
      asked(3, 1_500),
      asked(8, 1_000),
      asked(8, null),
      asked(1, 1_000, 'https://none.example/'),
      ...Array.from({ length: 300 }, () => asked(31, 1_000)),
    ]
    addRemoteAddresses(exchanges, { connections } as unknown as EgressGuard)
    expect(exchanges.slice(0, 6).map(({ remoteAddress }) => remoteAddress)).toEqual([
      '192.0.2.1',
      null,
      '192.0.2.2',
      null,
      null,
      '192.0.2.2',
    ])
    expect(looked).toBeLessThanOrEqual(connections.length)
  })

  it('is nobody where the page’s own service worker answered, or what it had asked for before', async () => {
    const connection = { host: 'shop.example', port: 443, started: '', milliseconds: null, dialledAddress: '192.0.2.9' }
    const guard = { connections: [connection] } as unknown as EgressGuard
    const asked = (more: object) =>
      ({ url: 'https://shop.example/', status: 200, remoteAddress: null, ...more }) as Exchange
    const exchanges = [asked({}), asked({ fromServiceWorker: true }), asked({ fromCache: true })]
    addRemoteAddresses(exchanges, guard)
    expect(exchanges.map(({ remoteAddress }) => remoteAddress)).toEqual(['192.0.2.9', null, null])
  })

  it('is not told by a connection as if it had ended before it did, where its name took long', async () => {
    const server = await serve('127.0.0.2', 0, (_, response) => void response.end('x'))
    const { port } = server.address() as AddressInfo
    const resolver = () => wait(300, [{ address: '127.0.0.2', family: 4 as const }])
    const guard = await startEgressGuard({ allow: parseAllowList(['127.0.0.0/8']), byteLimit: 1_000, resolver })
    open.push(() => guard.close())
    const client = connect(guard.port!, '127.0.0.1')
    client.write(Buffer.from([5, 1, 0]))
    await once(client, 'data')
    client.write(
      Buffer.concat([Buffer.from([5, 1, 0, 3, 9]), Buffer.from('shop.test'), Buffer.from([port >> 8, port & 255])]),
    )
    await once(client, 'data')
    const opened = Date.now()
    client.end()
    await vi.waitUntil(() => guard.connections[0]?.milliseconds != null)
    const { started, milliseconds } = guard.connections[0]!
    expect(Date.parse(started) + milliseconds!).toBeGreaterThanOrEqual(opened - 20)
  })

  it('is known of a request whose server hung up on others', () => {
    const connection = (dialledAddress: string | null) =>
      ({ host: 'shop.example', port: 443, started: '', milliseconds: null, dialledAddress }) as GuardedConnection
    const exchange = { url: 'https://shop.example/', status: 200, fromCache: false, remoteAddress: null } as Exchange
    const connections = [connection('192.0.2.1'), connection(null)]
    addRemoteAddresses([exchange], { connections } as unknown as EgressGuard)
    expect(exchange.remoteAddress).toBe('192.0.2.1')
  })
})

describe('the names that a capture leads to', () => {
  it('are written down with all their addresses, and of thousands with those that may be tried', async () => {
    const addresses = Array.from({ length: 70 }, (_, n) => ({ address: `127.0.1.${n}`, family: 4 as const }))
    const resolver = () => Promise.resolve(addresses)
    const guard = await startEgressGuard({ allow: parseAllowList(['127.0.0.0/8']), byteLimit: 1_000, resolver })
    open.push(() => guard.close())
    for (let n = 0; n < 1_002; n++) await guard.resolve(`n${n}.shop.test`)
    const written = guard.resolutions.map(({ answers, answersLeft }) => [answers.length, answersLeft])
    expect([written[0], written[999], written[1_000]]).toEqual([
      [64, 6],
      [64, 6],
      [8, 62],
    ])
  })
})
