import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { liveCalls } from '../../contract/platform/live.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let me: Member
let url: string
beforeEach(async () => {
  t = await buildTestApp()
  me = await t.member()
  url = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => t.close())

/** A call of which half of the body is sent; the other half when it is asked for. */
async function beginCall() {
  const body = JSON.stringify({ pageSize: 5 })
  const call = request(`${url}${pathOf(evidenceCalls.list)}`, {
    method: 'POST',
    headers: { 'x-auth-token': me.token, 'content-type': 'application/json', 'content-length': body.length },
  })
  const answered = new Promise<IncomingMessage>((done, fail) => call.once('response', done).once('error', fail))
  answered.catch(() => {})
  call.write(body.slice(0, 5))
  await sleep(200)
  return { end: () => void call.end(body.slice(5)), answered }
}
const readiness = async () => {
  const answer = await fetch(`${url}/readyz`)
  return [answer.status, ((await answer.json()) as { stopping?: boolean }).stopping]
}

it('a service that ends says so first, answers what is under way, and takes nothing more', async () => {
  expect(await readiness()).toEqual([200, undefined])
  const stream = await fetch(`${url}${pathOf(liveCalls.stream)}`, { headers: { 'x-auth-token': me.token } })
  expect(stream.status).toBe(200)
  const slow = await beginCall()
  const ended = t.app.drain.run(t.app, { sayFor: 500, patience: 10_000 })
  // A balancer sees it, and calls that come meanwhile are answered.
  expect(await readiness()).toEqual([503, true])
  const meanwhile = await fetch(`${url}${pathOf(evidenceCalls.list)}`, {
    method: 'POST',
    headers: { 'x-auth-token': me.token, 'content-type': 'application/json' },
    body: '{}',
  })
  expect([meanwhile.status, meanwhile.headers.get('connection')]).toEqual([200, 'close'])
  await sleep(1_000)
  await expect(fetch(`${url}/readyz`)).rejects.toThrow()
  slow.end()
  const answer = await slow.answered
  expect([answer.statusCode, JSON.parse(await text(answer))]).toEqual([200, expect.objectContaining({ success: true })])
  await ended
  await stream.body?.cancel()
})

it('a call that never ends holds nobody up for longer than the patience', async () => {
  const slow = await beginCall()
  const begun = performance.now()
  await t.app.drain.run(t.app, { sayFor: 0, patience: 1_000 })
  const waited = performance.now() - begun
  expect(waited).toBeGreaterThanOrEqual(990)
  await t.app.close()
  await expect(slow.answered).rejects.toThrow()
})

it('a call that was given up is not waited for', async () => {
  const controller = new AbortController()
  const body = new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('{"page')) })
  const call = fetch(`${url}${pathOf(evidenceCalls.list)}`, {
    method: 'POST',
    headers: { 'x-auth-token': me.token, 'content-type': 'application/json' },
    body,
    duplex: 'half',
    signal: controller.signal,
  } as RequestInit)
  await sleep(300)
  controller.abort()
  await expect(call).rejects.toThrow()
  const begun = performance.now()
  await t.app.drain.run(t.app, { sayFor: 0, patience: 20_000 })
  expect(performance.now() - begun).toBeLessThan(10_000)
})
