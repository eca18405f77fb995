import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { browserPackageItem } from '../../server/captures/engine/browser/browser-package.ts'
import {
  changesItem,
  namesAfterItem,
  readMachine,
} from '../../server/captures/engine/environment/environment-changes.ts'
import { timeServersItem } from '../../server/captures/engine/environment/environment-time.ts'
import type { TimeReading } from '../../server/captures/engine/environment/sntp.ts'
import { traceRouteItem } from '../../server/captures/engine/environment/trace-route.ts'
import type { Resolution } from '../../server/kit/egress/resolve.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import { startTimeServer } from '../kit/outside/time-server.ts'
import { capture } from './capture-kit.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const now = () => new Date()
const timeServer = async (options: Parameters<typeof startTimeServer>[0] = {}) => {
  const server = await startTimeServer(options)
  open.push(() => server.close())
  return server
}
const readings = (facts: Readonly<Record<string, unknown>>) => facts['readings'] as TimeReading[]

describe('the clock against time servers', () => {
  it('is clean where the servers agree with it', async () => {
    const servers = [await timeServer(), await timeServer()]
    const { code, verdict, facts } = await timeServersItem(
      servers.map(({ address }) => address),
      now,
    )
    expect([code, verdict]).toEqual(['time-servers', 'clean'])
    expect(Math.abs(Number(facts['medianOffsetMs']))).toBeLessThan(1_000)
    expect(readings(facts).map(({ error, stratum }) => [error, stratum])).toEqual([
      [null, 2],
      [null, 2],
    ])
    // Our time is not told to whoever is asked, and no two questions are alike.
    expect(servers[0]!.asked[0]!.subarray(40)).not.toEqual(servers[1]!.asked[0]!.subarray(40))
    expect(servers[0]!.asked[0]!.subarray(16, 40)).toEqual(Buffer.alloc(24))
  })

  it.each([90_000, -90_000])('is abnormal where they are %i ms off', async (offsetMs) => {
    const { verdict, facts } = await timeServersItem([(await timeServer({ offsetMs })).address], now)
    expect(verdict).toBe('abnormal')
    expect(Math.round(Number(facts['medianOffsetMs']) / 10_000)).toBe(offsetMs / 10_000)
  })

  it('is read beyond the year in which the protocol counts anew', async () => {
    const ahead = Date.UTC(2040, 0, 1) - Date.now()
    const { facts } = await timeServersItem([(await timeServer({ offsetMs: ahead })).address], now)
    expect(Math.abs(Number(facts['medianOffsetMs']) - ahead)).toBeLessThan(60_000)
  })

  it('is only noted where one of three is wrong, and abnormal where two are', async () => {
    const [right, wrong] = [
      [await timeServer(), await timeServer()],
      [await timeServer({ offsetMs: 60_000 }), await timeServer({ offsetMs: 60_000 })],
    ]
    const verdictOf = async (servers: { address: string }[]) =>
      (
        await timeServersItem(
          servers.map(({ address }) => address),
          now,
        )
      ).verdict
    expect(await verdictOf([...right, wrong[0]!])).toBe('noted')
    expect(await verdictOf([right[0]!, ...wrong])).toBe('abnormal')
  })

  const REFUSED: readonly (readonly [string, Parameters<typeof startTimeServer>[0], TimeReading['error']])[] = [
    ['that never answers', { answer: null }, 'timed-out'],
    ['that answers another question', { strange: true }, 'timed-out'],
    ['that says it is not synchronised', { leap: 3 }, 'not-synchronised'],
    ['that asks to be left alone', { stratum: 0 }, 'not-synchronised'],
  ]

  it.each(REFUSED)('a server %s vouches for nothing', async (_, options, error) => {
    const server = await startTimeServer(options)
    const { verdict, facts } = await timeServersItem([server.address], now, 150)
    await server.close()
    expect([verdict, facts['medianOffsetMs'], readings(facts)[0]?.error]).toEqual(['noted', null, error])
  })

  it('an answer that comes too late counts for nothing, and is not taken for that of the next question', async () => {
    let held: (() => void) | undefined
    const server = await timeServer({
      offsetMs: 60_000,
      answer: (send) => (held ? [held, send].forEach((one) => one()) : (held = send)),
    })
    expect(readings((await timeServersItem([server.address], now, 100)).facts)[0]).toMatchObject({
      error: 'timed-out',
      offsetMs: null,
    })
    const { facts } = await timeServersItem([server.address], now)
    expect(server.asked).toHaveLength(2)
    expect(readings(facts)[0]?.error).toBeNull()
  })

  it('nobody is asked who was not named, and a server that is not there is said to be', async () => {
    expect(await timeServersItem([], now)).toMatchObject({ verdict: 'noted', facts: { readings: [] } })
    const gone = await startTimeServer()
    await gone.close()
    const { facts } = await timeServersItem([gone.address, 'no..name'], now, 500)
    expect(['unreachable', 'timed-out']).toContain(readings(facts)[0]?.error)
    expect(readings(facts)[1]).toMatchObject({ error: 'not-found', address: null })
  })

  it('servers are settings: none by default, hosts with ports, and nothing else', () => {
    expect(readConfig({}).sntpServers).toEqual([])
    expect(
      readConfig({ SHIMAKAZE_SNTP_SERVERS: 'ntp.example, 10.0.0.1:1123,[2001:db8::1]:123,2001:db8::2' }).sntpServers,
    ).toHaveLength(4)
    for (const bad of ['http://ntp.example', 'ntp.example:0', 'ntp.example:99999', 'a b', '-'])
      expect(() => readConfig({ SHIMAKAZE_SNTP_SERVERS: bad })).toThrow('SHIMAKAZE_SNTP_SERVERS')
  })
})

