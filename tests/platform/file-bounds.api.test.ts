import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { fileCalls as calls, scenes, type UploadScene } from '../../contract/platform/files.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let customer: Member
let operator: Member
beforeAll(async () => {
  t = await buildTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  customer = await t.member()
  operator = await t.member({ role: 'operator' })
})
afterAll(() => t.close())

/** What a form says that it will bring: as much as the largest of all scenes takes. */
const promised = scenes.video.maxBytes

/** Sends the beginning of a form, its file cut off after `bytes`, and waits for an answer; the rest may follow. */
async function begin(call: { path: string; method: string }, scene: string | undefined, bytes: number, who: Member) {
  const { port } = t.app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  const [line] = (await once(t.app.server, 'connection')) as [Socket]
  let text = ''
  socket.on('data', (data) => (text += data.toString()))
  const field = scene === undefined ? '' : `--b\r\nContent-Disposition: form-data; name="scene"\r\n\r\n${scene}\r\n`
  const head = `${field}--b\r\nContent-Disposition: form-data; name="file"; filename="a.webm"\r\n\r\n`
  const tail = '\r\n--b--\r\n'
  const length = Buffer.byteLength(head) + promised + tail.length
  socket.write(
    `POST ${pathOf(call as never)} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\nX-Auth-Token: ${who.token}\r\n\r\n${head}`,
  )
  socket.write(Buffer.alloc(bytes))
  /** Sends one byte more, once all before it has been read. */
  const more = async () => {
    const sent = socket.bytesWritten
    await expect.poll(() => line.bytesRead, { timeout: 20_000 }).toBe(sent)
    socket.write(Buffer.alloc(1))
  }
  const answer = async () => {
    await expect.poll(() => text.includes('"errorCode"'), { timeout: 20_000 }).toBe(true)
    const said = JSON.parse(/\{.*\}/s.exec(text)![0]) as { errorCode: string; data: { fields?: { params: object }[] } }
    text = ''
    return said
  }
  return {
    socket,
    answer,
    more,
    rest: () => socket.write(Buffer.concat([Buffer.alloc(promised - bytes), Buffer.from(tail)])),
  }
}

describe.each([calls.upload, calls.uploadPicture])('a file of which only the beginning has come, by $path', (call) => {
  it.each(['video', 'content', 'platform'] satisfies UploadScene[])(
    'is refused to whoever may send none for %s',
    async (scene) => {
      const { socket, answer } = await begin(call, scene, 1_000, customer)
      expect((await answer()).errorCode).toBe('forbidden')
      socket.destroy()
    },
  )

  it.each([
    ['its scene takes 5 MB', 'feedback', 5],
    ['its scene takes 10 MB', 'front', 10],
    ['it names none, and none of its sender’s takes more than 10 MB', undefined, 10],
    ['it names none that there is', 'elsewhere', 10],
  ])('is refused once it is too heavy: %s', async (_, scene, megabytes) => {
    const { socket, answer } = await begin(call, scene, megabytes * 1024 * 1024 + 1_000, customer)
    const { errorCode, data } = await answer()
    expect([errorCode, data.fields]).toMatchObject(['bad-parameter', [{ path: 'file', params: { megabytes } }]])
    socket.destroy()
  })

  it('is refused by the one byte too many, though that comes alone', async () => {
    const { socket, more, answer } = await begin(call, 'front', 10 * 1024 * 1024, customer)
    await more()
    expect((await answer()).data.fields).toMatchObject([{ path: 'file', params: { megabytes: 10 } }])
    socket.destroy()
  })
})

it('a line on which a file was refused serves the next request once the rest has come', async () => {
  const { socket, answer, rest } = await begin(calls.upload, 'video', 1_000, customer)
  expect((await answer()).errorCode).toBe('forbidden')
  rest()
  socket.write(`GET /shimakaze/nowhere HTTP/1.1\r\nHost: localhost\r\nX-Auth-Token: ${customer.token}\r\n\r\n`)
  expect((await answer()).errorCode).toBe('unknown-route')
  socket.destroy()
})

it('a film of which the scene is named behind it is judged by that', async () => {
  const part = (head: string, body: Buffer) =>
    Buffer.concat([Buffer.from(`--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n`), body, Buffer.from('\r\n')])
  const send = async (scene: string, who: Member) =>
    (
      await t.inject({
        method: 'POST',
        url: pathOf(calls.upload),
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-auth-token': who.token },
        payload: Buffer.concat([
          part('name="file"; filename="a.webm"', Buffer.alloc(12 * 1024 * 1024)),
          part('name="scene"', Buffer.from(scene)),
          Buffer.from('--b--\r\n'),
        ]),
      })
    ).json<{ data: { fields: { key: string }[] } }>().data.fields[0]!.key
  expect(await send('video', operator)).toBe('videoKind')
  expect(await send('front', operator)).toBe('fileTooBig')
})
