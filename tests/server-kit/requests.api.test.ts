import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { liveCalls } from '../../contract/platform/live.ts'
import { tusPath } from '../../contract/registry/uploads.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

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

/** What comes back for these very bytes; the line is never closed by us. */
const exchange = (lines: string[], body = '') =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`))
    let text = ''
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no answer, only: ${text}`)))
    socket.on('error', reject)
    socket.on('data', (data) => {
      text += data.toString()
      if (!text.includes('\r\n\r\n')) return
      socket.destroy()
      resolve({ status: Number(text.split(' ')[1]), text })
    })
  })
const get = (path: string, ...headers: string[]) => exchange([`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers])

it('an address that cannot be read leads a browser to a page, and a program to an answer in the envelope', async () => {
  const page = await get('/operator/%E0%A4%A', 'Accept: text/html,*/*')
  expect(page.text).toMatch(/^HTTP\/1\.1 302 [\s\S]*location: \/exception\?errorCode=404/i)
  for (const path of ['/shimakaze/operator/%E0%A4%A', '/operator/%E0%A4%A'])
    expect((await get(path)).text).toContain('"errorCode":"bad-parameter"')
  expect((await get('/shimakaze/%zz', 'Accept: text/html')).text).toContain('"errorCode":"bad-parameter"')
})

describe('a body', () => {
  const announce = (token: string, bytes: number) =>
    exchange(
      [
        `POST ${pathOf(fileCalls.uploadPicture)} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: application/json',
        `Content-Length: ${bytes}`,
        `X-Auth-Token: ${token}`,
      ],
      '{"imgBase":"data:image/png;base64,',
    )

  it('is not waited for from strangers', async () => {
    expect((await announce('nobody', 26_000_000)).text).toContain('"errorCode":"session-gone"')
  })

  it('of more than a megabyte is refused by its announcement', async () => {
    expect(await announce(me.token, 1_100_000)).toMatchObject({ status: 413 })
  })

  describe('that is slow', () => {
    let slow: TestApp
    let by: Member
    beforeAll(async () => {
      // The service's own clock is turned by hand.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      slow = await buildTestApp()
      by = await slow.member()
      await slow.app.listen({ port: 0, host: '127.0.0.1' })
    })
    afterAll(async () => {
      vi.useRealTimers()
      await slow.close()
    })

    /** A request whose body comes piece by piece; what came back so far, and whether the line is closed. */
    async function begin(path: string, bytes: number, ...headers: string[]) {
      const { port } = slow.app.server.address() as { port: number }
      const came = { text: '', closed: false }
      const socket = connect(port, '127.0.0.1')
      socket.on('data', (data) => (came.text += data.toString()))
      socket.on('close', () => (came.closed = true))
      socket.on('error', () => undefined)
      const admitted = once(slow.app.server, 'request')
      socket.write(
        [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Length: ${bytes}`, ...headers, '', ''].join('\r\n'),
      )
      await admitted
      return { came, socket, send: (part: string) => new Promise<void>((done) => socket.write(part, () => done())) }
    }
    const json = 'Content-Type: application/json'
    const halfMinute = async () => {
      // What was sent has arrived before the service looks.
      await new Promise((done) => setTimeout(done, 50))
      vi.advanceTimersByTime(30_000)
      await new Promise((done) => setTimeout(done, 50))
    }

    it.each([
      ['of a call', '/shimakaze/login', [json]],
      ['of a large file', tusPath, ['Tus-Resumable: 1.0.0', 'Content-Type: application/offset+octet-stream']],
    ])('and trickles in %s is ended', async (_, path, headers) => {
      const { came, send, socket } = await begin(path, 900_000, ...headers, `X-Auth-Token: ${by.token}`)
      for (let looked = 0; looked < 3 && !came.closed; looked++) {
        await send(' ')
        await halfMinute()
      }
      expect(came).toMatchObject({ closed: true })
      socket.destroy()
    })

    it('but comes on is waited for', async () => {
      const body = JSON.stringify({ phone: '13800000000', password: 'x'.repeat(60_000) })
      const { came, send, socket } = await begin('/shimakaze/login', body.length, json)
      for (let at = 0; at < body.length; at += 20_000) {
        await send(body.slice(at, at + 20_000))
        if (at + 20_000 < body.length) await halfMinute()
      }
      await vi.waitFor(() => expect(came.text).toContain('"errorCode":"bad-parameter"'))
      expect(came.closed).toBe(false)
      socket.destroy()
    })
  })

  it.each([
    ['phone', sessionCalls.login, 17],
    ['phone', sessionCalls.login, 2_500],
    ['phone', sessionCalls.login, 32_000],
    // The heaviest bodies that a call takes.
    ['imgBase', fileCalls.uploadPicture, 100_000],
    ['imgBase', fileCalls.uploadPicture, 500_000],
  ] as const)('of JSON with %s nested is refused by name', async (path, call, depth) => {
    const payload = `{"${path}":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const headers = { 'content-type': 'application/json', 'x-auth-token': me.token }
    expect((await t.inject({ method: 'POST', url: pathOf(call), payload, headers })).json()).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: expect.arrayContaining([expect.objectContaining({ path, key: 'tooDeep' })]) as unknown },
    })
  })
})

