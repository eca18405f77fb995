import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../../contract/calls.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { outboxCalls } from '../../contract/operator/outbox.ts'
import { type Call, fromRoot, pathNamed } from '../../contract/kit/call.ts'
import { followCalls } from '../../server/app/drain.ts'
import { mountHealth } from '../../server/app/health.ts'
import { TrustError } from '../../server/trust/trust-error.types.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { programEnvironment } from '../kit/outside/program-environment.ts'

let t: TestApp
let me: Member
let port: number
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as { port: number }).port
})
afterAll(() => t.close())

const contract = Object.values(calls).flatMap((group) => Object.values(group) as Call[])

describe('the routes', () => {
  it('are exactly the contract’s', () => {
    for (const call of contract)
      expect({
        path: call.path,
        there: t.app.hasRoute({ method: call.method, url: fromRoot(pathNamed(call).replace(/\{(\w+)\}/g, ':$1')) }),
      }).toEqual({ path: call.path, there: true })
    const served = [
      ...t.app.printRoutes({ commonPrefix: false, includeHooks: false }).matchAll(/(GET|POST|PUT|DELETE)/g),
    ].length
    expect(served).toBeGreaterThan(contract.length)
  })

  it('stand in an OpenAPI document that needs nothing running', () => {
    const ran = spawnSync(process.execPath, [join(import.meta.dirname, '../../server/bin/openapi.ts')], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: programEnvironment(),
    })
    const document = JSON.parse(ran.stdout) as {
      openapi: string
      paths: Record<string, Record<string, { 'x-right': string }>>
    }
    expect(document.openapi).toBe('3.1.0')
    for (const call of contract)
      expect(document.paths[fromRoot(pathNamed(call))]?.[call.method.toLowerCase()]?.['x-right']).toBe(call.right)
  })
})

describe('a long reply', () => {
  it('is sent packed to whoever can read it', async () => {
    for (let n = 0; n < 8; n++) await buildEvidence(t, me, { name: `一份名字很长的证据 ${n}` })
    const ask = (encoding: string) =>
      t.inject({
        method: 'POST',
        url: fromRoot('attestation/composite/list'),
        payload: {},
        headers: { 'x-auth-token': me.token, 'accept-encoding': encoding },
      })
    const [plain, packed] = [await ask('identity'), await ask('gzip')]
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' })
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    const { requestId: _, ...unpacked } = JSON.parse(gunzipSync(packed.rawPayload).toString()) as { requestId: string }
    expect(plain.json()).toMatchObject(unpacked)
  })
})

describe('errors', () => {
  it('leak nothing of the inside', async () => {
    const broken = await buildTestApp()
    await broken.services.db.asSystem(async (tx) => (await import('kysely')).sql`select 1`.execute(tx))
    await broken.services.db.close()
    const response = await broken.inject({ url: '/shimakaze/dict' })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ success: false, statusCode: '500000', errorCode: 'internal', data: null })
    expect(response.body).not.toMatch(/select|driver|pool|postgres|stack|\.ts/i)
    await broken.close().catch(() => {})
  })

  it('answer a broken body, a body too large and an unknown route plainly', async () => {
    const send = (payload: string, type: string) =>
      t.inject({ method: 'POST', url: '/shimakaze/login', payload, headers: { 'content-type': type } })
    expect((await send('{"a":', 'application/json')).json()).toMatchObject({ statusCode: '500122' })
    expect((await send(`{"phone":"${'1'.repeat(2_000_000)}"}`, 'application/json')).statusCode).toBe(413)
    expect((await send('<a/>', 'text/xml')).json()).toMatchObject({ success: false })
    expect((await t.inject({ url: '/shimakaze/nowhere' })).statusCode).toBe(404)
  })
})

