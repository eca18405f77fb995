import { once } from 'node:events'
import { connect, createServer, Socket } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os, { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startEgressGuard } from '../../server/kit/egress/guard.ts'
import type { EgressGuard, GuardOptions } from '../../server/kit/egress/guard.ts'
import { assertReachable, EgressRefused, guardedAgents } from '../../server/kit/egress/guarded-agent.ts'
import { parseAllowList } from '../../server/kit/egress/address-policy.ts'
import { type ResolvedAddress, withoutInnerAddresses } from '../../server/kit/egress/resolve.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

interface Echo {
  readonly server: Server
  readonly port: number
  readonly connections: () => number
}

async function startEcho(host = '127.0.0.1'): Promise<Echo> {
  let count = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    count += 1
    sockets.add(socket)
    socket.on('error', () => {}).pipe(socket)
  }).listen(0, host)
  await once(server, 'listening')
  open.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { server, port: (server.address() as AddressInfo).port, connections: () => count }
}

async function startGuard(options: Partial<GuardOptions> = {}): Promise<EgressGuard> {
  const guard = await startEgressGuard({ allow: parseAllowList(['127.0.0.1']), byteLimit: 1_000_000, ...options })
  open.push(() => guard.close())
  return guard
}

const answers = (...list: string[]): ResolvedAddress[] =>
  list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** Asks for a connection by name. */
async function begin(target: number | string, host: string, port: number): Promise<Socket> {
  const socket = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target)
  socket.on('error', () => {})
  open.push(async () => socket.destroy())
  await once(socket, 'connect')
  socket.write(Buffer.from([5, 1, 0]))
  await once(socket, 'data')
  const name = Buffer.from(host)
  socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, Buffer.from([port >> 8, port & 255])]))
  return socket
}

/** The same, and answers the guard's reply code and the socket. */
async function ask(target: number | string, host: string, port: number): Promise<{ code: number; socket: Socket }> {
  const socket = await begin(target, host, port)
  const [reply] = (await once(socket, 'data')) as [Buffer]
  return { code: reply[1] ?? -1, socket }
}