it.each([
  '/assets/',
  '/assets/..',
  '/assets/../x',
  '/assets/%2e%2e/x',
  '/assets/a/../../x',
  '/assets/%00',
  '/assets/x%5c..',
])('%s is not found, however it is asked for', async (path) => {
  for (const encoding of [[], ['Accept-Encoding: gzip'], ['Accept-Encoding: identity']])
    expect(await get(path, ...encoding)).toMatchObject({ status: 404 })
})

it('every answer says what its page may use; a production platform stays with https', async () => {
  const production = await buildTestApp({ SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://example.com' })
  const strict = { 'strict-transport-security': 'max-age=31536000' }
  for (const url of ['/', '/browse', '/shimakaze/dict', '/nowhere.php', '/mark.svg', '/healthz']) {
    const headers = { host: 'example.com' }
    expect((await production.inject({ url, headers })).headers).toMatchObject(strict)
    const local = (await t.inject({ url })).headers
    expect(local['x-content-type-options']).toBe('nosniff')
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(local['content-security-policy']).toContain(rule)
    expect(local).not.toHaveProperty('strict-transport-security')
    expect(local['permissions-policy']).toContain('camera=()')
  }
  await production.close()
})

it('of two hosts neither is taken', async () => {
  expect(await get('/shimakaze/dict', 'Host: other.example')).toMatchObject({ status: 400 })
  expect(await get('/shimakaze/dict')).toMatchObject({ status: 200 })
})

it('one person hears by so many streams at once, and by others again once those are closed', async () => {
  const streams: AbortController[] = []
  // An answer that nobody holds is collected as garbage, and its stream with it.
  const held: Response[] = []
  const listen = async (token: string) => {
    const stream = new AbortController()
    const response = await fetch(`http://127.0.0.1:${port}${pathOf(liveCalls.stream)}`, {
      headers: { 'x-auth-token': token },
      signal: stream.signal,
    })
    held.push(response)
    if (response.status === 200) streams.push(stream)
    return response.status
  }
  const asked = await Promise.all(Array.from({ length: 60 }, () => listen(me.token)))
  expect(asked.filter((status) => status === 200)).toHaveLength(24)
  expect(await listen((await t.member()).token)).toBe(200)
  for (const stream of streams.splice(0, 24)) stream.abort()
  await vi.waitFor(async () => expect(await listen(me.token)).toBe(200))
  expect(held.length).toBeGreaterThan(60)
  for (const stream of streams) stream.abort()
})

it.each([
  ['two lengths', ['Content-Length: 4', 'Content-Length: 5'], 'abcde'],
  ['a length beside chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\nGET / HTTP/1.1\r\n\r\n'],
])('of %s neither is taken', async (_, headers, body) => {
  const sent = await exchange(['POST /shimakaze/logout HTTP/1.1', 'Host: localhost', ...headers], body)
  expect(sent.status).toBe(400)
})
