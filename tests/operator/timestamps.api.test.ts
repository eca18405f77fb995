import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timestampSettings } from '../../server/trust/stamps/timestamps.settings.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { timestampCalls } from '../../contract/operator/timestamps.ts'
import { buildApp } from '../../server/app/build-app.ts'
import { countFailure, mayAsk } from '../../server/evidence/stamps/breaker.repo.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { ConfigError } from '../../server/kit/settings/config.ts'
import { openAuthority, type Authority } from '../../server/trust/keys/authority.service.ts'
import { StampRefused } from '../../server/trust/stamps/stamp-refused.types.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { startMinute } from '../kit/people/forget-limits.ts'
import { requireTool } from '../kit/outside/tools.ts'
import { startTsa, type Tsa } from '../kit/vendors/tsa.ts'
import { localAuthority, temporary } from '../trust/sample.ts'

const run = promisify(execFile)
const works = async () => {}
const probes = { database: works, storage: works, worker: works, trust: works, browser: works }

let dir: string
let tsa: Tsa
let authority: Authority
let t: TestApp
let operator: Member
const at = (name: string) => join(dir, name)

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skz-operator-stamps-'))
  authority = await localAuthority()
  const other = await localAuthority()
  tsa = await startTsa((query) => other.answer(query))
  await writeFile(at('root.pem'), other.trustMaterial().ca)
  await writeFile(
    at('stamps.json'),
    JSON.stringify({ providers: [{ id: 'one', name: 'One TSA', url: tsa.url, roots: 'root.pem', patience: 1 }] }),
  )
  t = await buildTestApp({ SHIMAKAZE_TIMESTAMPS: at('stamps.json') })
  operator = await t.member({ role: 'operator' })
})
afterAll(async () => {
  await t.close()
  await tsa.close()
  await rm(dir, { recursive: true, force: true })
})

describe('the page of authorities', () => {
  const look = async () => (await t.call(timestampCalls.overview, {}, operator)).data
  const tryOut = async (provider = 'one') => t.call(timestampCalls.trial, { params: { provider } }, operator)

  it('tells how each stands, with its last error in words', async () => {
    expect(await look()).toMatchObject({
      wanted: 1,
      waiting: 0,
      alarmed: false,
      providers: [{ id: 'one', name: 'One TSA', providerState: 'untried', lastError: null, median: null }],
    })
    await mayAsk(t.services.db, 'one')
    await countFailure(t.services.db, 'one', new StampRefused('not-verified', 'chain-untrusted'))
    expect((await look()).providers[0]).toMatchObject({ providerState: 'failing', lastError: '证书不是由可信根签发' })
    for (let i = 0; i < 2; i++) await countFailure(t.services.db, 'one', new StampRefused('status', '503'))
    const [resting] = (await look()).providers
    expect(resting).toMatchObject({
      providerState: 'resting',
      lastError: expect.stringContaining('HTTP 503') as string,
    })
    expect(new Date(resting!.restsUntil!).getTime()).toBeGreaterThan(Date.now())
  })

  it('tries an authority out, and keeps nothing of it', async () => {
    expect((await tryOut()).data).toMatchObject({
      good: true,
      error: null,
      authority: expect.stringContaining('Time-stamping') as string,
    })
    tsa.next.push({ status: 500 })
    expect((await tryOut()).data).toMatchObject({ good: false, error: expect.stringContaining('HTTP 500') as string })
    expect(await tryOut('unknown')).toMatchObject({ success: false, errorCode: 'not-found' })
    expect((await look()).providers[0]!.today).toBe(0)
  })

  it('is for staff alone', async () => {
    const owner = await t.member()
    expect(await t.call(timestampCalls.overview, {}, owner)).toMatchObject({ errorCode: 'forbidden' })
    expect(await t.call(timestampCalls.trial, { params: { provider: 'one' } }, owner)).toMatchObject({
      errorCode: 'forbidden',
    })
  })
})

describe('what an account wants', () => {
  it('is set by staff with a reason, and stands with the account', async () => {
    const owner = await t.member()
    const get = async () =>
      (await t.call(accountCalls.get, { params: { id: owner.accountId } }, operator)).data.timestamps
    expect(await get()).toBe('best-effort')
    expect(
      await t.call(
        accountCalls.setTimestamps,
        { params: { id: owner.accountId }, body: { timestamps: 'required', reason: '合同约定' } },
        operator,
      ),
    ).toMatchObject({ success: true })
    expect(await get()).toBe('required')
    expect(
      await t.call(
        accountCalls.setTimestamps,
        { params: { id: owner.accountId }, body: { timestamps: 'always' as never, reason: '合同约定' } },
        operator,
      ),
    ).toMatchObject({ errorCode: 'bad-parameter', data: { fields: [{ path: 'timestamps' }] } })
    expect(
      await t.call(
        accountCalls.setTimestamps,
        { params: { id: operator.accountId }, body: { timestamps: 'none', reason: '合同约定' } },
        operator,
      ),
    ).toMatchObject({ success: false })
  })
})

