import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { shareCalls } from '../../contract/certificates/share.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import { ask, type SiteError } from '../../src/site/parts/api.ts'

// The website's client keeps the same policy as the console's (`client.test.ts`), at a real server.

const realFetch = fetch
const servers: Server[] = []
let assign: ReturnType<typeof vi.fn>
beforeEach(async () => {
  await i18next.init({ lng: 'en', resources: { en: { common } }, defaultNS: 'common' })
  assign = vi.fn<(url: string) => void>()
  vi.stubGlobal('window', { location: { pathname: '/chain', search: '?a=1', assign } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function answerWith(answer: RequestListener) {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(origin + path, init))
}
const json = (body: object, status = 200) =>
  answerWith((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  )
const refused = (options = {}) =>
  ask<typeof shareCalls.byHash>(
    { method: 'GET', path: 'query/attestation/file' },
    { query: {} } as never,
    options,
  ).then(
    () => undefined,
    (e: SiteError) => e,
  )
const refusal = {
  flag: false,
  success: false,
  statusCode: '500033',
  errorCode: 'wrong-state',
  errorMessage: 'not now',
  data: { fields: [{ path: 'sha256', key: 'format', message: 'is no hash' }] },
}

it('tells a refusal as the service words it, and the fields it names', async () => {
  await json(refusal)
  expect(await refused()).toMatchObject({ message: 'not now', code: 'wrong-state', fields: { sha256: 'is no hash' } })
  expect(assign).not.toHaveBeenCalled()
})

it('names the code of what a notification would have for its title', async () => {
  await json({ ...refusal, showType: 4 })
  expect(await refused()).toMatchObject({ message: 'wrong-state: not now', showType: 4 })
})

it('leads to the page of its own where the service asks for one', async () => {
  await json({ ...refusal, showType: 9 })
  await refused()
  expect(assign).toHaveBeenCalledExactlyOnceWith('/exception?errorCode=wrong-state&errorMessage=not%20now')
})

it.each([
  ['its code', { ...refusal, statusCode: '500002' }],
  ['its Chinese message', { ...refusal, errorMessage: '用户未登录' }],
  ['its English message', { ...refusal, errorMessage: 'Not logged in' }],
])('goes to the login page and back when the session has ended, told by %s', async (_, body) => {
  await json(body)
  expect(await refused()).toMatchObject({ code: 'session-gone' })
  expect(assign).toHaveBeenCalledExactlyOnceWith('/login?expired=1&to=%2Fchain%3Fa%3D1')
})

it('stays where whoever asked goes on by themselves', async () => {
  await json({ ...refusal, statusCode: '500002' })
  await refused({ keepsSession: true })
  expect(assign).not.toHaveBeenCalled()
})

it('says the status of an answer that is not the service’s, and that one cannot be read', async () => {
  await json({}, 502)
  expect(await refused()).toMatchObject({ message: 'Request failed with status code 502' })
  await answerWith((_, response) => response.writeHead(200).end('<html>'))
  expect(await refused()).toMatchObject({ message: common.transport.unreadable })
})

it('says that the service took too long, and that there is no network', async () => {
  await answerWith(() => {})
  expect(await refused({ timeout: 50 })).toMatchObject({ message: common.transport.timeout, code: 'timeout' })
  await answerWith((request) => request.socket.destroy())
  expect(await refused()).toMatchObject({ message: common.transport.network, code: 'network' })
})
