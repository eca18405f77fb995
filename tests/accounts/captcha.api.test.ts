import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { numberOf } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { solveWork } from '../kit/people/solve-work.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(() => forgetLimits(t))

const phone = '13900000001'
const ask = async (kind: 'picture' | 'work') => (await t.call(sessionCalls.captcha, { query: { kind } })).data
const send = async (captchaId: string, captcha: string) =>
  (await t.call(sessionCalls.sendRegisterCode, { body: { phone, captchaId, captcha } })).errorCode

it('is answered by the work of a device, once, and by nothing that stands in the question', async () => {
  const { captchaId, work, svg } = await ask('work')
  expect(svg).toBeUndefined()
  const counter = await solveWork(work!)
  expect(JSON.stringify(work)).not.toContain(`"${counter}"`)
  expect(await send(captchaId, counter)).toBeUndefined()
  expect(await send(captchaId, counter)).toBe('captcha-wrong')
})

it('takes one try: a number that is near is as wrong as any', async () => {
  const { captchaId, work } = await ask('work')
  const counter = await solveWork(work!)
  expect(await send(captchaId, String(Number(counter) + 1))).toBe('captcha-wrong')
  expect(await send(captchaId, counter)).toBe('captcha-wrong')
})

it('asks for as much again of whoever keeps asking, and of nobody else', async () => {
  const most = async (address: string) => {
    let largest = 0
    for (let n = 0; n < 12; n++) {
      const reply = await t.inject({ url: '/shimakaze/captcha?kind=work', remoteAddress: address })
      const { captchaId } = reply.json<{ data: { captchaId: string } }>().data
      largest = Math.max(largest, await numberOf(t, captchaId))
    }
    return largest
  }
  for (let n = 0; n < 30 * 5; n++)
    await t.inject({ url: '/shimakaze/captcha?kind=work', remoteAddress: '198.51.100.7' })
  expect(await most('198.51.100.7')).toBeGreaterThan(1_500 * 4)
  expect(await most('203.0.113.9')).toBeLessThanOrEqual(1_500)
})

it('shows a picture to former clients, which say `code` of it', async () => {
  const { data } = await t.call(sessionCalls.message, { query: {} })
  expect(data.imgBase).toMatch(/^data:image\/svg\+xml;base64,/)
  expect((await ask('picture')).work).toBeUndefined()
})