const resolution = (change: Partial<Resolution> = {}): Resolution => ({
  host: 'shop.example',
  answers: [{ address: '203.0.113.5', family: 4 }],
  askedAt: '',
  milliseconds: 1,
  verdict: 'allowed',
  reason: null,
  refusedAddress: null,
  ...change,
})

describe('the machine after the capture', () => {
  it('is the same, or each thing that differs is named and abnormal', async () => {
    const before = await readMachine(now)
    expect(changesItem(before, await readMachine(now))).toMatchObject({
      code: 'after-capture',
      verdict: 'clean',
      facts: { changed: [] },
    })
    for (const what of Object.keys(before.parts)) {
      const after = { ...before, parts: { ...before.parts, [what]: 'otherwise' } }
      expect(changesItem(before, after)).toMatchObject({
        verdict: 'abnormal',
        facts: { changed: [{ what, before: before.parts[what], after: 'otherwise' }] },
      })
    }
    expect(Object.keys(before.parts)).toEqual(
      expect.arrayContaining([
        'hosts-file',
        'resolver',
        'routes',
        'addresses',
        'proxy-variables',
        'injection-variables',
      ]),
    )
  })

  it.each([2_000, -2_000])('a clock that was set by %i ms is found by one that cannot be set', async (step) => {
    const before = await readMachine(now)
    const after = await readMachine(() => new Date(Date.now() + step))
    expect(changesItem(before, after).verdict).toBe('abnormal')
  })

  it('a name that answers otherwise is filed, one that leads inside or nowhere is abnormal', () => {
    const first = resolution()
    expect(namesAfterItem(first, resolution()).verdict).toBe('clean')
    expect(namesAfterItem(first, resolution({ answers: [{ address: '203.0.113.6', family: 4 }] }))).toMatchObject({
      verdict: 'noted',
      facts: { before: ['203.0.113.5'], after: ['203.0.113.6'] },
    })
    expect(namesAfterItem(first, null)).toMatchObject({ verdict: 'noted', facts: { outcome: 'timed-out' } })
    const inside = [{ address: '10.0.0.1', family: 4 as const }]
    const turned = namesAfterItem(first, resolution({ verdict: 'refused', reason: 'private', answers: inside }))
    expect(turned).toMatchObject({ verdict: 'abnormal', facts: { outcome: 'refused', reason: 'private' } })
    // Whoever chose the name is not told what is inside.
    expect(JSON.stringify(turned)).not.toContain('10.0.0.1')
    expect(namesAfterItem(first, resolution({ verdict: 'not-found', answers: [] })).verdict).toBe('abnormal')
  })
})

/** A program that stands for one of the machine's. */
async function program(body: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'capture-program-'))
  open.push(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'program'), `#!/bin/sh\n${body}\n`)
  await chmod(join(folder, 'program'), 0o755)
  return join(folder, 'program')
}

describe('the route to the site', () => {
  const { signal } = new AbortController()
  const trace = `echo 'traceroute to 203.0.114.9 (203.0.114.9), 20 hops max'; echo ' 1  192.0.2.1  0.412 ms'; echo ' 2  *'; echo " 3  $8  8.1 ms"`

  it('is filed hop by hop', async () => {
    expect(await traceRouteItem('203.0.114.9', signal, await program(trace))).toEqual({
      code: 'trace-route',
      verdict: 'clean',
      facts: {
        address: '203.0.114.9',
        ran: true,
        reached: true,
        outcome: 'ended',
        hops: [
          { hop: 1, address: '192.0.2.1', milliseconds: 0.412 },
          { hop: 2, address: null, milliseconds: null },
          { hop: 3, address: '203.0.114.9', milliseconds: 8.1 },
        ],
      },
    })
  })

  it.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', 'fe80::1'])(
    'to %s is never asked for, whatever captures may reach',
    async (address) => {
      const asked = join(await mkdtemp(join(tmpdir(), 'capture-program-')), 'asked')
      open.push(() => rm(join(asked, '..'), { recursive: true, force: true }))
      expect(await traceRouteItem(address, signal, await program(`touch ${asked}`))).toMatchObject({
        verdict: 'noted',
        facts: { ran: false },
      })
      await expect(readFile(asked)).rejects.toThrow()
    },
  )

  it('is not missed where there is no program, nor waited for past a stop', async () => {
    expect(await traceRouteItem('203.0.114.9', signal, '/nowhere/traceroute')).toMatchObject({
      verdict: 'noted',
      facts: { ran: false, reason: 'not-installed' },
    })
    const stop = new AbortController()
    const stopped = traceRouteItem('203.0.114.9', stop.signal, await program('exec sleep 60'))
    stop.abort()
    expect((await stopped).facts).toMatchObject({ reached: false, outcome: 'timed-out' })
  })
})