describe('the egress guard', () => {
  it('carries bytes both ways, counts and logs them', async () => {
    const echo = await startEcho()
    const guard = await startGuard()
    const { code, socket } = await ask(guard.port ?? 0, '127.0.0.1', echo.port)
    expect(code).toBe(0)
    socket.write('你好')
    const [back] = (await once(socket, 'data')) as [Buffer]
    expect(back.toString()).toBe('你好')
    expect(guard.connections[0]).toMatchObject({
      host: '127.0.0.1',
      port: echo.port,
      dialledAddress: '127.0.0.1',
      bytesUp: 6,
      bytesDown: 6,
      verdict: 'open',
    })
    expect(guard.bytes).toBe(12)
  })

  it('serves a unix socket that only its owner may open', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guard-test-'))
    open.push(() => rm(folder, { recursive: true }))
    const echo = await startEcho()
    const guard = await startGuard({ socketPath: join(folder, 'guard.sock') })
    expect(guard.port).toBeNull()
    expect((await ask(join(folder, 'guard.sock'), '127.0.0.1', echo.port)).code).toBe(0)
  })

  it('refuses a private address without a packet', async () => {
    const trap = await startEcho('127.0.0.9')
    const guard = await startGuard()
    expect((await ask(guard.port ?? 0, '127.0.0.9', trap.port)).code).toBe(2)
    expect(trap.connections()).toBe(0)
    expect(guard.connections[0]).toMatchObject({ verdict: 'refused', reason: 'loopback', dialledAddress: null })
  })

  it('refuses a name when any one of its answers is not allowed', async () => {
    const echo = await startEcho()
    const guard = await startGuard({
      allow: parseAllowList(['127.0.0.1/32']),
      resolver: async () => answers('127.0.0.1', '10.0.0.8'),
    })
    expect((await ask(guard.port ?? 0, 'mixed.example', echo.port)).code).toBe(2)
    expect(echo.connections()).toBe(0)
    expect(guard.resolutions[0]).toMatchObject({
      host: 'mixed.example',
      verdict: 'refused',
      refusedAddress: '10.0.0.8',
      reason: 'private',
    })
  })

  it('keeps no inner address behind a name for those who chose the name', async () => {
    const guard = await startGuard({ resolver: async () => answers('93.184.215.14', '10.0.0.8') })
    await ask(guard.port ?? 0, 'wiki.corp', 80)
    expect(guard.connections[0]).toMatchObject({ verdict: 'refused', reason: 'private', answers: [] })
    const [told] = guard.resolutions.map(withoutInnerAddresses)
    expect(told).toMatchObject({ host: 'wiki.corp', verdict: 'refused', reason: 'private' })
    expect(JSON.stringify([told, guard.connections])).not.toMatch(/10\.0\.0\.8/)
  })

  it('refuses it wherever among the answers that one stands', async () => {
    const echo = await startEcho()
    const allow = parseAllowList(['127.0.0.1/32'])
    for (const list of [answers('10.0.0.8', '127.0.0.1'), answers('127.0.0.1', '10.0.0.8', '127.0.0.1')]) {
      const guard = await startGuard({ allow, resolver: async () => list })
      expect((await ask(guard.port ?? 0, 'mixed.example', echo.port)).code).toBe(2)
      await expect(
        assertReachable(new URL(`http://mixed.example:${echo.port}/`), ['127.0.0.1/32'], async () => list),
      ).rejects.toMatchObject({ reason: 'private' })
    }
    expect(echo.connections()).toBe(0)
  })

  it('leads to no address of this machine, though it is one of the world', async () => {
    const [own] = answers('93.184.215.14')
    const interfaces = vi.spyOn(os, 'networkInterfaces').mockReturnValue({ eth0: [own as never] })
    syncBuiltinESMExports()
    open.push(async () => {
      interfaces.mockRestore()
      syncBuiltinESMExports()
    })
    const guard = await startGuard({ connector: () => connect(1, '127.0.0.1') })
    for (const host of ['93.184.215.14', 'own.example']) {
      const resolver = async () => [own!]
      await expect(assertReachable(new URL(`https://${host}/`), [], resolver)).rejects.toMatchObject({
        reason: 'own-address',
      })
    }
    expect((await ask(guard.port ?? 0, '93.184.215.14', 443)).code).toBe(2)
    expect(guard.connections[0]).toMatchObject({ reason: 'own-address', dialledAddress: null })
  })

  it('asks once per name, so that a second answer has nothing to change', async () => {
    const [good, trap] = [await startEcho('127.0.0.1'), await startEcho('127.0.0.9')]
    let asked = 0
    const resolver = async () => (asked++ === 0 ? answers('127.0.0.1') : answers('127.0.0.9'))
    const guard = await startGuard({ allow: parseAllowList(['127.0.0.1/32']), resolver })
    expect((await ask(guard.port ?? 0, 'rebind.example', good.port)).code).toBe(0)
    expect((await ask(guard.port ?? 0, 'rebind.example', trap.port)).code).not.toBe(0)
    expect(asked).toBe(1)
    expect(trap.connections()).toBe(0)
  })

  it('asks for two names at once, and for none whose askers have all hung up', async () => {
    const asked: string[] = []
    const answer: (() => void)[] = []
    const resolver = (host: string) => {
      asked.push(host)
      return new Promise<ResolvedAddress[]>((resolve) => answer.push(() => resolve(answers('127.0.0.1'))))
    }
    const echo = await startEcho()
    const guard = await startGuard({ allow: parseAllowList(['127.0.0.1']), resolver })
    const names = ['a.test', 'b.test', 'gone.test', 'gone.test', 'shared.test', 'shared.test', 'a.test']
    const sockets: Socket[] = []
    for (const name of names) sockets.push(await begin(guard.port ?? 0, name, echo.port))
    await vi.waitFor(() => expect(guard.connections).toHaveLength(7))
    expect(asked).toEqual(['a.test', 'b.test'])
    sockets[2]!.end()
    sockets[3]!.destroy()
    sockets[4]!.end()
    const heard = sockets.map((socket) => once(socket, 'data') as Promise<[Buffer]>)
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (const one of answer.splice(0)) one()
    await vi.waitFor(() => expect(asked).toEqual(['a.test', 'b.test', 'shared.test']))
    for (const one of answer.splice(0)) one()
    for (const index of [0, 1, 5, 6]) expect((await heard[index]!)[0][1]).toBe(0)
    expect(guard.connections.filter(({ reason }) => reason === 'hung-up').map(({ host }) => host)).toEqual(
      Array(2).fill('gone.test'),
    )
    expect((await ask(guard.port ?? 0, 'a.test', echo.port)).code).toBe(0)
    expect(guard.resolutions.map(({ host }) => host)).toEqual(['a.test', 'b.test', 'shared.test'])
  })

  it('asks for none that waits when it is closed', async () => {
    const asked: string[] = []
    const answer: (() => void)[] = []
    const resolver = (host: string) => {
      asked.push(host)
      return new Promise<ResolvedAddress[]>((resolve) => answer.push(() => resolve([])))
    }
    const guard = await startGuard({ resolver })
    for (let name = 0; name < 20; name++) await begin(guard.port ?? 0, `n${name}.test`, 80)
    await vi.waitFor(() => expect(guard.connections).toHaveLength(20))
    await guard.close()
    for (const one of answer) one()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(asked).toEqual(['n0.test', 'n1.test'])
  })

  it('tries a few addresses of a name, and none after its asker hung up or the guard was closed', async () => {
    const tried: string[] = []
    const connector = ({ address }: ResolvedAddress) => {
      tried.push(address)
      return new Socket()
    }
    const many = Array.from({ length: 60 }, (_, last) => `127.0.1.${last}`)
    const resolver = () => Promise.resolve(answers(...many))
    const allow = parseAllowList(['127.0.0.0/8'])
    const whole = await startGuard({ allow, resolver, connector, dialMs: 5 })
    expect((await ask(whole.port ?? 0, 'many.test', 80)).code).toBe(4)
    expect(tried.splice(0)).toEqual(many.slice(0, 8))
    for (const leave of ['hang up', 'close']) {
      const guard = await startGuard({ allow, resolver, connector, dialMs: 200 })
      const socket = await begin(guard.port ?? 0, 'many.test', 80)
      await vi.waitFor(() => expect(tried).toHaveLength(1))
      if (leave === 'close') await guard.close()
      else socket.end()
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(tried.splice(0)).toEqual([many[0]])
    }
  })

  it('judges all addresses of a name, and writes so many down of thousands', async () => {
    const many = Array.from({ length: 4_000 }, (_, n) => `93.184.${n >> 8}.${n & 255}`)
    const guard = await startGuard({
      resolver: (host) => Promise.resolve(answers(...many, ...(host === 'bad.test' ? ['10.0.0.8'] : []))),
    })
    const { answers: kept, answersLeft } = await guard.resolve('many.test')
    expect([kept.map(({ address }) => address), answersLeft]).toEqual([many.slice(0, 64), 3_936])
    expect(await guard.resolve('bad.test')).toMatchObject({ verdict: 'refused', refusedAddress: '10.0.0.8' })
    expect((await ask(guard.port ?? 0, 'many.test', 22)).code).toBe(2)
    expect(guard.connections[0]?.answers).toEqual(many.slice(0, 8))
  })

  it('hangs up on a peer that is not the one it dialled', async () => {
    const echo = await startEcho()
    const guard = await startGuard({
      allow: parseAllowList(['127.0.0.0/8']),
      resolver: async () => answers('127.0.0.2'),
      connector: (_, port) => connect(port, '127.0.0.1'),
    })
    expect((await ask(guard.port ?? 0, 'elsewhere.example', echo.port)).code).toBe(2)
    expect(guard.connections[0]).toMatchObject({ verdict: 'failed', reason: 'peer-differs' })
  })

  it('tells a refused connection from an unknown name', async () => {
    const echo = await startEcho()
    await new Promise((resolve) => echo.server.close(resolve))
    const guard = await startGuard({ resolver: async () => Promise.reject(new Error('ENOTFOUND')) })
    expect((await ask(guard.port ?? 0, '127.0.0.1', echo.port)).code).toBe(5)
    expect((await ask(guard.port ?? 0, 'no.example', 80)).code).toBe(4)
    expect(guard.connections.map(({ reason }) => reason)).toEqual(['refused', 'name-not-found'])
  })

  it('cuts every connection at the byte limit and opens no further one', async () => {
    const echo = await startEcho()
    const guard = await startGuard({ byteLimit: 50_000 })
    const { socket } = await ask(guard.port ?? 0, '127.0.0.1', echo.port)
    socket.on('data', () => {})
    socket.write(Buffer.alloc(40_000))
    await once(socket, 'close')
    expect(guard.overLimitAt).not.toBeNull()
    expect(guard.connections[0]?.reason).toBe('byte-limit')
    expect((await ask(guard.port ?? 0, '127.0.0.1', echo.port)).code).toBe(2)
  })

  it('keeps other ports shut for public addresses', async () => {
    const guard = await startGuard({
      resolver: async () => answers('93.184.216.34'),
      connector: () => {
        throw new Error('dialled')
      },
    })
    expect((await ask(guard.port ?? 0, 'public.example', 6379)).code).toBe(2)
    expect(guard.connections[0]?.reason).toBe('port-not-allowed')
  })

  it('speaks nothing but CONNECT', async () => {
    const guard = await startGuard()
    const socket = connect(guard.port ?? 0, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(Buffer.from([5, 1, 0]))
    await once(socket, 'data')
    socket.write(Buffer.from([5, 2, 0, 1, 127, 0, 0, 1, 0, 80]))
    const [reply] = (await once(socket, 'data')) as [Buffer]
    expect(reply[1]).toBe(7)
    socket.destroy()
  })

  it('leaves no socket behind when closed', async () => {
    const echo = await startEcho()
    const guard = await startEgressGuard({ allow: parseAllowList(['127.0.0.1']), byteLimit: 1e6 })
    const { socket } = await ask(guard.port ?? 0, '127.0.0.1', echo.port)
    const closed = once(socket, 'close')
    await guard.close()
    await closed
    expect(guard.connections[0]).toMatchObject({ verdict: 'closed', reason: 'guard-closed' })
  })
})

describe("the server's own requests", () => {
  const get = (host: string, port: number, agent: ReturnType<typeof guardedAgents>['http']) =>
    new Promise<string>((resolve, reject) => {
      request({ host, port, agent }, (response) => resolve(String(response.statusCode)))
        .on('error', reject)
        .end()
    })

  it('stop at a name that resolves to a private address', async () => {
    const trap = await startEcho('127.0.0.9')
    const { http } = guardedAgents([], async () => answers('127.0.0.9'))
    await expect(get('inner.example', trap.port, http)).rejects.toBeInstanceOf(EgressRefused)
    expect(trap.connections()).toBe(0)
  })

  it('stop at literal addresses and odd ports', async () => {
    await expect(assertReachable(new URL('http://169.254.169.254/'), [])).rejects.toMatchObject({
      reason: 'link-local',
    })
    await expect(assertReachable(new URL('http://93.184.216.34:22/'), [])).rejects.toMatchObject({
      reason: 'port-not-allowed',
    })
    await expect(assertReachable(new URL('https://93.184.216.34/'), [])).resolves.toBeUndefined()
    await expect(assertReachable(new URL('http://127.0.0.1:4000/'), ['127.0.0.0/8'])).resolves.toBeUndefined()
  })
})