describe('health', () => {
  it('names each part, and is not ready while one is missing', async () => {
    const serving = { ready: true, database: 'ready', storage: 'ready', worker: 'ready' }
    expect((await t.inject({ url: '/readyz' })).json()).toEqual(serving)
    expect((await t.inject({ url: '/intakez' })).json()).toEqual({
      ...serving,
      trust: 'ready',
      browser: 'ready',
      room: 'ready',
    })
    expect((await t.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
  })

  it('stays ready while something ends soon, and names it; says which refusal of the trust layer it is, and of others nothing', async () => {
    const works = async () => {}
    const intakez = async (trust: () => Promise<{ what: string; at: Date }[] | void>) => {
      const app = Fastify()
      app.decorate('drain', followCalls(app))
      mountHealth(app, t.services, { database: works, storage: works, worker: works, browser: works, trust })
      const response = await app.inject({ url: '/intakez' })
      // Whoever reads what there is needs no time-stamps.
      expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200)
      return { status: response.statusCode, body: response.json<object>() }
    }
    expect(await intakez(async () => [{ what: 'tsa-key', at: new Date('2027-03-01T00:00:00Z') }])).toMatchObject({
      status: 200,
      body: { ready: true, trust: 'ready', warnings: [{ what: 'tsa-key', at: '2027-03-01T00:00:00.000Z' }] },
    })
    expect(await intakez(async () => Promise.reject(new TrustError('key-revoked', 'tsa')))).toMatchObject({
      status: 503,
      body: { ready: false, trust: 'key-revoked' },
    })
    expect(await intakez(async () => Promise.reject(new Error('password of the database')))).toMatchObject({
      status: 503,
      body: { ready: false, trust: 'unavailable' },
    })
  })

  it('tells figures to this machine only, and not through a proxy', async () => {
    expect((await t.inject({ url: '/metrics' })).body).toContain('shimakaze_queue_oldest_seconds')
    expect((await t.inject({ url: '/metrics', headers: { 'x-forwarded-for': '1.2.3.4' } })).statusCode).toBe(404)
    expect((await t.inject({ url: '/metrics', remoteAddress: '10.1.2.3' })).statusCode).toBe(404)
  })

  it('tells figures to nobody without the token where there is one, and in production, whatever a proxy says of itself', async () => {
    const token = 'sixteen letters!'
    const production = { SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://example.com' }
    for (const env of [
      { SHIMAKAZE_METRICS_TOKEN: token },
      { ...production, SHIMAKAZE_METRICS_TOKEN: token },
      production,
    ]) {
      const app = await buildTestApp(env)
      const asked = (headers: Record<string, string>) =>
        app.inject({ url: '/metrics', headers: { host: new URL(app.services.config.publicUrl).host, ...headers } })
      const withToken = 'SHIMAKAZE_METRICS_TOKEN' in env ? 200 : 404
      expect({ env, status: (await asked({ authorization: `Bearer ${token}` })).statusCode }).toEqual({
        env,
        status: withToken,
      })
      expect({ env, status: (await asked({})).statusCode }).toEqual({ env, status: 404 })
      await app.close()
    }
  })

  it('tells figures to whoever has the token, and refuses every other, whatever its letters', async () => {
    const token = 'sixteen letters!'
    const watched = await buildTestApp({ SHIMAKAZE_METRICS_TOKEN: token })
    const asked = (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}` }
      return watched.inject({ url: '/metrics', remoteAddress: '10.1.2.3', headers })
    }
    expect((await asked(token)).statusCode).toBe(200)
    // As many letters, and more bytes.
    for (const other of [token.replace('!', '?'), token.replace('!', 'é'), ''])
      expect((await asked(other)).statusCode).toBe(404)
    await watched.close()
  })
})

it('names the platform, and nothing that is for sale', async () => {
  const { data } = await t.call(dictionaryCalls.dictionary, {})
  expect(data).toMatchObject({
    notaryId: 'local',
    mode: 'local',
    pay: { alipay: { open: false }, wechat: { open: false } },
  })
})

it('shows sent messages to operators of the same platform only', async () => {
  const operator = await t.member({ role: 'operator' })
  await t.services.db.asSystem((tx) =>
    t.services.messages.send(tx, {
      platformId: t.platformId,
      channel: 'sms',
      recipient: '13900000000',
      template: 'login',
      params: {},
      lang: 'en',
      text: 'code 123456',
    }),
  )
  expect((await t.call(outboxCalls.list, { body: {} }, operator)).data).toMatchObject({
    total: 1,
    list: [{ recipient: '139****0000', messageState: 'shown', text: 'code 123456' }],
  })
  expect(await t.call(outboxCalls.list, { body: {} }, me)).toMatchObject({ errorCode: 'forbidden' })
})

describe('the live stream', () => {
  /** Reads events until `count` have come. */
  async function listen(as: Member, count: number, headers: Record<string, string> = {}, since?: number) {
    const abort = new AbortController()
    const response = await fetch(
      `http://127.0.0.1:${port}/shimakaze/live?account=${as.accountId}${since === undefined ? '' : `&since=${since}`}`,
      { headers: { 'x-auth-token': as.token, ...headers }, signal: abort.signal },
    )
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    const events = (async () => {
      let text = ''
      while ((text.match(/^data: .*\n\n/gm) ?? []).length < count) text += (await reader.read()).value ?? ''
      abort.abort()
      return [...text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map((m) => ({
        id: Number(m[1]),
        data: JSON.parse(m[2]!) as { id: string; status: string },
      }))
    })()
    return { events, type: response.headers.get('content-type') }
  }
  const start = async (as: Member, url: string) =>
    (await t.call(webCaptureCalls.start, { body: { urls: [url] } }, as)).data.list[0]!

  it('tells an account what happens to its own evidence, and replays what it missed', async () => {
    const other = await t.member()
    const stream = await listen(me, 3)
    expect(stream.type).toBe('text/event-stream')
    await new Promise((r) => setTimeout(r, 100))
    await start(other, 'https://example.com/theirs')
    const first = await start(me, 'https://example.com/1')
    const second = await start(me, 'https://example.com/2')
    const [nothing, ...events] = await stream.events
    expect(nothing).toEqual({ id: 0, data: {} })
    expect(events.map((e) => e.data)).toEqual([
      { topic: 'evidence', id: first.id, status: 'queued' },
      { topic: 'evidence', id: second.id, status: 'queued' },
    ])
    // What was missed, then how far that is: for a line that was away, and for another tab that goes on where one stopped.
    const at = { id: events[1]!.id, data: {} }
    const again = await listen(me, 2, { 'last-event-id': String(events[0]!.id) })
    expect(await again.events).toEqual([events[1], at])
    const elsewhere = await listen(me, 2, {}, events[0]!.id)
    expect(await elsewhere.events).toEqual([events[1], at])
    const later = await listen(me, 1)
    expect(await later.events).toEqual([at])
  })

  it('refuses whoever has no part in the account', async () => {
    const other = await t.member()
    const response = await fetch(`http://127.0.0.1:${port}/shimakaze/live?account=${me.accountId}`, {
      headers: { 'x-auth-token': other.token },
    })
    expect(response.status).toBe(403)
  })
})

describe('behind a reverse proxy', () => {
  const addressesSeen = async (app: TestApp) => {
    const rows = await app.services.db.system
      .selectFrom('callWindow')
      .select('bucket')
      .where('bucket', 'like', 'write:%')
      .execute()
    return rows.map((r) => r.bucket.replace('write:', '')).sort()
  }
  const ask = (app: TestApp, remoteAddress: string) =>
    app.inject({ url: '/shimakaze/captcha?kind=text', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.7' } })

  it('counts the address that a trusted proxy names, and believes nobody else', async () => {
    const proxied = await buildTestApp({ SHIMAKAZE_TRUSTED_PROXIES: '10.1.0.0/16' })
    await ask(proxied, '10.1.2.3')
    await ask(proxied, '198.51.100.9')
    expect(await addressesSeen(proxied)).toEqual(['198.51.100.9', '203.0.113.7'])
    await proxied.close()
  })

  it('believes no proxy unless one is named', async () => {
    const plain = await buildTestApp()
    await ask(plain, '10.1.2.3')
    expect(await addressesSeen(plain)).toEqual(['10.1.2.3'])
    await plain.close()
  })
})