describe("the browser's files against its package", () => {
  const dpkg = (verified: string, code = 0) =>
    program(`[ "$1" = --search ] && echo "chromium-shell: $2" && exit 0\ncat <<'END'\n${verified}\nEND\nexit ${code}`)
  const verdictOf = async (path: string) => await browserPackageItem('/usr/lib/chromium/shell', now, path)

  it('is clean where nothing differs, and says when it was looked at', async () => {
    const clean = await verdictOf(await dpkg(''))
    expect(clean).toMatchObject({
      code: 'browser-package',
      verdict: 'clean',
      facts: { package: 'chromium-shell', changed: [] },
    })
    expect(Date.parse(String(clean.facts['checkedAt']))).toBeGreaterThan(0)
  })

  it('is abnormal where a program differs or is gone', async () => {
    expect(await verdictOf(await dpkg('??5??????   /usr/lib/chromium/shell', 2))).toMatchObject({
      verdict: 'abnormal',
      facts: { changed: ['??5??????   /usr/lib/chromium/shell'] },
    })
    expect((await verdictOf(await dpkg('missing     /usr/lib/chromium/icudtl.dat', 2))).verdict).toBe('abnormal')
  })

  it('only notes settings, and papers that small machines leave out', async () => {
    expect(
      (
        await verdictOf(
          await dpkg('missing     /usr/share/doc/chromium/copyright\n??5?????? c /etc/chromium.d/default-flags', 2),
        )
      ).verdict,
    ).toBe('noted')
  })

  it('notes that no package vouches for it', async () => {
    expect(await verdictOf(await program('exit 1'))).toMatchObject({
      verdict: 'noted',
      facts: { package: null, reason: 'no-package' },
    })
    expect(await verdictOf('/nowhere/dpkg')).toMatchObject({ verdict: 'noted', facts: { reason: 'not-installed' } })
  })
})

interface Report {
  readonly items: readonly {
    readonly code: string
    readonly verdict: string
    readonly facts: Readonly<Record<string, unknown>>
  }[]
  readonly summary: {
    readonly verdict: string
    readonly abnormal: readonly string[]
    readonly noted: readonly string[]
  }
}

describe('the report of a capture', () => {
  it('holds what was found before and after, and a change under it is not hidden', async () => {
    const site = await startFixtureSite()
    open.push(() => site.close())
    const server = await timeServer()
    const attempt = await capture(
      { url: `${site.url}/landing`, scroll: false },
      {
        sntpServers: [server.address],
        onProgress: ({ step }) => void (step === 'record' && (process.env['ALL_PROXY'] = 'socks5://203.0.113.1')),
      },
    )
    open.push(() => attempt.remove())
    const result = await attempt.result.finally(() => delete process.env['ALL_PROXY'])
    const { items, summary } = JSON.parse(attempt.text('environment.json')) as Report
    const codes = items.map(({ code }) => code)
    expect(codes).toEqual(
      expect.arrayContaining([
        'time-servers',
        'browser-package',
        'trace-route',
        'names-after-capture',
        'after-capture',
      ]),
    )
    expect(new Set(codes).size).toBe(codes.length)
    expect(items.find(({ code }) => code === 'time-servers')).toMatchObject({ verdict: 'clean' })
    expect(items.find(({ code }) => code === 'trace-route')).toMatchObject({
      verdict: 'noted',
      facts: { address: '127.0.0.1', ran: false, reason: 'loopback' },
    })
    expect(items.find(({ code }) => code === 'names-after-capture')).toMatchObject({ verdict: 'clean' })
    expect(items.find(({ code }) => code === 'after-capture')).toMatchObject({
      verdict: 'abnormal',
      facts: { changed: [{ what: 'proxy-variables', before: [], after: ['ALL_PROXY'] }] },
    })
    // What the statement seals is the whole, not the half of before.
    expect(result.environmentSummary).toEqual(summary)
    expect(summary.abnormal).toContain('after-capture')
  })
})
