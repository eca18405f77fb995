import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { messageCalls } from '../../contract/messages/messages.ts'
import { createBusy } from '../../dataProvider/busy.ts'
import { type ClientContext, createClient } from '../../dataProvider/client.ts'
import type { ApiError } from '../../dataProvider/errors.ts'
import { loadPart } from '../../src/kit/page/lazy-part.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  vi.unstubAllGlobals()
})

/** A client whose page stands on a server that answers as told. */
async function clientOf(answer: RequestListener, more: Partial<ClientContext> = {}) {
  server = createServer(answer)
  await new Promise<void>((ready) => server!.listen(0, '127.0.0.1', () => ready()))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createClient({
    language: () => 'en',
    account: () => undefined,
    words: (key, params) => `${key} ${JSON.stringify(params ?? {})}`,
    onSessionGone: async () => false,
    origin,
    ...more,
  })
}
const ask = (client: Awaited<ReturnType<typeof clientOf>>, signal?: AbortSignal) =>
  client.call(evidenceCalls.labels, {}, signal).then(
    () => undefined,
    (e: ApiError) => e,
  )
const json =
  (body: object, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const refusal = {
  flag: false,
  success: false,
  statusCode: '500033',
  errorCode: 'wrong-state',
  errorMessage: 'not now',
  requestId: 'r1',
  data: null,
}

it.each([0, 1, 2, 4, 9] as const)('hands on show type %s with message, code and request id', async (showType) => {
  expect(await ask(await clientOf(json({ ...refusal, showType })))).toMatchObject({
    message: 'not now',
    code: 'wrong-state',
    showType,
    requestId: 'r1',
  })
})

it('shows a refusal that names no show type as an error message', async () => {
  expect(await ask(await clientOf(json(refusal)))).toMatchObject({ showType: 2 })
})

it.each([
  ['its code', { ...refusal, statusCode: '500002' }],
  ['its Chinese message', { ...refusal, errorMessage: '用户未登录' }],
  ['its English message', { ...refusal, errorMessage: 'Not logged in' }],
])('ends the session once, told by %s, however many calls are refused at the same time', async (_, body) => {
  const onSessionGone = vi.fn<() => Promise<boolean>>(async () => false)
  const client = await clientOf(json(body), { onSessionGone })
  for (const e of await Promise.all([ask(client), ask(client), ask(client)]))
    expect(e).toMatchObject({ code: 'session-gone', showType: 0 })
  expect(onSessionGone).toHaveBeenCalledOnce()
})

it('writes a list in an address as the same name again and again', async () => {
  let asked = ''
  const client = await clientOf((request, response) => {
    asked = request.url ?? ''
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        flag: true,
        success: true,
        statusCode: '000000',
        errorMessage: '',
        data: { deleted: 0, list: [] },
      }),
    )
  })
  await client.call(messageCalls.remove, { query: { ids: ['a', 'b'] }, body: {} })
  expect(asked).toBe('/shimakaze/user/user/news?ids=a&ids=b')
})

const gone = { ...refusal, statusCode: '500002', errorMessage: 'Please sign in.' }
const good = { flag: true, success: true, statusCode: '000000', errorMessage: '', data: { list: [] } }

it.each(['before', 'behind'])(
  'sends again what was refused with a token that was just being replaced, answered %s the new one',
  async (when) => {
    let renewed = () => {}
    const held = new Promise<void>((done) => (renewed = done))
    const asked: string[] = []
    const onSessionGone = vi.fn<() => Promise<boolean>>(async () => false)
    const client = await clientOf(
      (request, response) => {
        asked.push(request.url ?? '')
        const reply = (body: object) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        if (request.url?.endsWith('/user/pwd')) return void held.then(() => reply({ ...good, data: { token: 'new' } }))
        const first = asked.filter((url) => !url.endsWith('/user/pwd')).length === 1
        if (!first) return reply(good)
        if (when === 'before') {
          reply(gone)
          setTimeout(renewed, 50)
        } else {
          renewed()
          setTimeout(() => reply(gone), 50)
        }
      },
      { onSessionGone },
    )
    const change = client.call(settingsCalls.changePassword, { body: { oldPassword: 'a', newPassword: 'b' } })
    expect(await ask(client)).toBeUndefined()
    expect(await change).toEqual({ token: 'new' })
    expect([onSessionGone.mock.calls.length, asked.length]).toEqual([0, 3])
  },
)

