import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { connect } from 'node:tls'
import { describe, expect, it } from 'vitest'
import type { GuardedConnection } from '../../../server/kit/egress/guard.ts'
import { beginsWeb } from '../../../server/kit/egress/web-protocol.ts'
import { leavingNothing, open, start } from '../hard-page-kit.ts'

leavingNothing()

/** What reaches it, and nothing answers. */
async function listener() {
  const got: Buffer[] = []
  const server = createServer((socket) => socket.on('error', () => {}).on('data', (piece) => got.push(piece)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(async () => server.close())
  return { port: (server.address() as AddressInfo).port, said: () => Buffer.concat(got) }
}

/** How TLS begins that asks for these protocols. */
async function hello(ALPNProtocols: string[]): Promise<Buffer> {
  const { port, said } = await listener()
  const socket = connect({ port, host: '127.0.0.1', ALPNProtocols, servername: 'a.example' })
  socket.on('error', () => {})
  await expect.poll(() => said().length).toBeGreaterThan(200)
  socket.destroy()
  return said()
}

describe('what is said first over a connection', () => {
  it.each(['GET / HTTP/1.1\r\n', 'PROPFIND / HTTP/1.1\r\n', 'patch / HTTP/1.1\r\n'])(
    'is the web where it is %j',
    (said) => {
      expect(beginsWeb(Buffer.from(said))).toBe(true)
    },
  )

  it('is the web where TLS asks for it, and not known before all of it is here', async () => {
    const all = await hello(['h2', 'http/1.1'])
    expect(beginsWeb(all)).toBe(true)
    for (let n = 0; n < all.length; n += 7) expect(beginsWeb(all.subarray(0, n))).toBeUndefined()
    expect(beginsWeb(await hello(['http/1.1']))).toBe(true)
  })

  it('is not the web where TLS asks for another protocol or for none, and where it is a relay’s, a call’s or nothing’s', async () => {
    const others = [await hello([]), await hello(['stun.turn', 'webrtc'])]
    const stun = Buffer.from('000300082112a442', 'hex')
    const broken = Buffer.from('160301000401000000', 'hex')
    for (const said of [...others, stun, broken, Buffer.from('\0'), Buffer.from('\u00ff')])
      expect(beginsWeb(said)).toBe(false)
    expect(beginsWeb(Buffer.concat([Buffer.from('16030140000100ffff', 'hex'), Buffer.alloc(70_000)]))).toBe(false)
  })
})

describe('a page that speaks by WebRTC through a relay', () => {
  it('reaches nobody by it, and its capture says so', async () => {
    const [plain, sealed] = [await listener(), await listener()]
    const { attempt } = await start(`/speaks-to-a-relay?turn=${plain.port}&turns=${sealed.port}`, { delaySeconds: 2 })
    const { completeness, missing } = await attempt.result
    expect([plain.said().length, sealed.said().length]).toEqual([0, 0])
    expect(missing).toContainEqual({ code: 'not-web', params: { hosts: ['127.0.0.1'] } })
    expect(completeness).toBe('partial')
    const cut = attempt.lines<GuardedConnection>('connections.jsonl').filter(({ reason }) => reason === 'not-web')
    expect(new Set(cut.map(({ port }) => port))).toEqual(new Set([plain.port, sealed.port]))
  })
})
