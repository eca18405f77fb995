import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { CdpConnection, CdpEvent } from '../../../server/captures/engine/cdp.ts'
import { Recorder } from '../../../server/captures/engine/recorder.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** A recorder that is told of requests as the browser tells of them, each in a message of its own. */
function telling(toldLimit: number) {
  let hear: (event: CdpEvent) => void = () => {}
  let ended = false
  const recorder = new Recorder(
    { onEvent: (listener: typeof hear) => void (hear = listener) } as unknown as CdpConnection,
    {
      limits: { bodyBytes: 1, totalBytes: 1, bodyMs: 1 },
      toldLimit,
      onTooMuch: () => void (ended = true),
      now: () => new Date(0),
      session: () => undefined,
    },
  )
  let number = 0
  const tell = (method: string, params: object) => {
    const text = JSON.stringify({ method: `Network.${method}`, params, sessionId: 's' })
    hear({ ...(JSON.parse(text) as CdpEvent), size: text.length })
  }
  const ask = (url: string, more: object = {}, type = 'Other') => {
    const requestId = String(number++)
    const request = { url, method: 'GET', headers: {}, ...more }
    tell('requestWillBeSent', { requestId, request, type, wallTime: 1, timestamp: 1, initiator: { type: 'script' } })
    return requestId
  }
  return { recorder, tell, ask, isEnded: () => ended }
}

function heldMb(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

it('of requests that go nowhere neither their content is held, nor what is sent with them, nor what they say they are', async () => {
  const { recorder, tell, ask, isEnded } = telling(10_000_000)
  const before = heldMb()
  const long = 'a'.repeat(2_000_000)
  for (let n = 0; n < 60; n++) {
    ask(`data:text/plain,${n}${long}`)
    ask('data:,', { method: 'POST', postData: `${long}${n}` })
    ask('data:,', { headers: { 'X-Long': `${long}${n}` } })
    const requestId = ask(`data:text/${n}${long},`)
    const response = { url: `data:text/${n}${long},`, status: 200, statusText: 'OK', headers: {} }
    tell('responseReceived', { requestId, response: { ...response, mimeType: `text/${n}${long}` } })
  }
  expect(heldMb() - before).toBeLessThan(60)
  expect(isEnded()).toBe(false)
  expect(await recorder.finish(0)).toEqual([])
})

it('any number of requests that go nowhere is more than is kept', () => {
  const { ask, isEnded } = telling(1_000_000)
  for (let n = 0; n < 1_000; n++) ask('data:,')
  expect(isEnded()).toBe(false)
  for (let n = 0; n < 10_000; n++) ask('data:,')
  expect(isEnded()).toBe(true)
})

it('of a page that was asked for before it was gone to it is kept that nobody sent it then', async () => {
  const { recorder, tell, ask } = telling(1_000_000)
  const url = 'https://shop.example/next'
  for (const type of ['Prefetch', 'Document']) {
    const requestId = ask(url, {}, type)
    const response = { url, status: 200, statusText: '', headers: {}, mimeType: 'text/html', fromPrefetchCache: true }
    tell('responseReceived', { requestId, timestamp: 2, type, response })
  }
  const kept = await recorder.finish(1)
  expect(kept.map(({ resourceType, fromCache }) => [resourceType, fromCache])).toEqual([
    ['Prefetch', false],
    ['Document', true],
  ])
})