it('sends again, each once, what was refused before somebody signed in again, a late refusal included', async () => {
  let answered = 0
  let release = () => {}
  const late = new Promise<void>((done) => (release = done))
  const onSessionGone = vi.fn<() => Promise<boolean>>(() => vi.waitUntil(() => answered === 3))
  const client = await clientOf(
    (_, response) => {
      const n = ++answered
      const reply = () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(n <= 3 ? gone : good))
      void (n === 3 ? late.then(reply) : reply())
    },
    { onSessionGone },
  )
  const slow = [ask(client), ask(client), ask(client)]
  await vi.waitFor(() => expect(answered).toBe(5))
  release()
  expect(await Promise.all(slow)).toEqual([undefined, undefined, undefined])
  expect(answered).toBe(6)
  expect(onSessionGone).toHaveBeenCalledOnce()
})

it('asks for no second sign-in where the service refuses even then, and says so', async () => {
  const onSessionGone = vi.fn<() => Promise<boolean>>(async () => true)
  expect(await ask(await clientOf(json(gone), { onSessionGone }))).toMatchObject({
    code: 'session-gone',
    message: 'Please sign in.',
    showType: 2,
  })
  expect(onSessionGone).toHaveBeenCalledOnce()
})

it('sends nothing again that was stopped meanwhile', async () => {
  let answered = 0
  const stop = new AbortController()
  const client = await clientOf(
    (_, response) => (
      answered++,
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(gone))
    ),
    { onSessionGone: async () => (stop.abort(), true) },
  )
  expect(await ask(client, stop.signal)).toMatchObject({ code: 'aborted' })
  expect(answered).toBe(1)
})

it('takes no other message for the end of the session', async () => {
  const onSessionGone = vi.fn<() => Promise<boolean>>(async () => false)
  await ask(await clientOf(json({ ...refusal, errorMessage: '登录密码错误' }), { onSessionGone }))
  expect(onSessionGone).not.toHaveBeenCalled()
})

it('words a bare status, an answer that is none, a broken connection and an abort', async () => {
  expect(await ask(await clientOf((_, r) => r.writeHead(502).end('bad gateway')))).toMatchObject({
    code: 'status',
    message: 'status {"status":502}',
    statusCode: 502,
  })
  expect(
    await ask(await clientOf((_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"broken'))),
  ).toMatchObject({ code: 'unreadable' })
  expect(await ask(await clientOf((request) => request.socket.destroy()))).toMatchObject({
    code: 'network',
    isTransport: true,
  })
  const client = await clientOf(() => {})
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 20)
  expect(await ask(client, stop.signal)).toMatchObject({ code: 'aborted', showType: 0 })
})

it('words an answer that takes too long', async () => {
  expect(await ask(await clientOf(() => {}, { timeout: 30 }))).toMatchObject({ code: 'timeout', isTransport: true })
})

it('names what part of a page did not arrive', async () => {
  const broken = (message: string) => loadPart(() => Promise.reject(new Error(message)))
  await expect(broken('Failed to fetch dynamically imported module')).rejects.toMatchObject({ kind: 'script' })
  await expect(broken('Unable to preload CSS for /assets/x.css')).rejects.toMatchObject({ kind: 'style' })
  await expect(loadPart(() => new Promise(() => {}), 20)).rejects.toMatchObject({ kind: 'late' })
  await expect(loadPart(async () => 'here')).resolves.toBe('here')
})

it('is busy while anything is under way that somebody may wait for, however it ends, and not for who acts', async () => {
  const busy = createBusy()
  const seen: [string, boolean][] = []
  const client = await clientOf(
    (request, response) => {
      seen.push([request.url!, busy.isBusy()])
      response.writeHead(request.url!.includes('labels') ? 502 : 200, { 'content-type': 'application/json' }).end('{}')
    },
    { busy: busy.begin },
  )
  const changes: boolean[] = []
  busy.subscribe(() => changes.push(busy.isBusy()))
  await Promise.all([ask(client), ask(client)])
  await client.call(sessionCalls.bean, {}).catch(() => undefined)
  expect(seen.map(([, on]) => on)).toEqual([true, true, false])
  expect(changes).toEqual([true, false])
})
