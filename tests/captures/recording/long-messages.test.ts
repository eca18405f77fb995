import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { BodyTaker } from '../../../server/captures/engine/body-taker.ts'
import { CdpConnection, CdpTooLong } from '../../../server/captures/engine/cdp.ts'
import type { Session } from '../../../server/captures/engine/sessions.ts'

/** A browser that says what it is told to, piece by piece, to a capture that takes a thousand characters at once. */
function browser() {
  const [toCapture, fromCapture] = [new PassThrough(), new PassThrough()]
  const connection = new CdpConnection(toCapture, fromCapture, 1_000)
  const ends: Error[] = []
  const events: string[] = []
  connection.onClose((error) => ends.push(error))
  connection.onEvent(({ method }) => events.push(method))
  const say = (message: object) => {
    const bytes = Buffer.from(`${JSON.stringify(message)}\0`)
    for (let at = 0; at < bytes.length; at += 300) toCapture.write(bytes.subarray(at, at + 300))
  }
  return { connection, say, ends, events }
}
const long = '\u0001'.repeat(500)
const heard = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('what a page makes too long to be read', () => {
  it('is missing where it was asked for, and all else goes on', async () => {
    const { connection, say, ends } = browser()
    const asked = [1, 2, 3].map(() => connection.send('Runtime.evaluate'))
    say({ id: 1, result: 'short' })
    say({ id: 2, result: { title: long } })
    say({ id: 3, result: 'x'.repeat(900) })
    const got = await Promise.allSettled(asked)
    expect(got.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(got[1]).toMatchObject({ reason: { method: 'Runtime.evaluate' } })
    expect(ends).toEqual([])
  })

  it('ends the capture where the browser tells it by itself: it would be missing unseen', async () => {
    const { say, ends, events } = browser()
    say({ method: 'Network.requestWillBeSent', params: {} })
    say({ method: 'Network.webSocketFrameReceived', params: { payloadData: long } })
    await heard()
    expect(events).toEqual(['Network.requestWillBeSent'])
    expect(ends).toEqual([expect.any(CdpTooLong)])
    expect(ends[0]).toMatchObject({ method: 'Network.webSocketFrameReceived' })
  })

  it('is listed as cut where it was the body of an answer, and the page gets it all the same', async () => {
    const { connection, say } = browser()
    const sent: string[] = []
    const send = (method: string) => {
      sent.push(method)
      return connection.send(method)
    }
    const taken = new BodyTaker({ bodyBytes: 100, totalBytes: 100, bodyMs: 1_000 }).take(
      { send } as unknown as Session,
      { requestId: '1', resourceType: 'Fetch', request: { url: 'https://shop.example/', method: 'GET', headers: {} } },
    )
    say({ id: 1, result: { body: long, base64Encoded: false } })
    await heard()
    say({ id: 2, result: {} })
    expect(await taken).toEqual({ body: null, truncated: 'length' })
    expect(sent).toEqual(['Fetch.getResponseBody', 'Fetch.continueRequest'])
  })
})
