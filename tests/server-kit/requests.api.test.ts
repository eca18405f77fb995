import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileCalls } from '../../contract/platform/files.ts'
import { pathOf } from '../../contract/kit/call.ts'
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

  it.each([17, 2_500, 100_000])('of JSON nested %i deep is refused by name', async (depth) => {
    const payload = `{"phone":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const headers = { 'content-type': 'application/json' }
    expect((await t.inject({ method: 'POST', url: '/shimakaze/login', payload, headers })).json()).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: expect.arrayContaining([expect.objectContaining({ path: 'phone', key: 'tooDeep' })]) as unknown },
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
    expect(local).not.toHaveProperty('strict-transport-security')
    expect(local['permissions-policy']).toContain('camera=()')
  }
  await production.close()
})

it('of two hosts neither is taken', async () => {
  expect(await get('/shimakaze/dict', 'Host: other.example')).toMatchObject({ status: 400 })
  expect(await get('/shimakaze/dict')).toMatchObject({ status: 200 })
})