describe('the settings', () => {
  const read = async (settings: unknown, env: Record<string, string> = {}) => {
    await writeFile(at('tried.json'), typeof settings === 'string' ? settings : JSON.stringify(settings), {
      mode: 0o600,
    })
    return timestampSettings.of(readConfig({ SHIMAKAZE_TIMESTAMPS: at('tried.json'), ...env }))
  }
  const one = { id: 'one', name: 'One', url: 'https://tsa.example.com/', roots: 'root.pem' }

  it('name roots beside the file, and ask for no more stamps than there are authorities', async () => {
    const settings = (await read({ wanted: 3, providers: [one] }))!
    expect(settings.wanted).toBe(1)
    expect(settings.providers[0]).toMatchObject({ hash: 'sha256', tolerance: 60, anchors: [expect.anything()] })
    expect(settings.providers[0]!.roots).toBe(await readFile(at('root.pem'), 'utf8'))
  })

  it.each<[string, unknown, RegExp]>([
    ['nobody', { providers: [] }, /providers/],
    ['an id twice', { providers: [one, one] }, /an id of its own/],
    ['an unknown word', { providers: [{ ...one, root: 'x' }] }, /root/],
    ['an address of another kind', { providers: [{ ...one, url: 'ftp://x/' }] }, /url/],
    ['a user without password', { providers: [{ ...one, user: 'x' }] }, /need each other/],
    [
      'a password in the clear',
      { providers: [{ ...one, url: 'http://tsa.example.com/', user: 'x', password: 'y' }] },
      /only sent over https/,
    ],
    ['roots that are not there', { providers: [{ ...one, roots: 'none.pem' }] }, /none\.pem holds no certificates/],
    ['no JSON', '{', /is not JSON/],
  ])('are refused with %s, in words', async (_, settings, words) => {
    await expect(read(settings)).rejects.toThrow(ConfigError)
    await expect(read(settings)).rejects.toThrow(words)
  })
})

describe('the platform as an authority for everybody', () => {
  let app: FastifyInstance
  let url: string
  beforeAll(async () => {
    app = await buildApp(t.services, probes, authority)
    url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/timestamp`
    await writeFile(at('ca.pem'), authority.trustMaterial().ca)
    await writeFile(at('data'), 'stamped for a stranger')
  })
  afterAll(() => app.close())
  const post = (
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = { 'content-type': 'application/timestamp-query' },
  ) => fetch(url, { method: 'POST', body, headers })

  it.runIf(requireTool('openssl'))('answers what openssl asks, with data that openssl verifies', async () => {
    for (const hash of ['-sha256', '-sha512']) {
      await run('openssl', ['ts', '-query', '-data', at('data'), hash, '-cert', '-out', at('q.tsq')])
      const answer = await post(new Uint8Array(await readFile(at('q.tsq'))))
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'application/timestamp-reply',
        'no-store',
      ])
      await writeFile(at('r.tsr'), new Uint8Array(await answer.arrayBuffer()))
      const { stdout, stderr } = await run('openssl', [
        'ts',
        '-verify',
        '-queryfile',
        at('q.tsq'),
        '-in',
        at('r.tsr'),
        '-CAfile',
        at('ca.pem'),
      ])
      expect(stdout + stderr).toContain('Verification: OK')
    }
  })

  it.runIf(requireTool('openssl'))('refuses in the reply itself: no query, an unproven clock', async () => {
    const saying = async (answer: Response) => {
      expect(answer.status).toBe(200)
      await writeFile(at('bad.tsr'), new Uint8Array(await answer.arrayBuffer()))
      return (await run('openssl', ['ts', '-reply', '-in', at('bad.tsr'), '-text'])).stdout
    }
    expect(await saying(await post('nonsense'))).toContain('not permitted or supported')
    const where = temporary()
    await localAuthority(where)
    const unproven = await openAuthority({
      dir: where,
      mode: 'production',
      platformName: 'x',
      clock: { now: () => new Date(), state: async () => ({ source: 'os-unverified', proven: false }) },
    })
    const other = await buildApp(t.services, probes, unproven)
    const reply = await other.inject({
      method: 'POST',
      url: '/timestamp',
      headers: { 'content-type': 'application/timestamp-query' },
      payload: await readFile(at('q.tsq')),
    })
    await writeFile(at('bad.tsr'), reply.rawPayload)
    expect((await run('openssl', ['ts', '-reply', '-in', at('bad.tsr'), '-text'])).stdout).toContain(
      'time source is not available',
    )
    await other.close()
  })

  it('says kindly what it takes: another type, no body, a large one, too many', async () => {
    const english = { 'x-lang': 'en' }
    for (const [body, headers] of [
      ['{}', { 'content-type': 'application/json' }],
      ['x', { 'content-type': 'application/timestamp-reply' }],
    ] as const) {
      const answer = await post(body, { ...headers, ...english })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8'])
      expect(await answer.text()).toContain('application/timestamp-query')
    }
    expect((await fetch(url, { method: 'POST' })).status).toBe(400)
    const large = await post(new Uint8Array(20_000))
    expect(large.status).toBe(413)
    expect(await large.text()).toContain('提交的内容太大')
    await startMinute(t)
    const statuses = await Promise.all(Array.from({ length: 70 }, () => post('x').then((r) => r.status)))
    expect(statuses.filter((s) => s === 429).length).toBeGreaterThanOrEqual(9)
    const refused = await post('x', { 'content-type': 'application/timestamp-query', ...english })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await refused.text()).toContain('Please try again in')
  })
})
