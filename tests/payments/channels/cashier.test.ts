import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { onLoopback } from '../../../server/sandbox/on-loopback.ts'
import { noticeSender } from '../../../server/sandbox/notices.ts'
import { newNumber, requestOf, type Stage, startStage } from './kit.ts'

/** The merchant's address for notices: what came, and what it answers. */
let merchant: Awaited<ReturnType<typeof onLoopback>>
let [came, answers]: [
  { headers: Record<string, string>; body: string }[],
  ({ status: number; body: string } | 'hang up')[],
] = [[], []]
let good: { status: number; body: string }
let stage: Stage
const names = ['wechat', 'alipay'] as const

beforeAll(async () => {
  stage = await startStage()
  merchant = await onLoopback(
    createServer((request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        came.push({ headers: request.headers as Record<string, string>, body })
        const answer = answers.shift() ?? good
        if (answer === 'hang up') response.destroy()
        else response.writeHead(answer.status).end(answer.body)
      })
    }),
  )
})
afterAll(() => Promise.all([stage.close(), merchant.close()]))
beforeEach(() => {
  ;[came, answers] = [[], []]
  for (const name of names) Object.assign(stage.sandbox[name].notices, { mode: 'once', late: 0, attempts: [] })
})

describe.each(names)('the cashier of %s', (name) => {
  const begin = async (more: object = {}) => {
    good = stage[name].taken
    const request = requestOf({ noticeUrl: `${merchant.endpoint}/notices/${name}`, ...more })
    const { qr } = (await stage[name].begin(request, 'qr')) as { qr: string }
    return { request, qr }
  }
  const act = (url: string, what: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ act: what }), redirect: 'manual' })

  test('says in the reader’s language that no money moves, and shows nothing as markup', async () => {
    const { qr, request } = await begin({ subject: `<img src=x onerror="alert(1)">&'` })
    const read = async (language: string) => (await fetch(qr, { headers: { 'accept-language': language } })).text()
    const [english, chinese] = [await read('en-GB,en;q=0.9'), await read('zh-CN')]
    expect(english).toContain('No money moves')
    expect(english).toContain('Leave without paying')
    expect(chinese).toContain('不会发生真实的资金变动')
    for (const page of [english, chinese]) {
      expect(page).not.toContain('<img')
      expect(page).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;&#39;')
      expect(page).toContain('¥123.45')
      expect(page).toContain(request.number)
    }
    expect((await fetch(qr)).headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await fetch(qr.replace(/.{32}$/, '0'.repeat(32)))).status).toBe(404)
  })

  test('takes a payment once, and tells the merchant, who believes it', async () => {
    const { qr, request } = await begin()
    expect(await (await act(qr, 'pay')).text()).toMatch(/已支付|paid/)
    await act(qr, 'pay')
    await stage.sandbox[name].notices.settled()
    expect(came).toHaveLength(1)
    const notice = stage[name].readNotice(came[0]!.headers, Buffer.from(came[0]!.body))
    expect(notice).toMatchObject({ channel: name, number: request.number, state: { state: 'paid', fen: 12_345 } })
    expect(await stage[name].ask(request.number)).toMatchObject({ state: 'paid' })
  })

  test('lets somebody walk away, and the order stays open', async () => {
    const { qr, request } = await begin()
    expect(await (await act(qr, 'leave')).text()).toMatch(/尚未支付|haven’t paid/)
    expect(await stage[name].ask(request.number)).toEqual({ state: 'waiting' })
    expect(came).toEqual([])
  })

  test('takes nothing for an order that is closed', async () => {
    const { qr, request } = await begin()
    await fetch(qr)
    await stage[name].close(request.number)
    expect(await (await act(qr, 'pay')).text()).toMatch(/已关闭|closed/)
    expect(stage.sandbox[name].book.find(request.number)?.state).toBe('closed')
  })

  test('leads a person back to the merchant, and nowhere that a browser would run', async () => {
    const request = requestOf({ noticeUrl: `${merchant.endpoint}/notices`, returnUrl: 'https://pay.example/back?x=1' })
    const { url } = (await stage[name].begin(request, 'phone')) as { url: string }
    const cashier = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? url
    expect((await act(cashier, 'leave')).headers.get('location')).toBe('https://pay.example/back?x=1')
    const { qr } = await begin()
    const answer = await act(`${qr}?redirect_url=${encodeURIComponent('javascript:alert(1)')}`, 'leave')
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
  })

  test('tells twice of one event where that is wished, until it is taken, and not at all where notices are lost', async () => {
    const { notices } = stage.sandbox[name]
    Object.assign(notices, { mode: 'twice', delays: [1, 1] })
    const twice = (await begin()).request
    answers = [{ status: 500, body: '' }]
    stage.sandbox[name].pay(twice.number)
    await notices.settled()
    const told = came.map(({ headers, body }) => stage[name].readNotice(headers, Buffer.from(body)))
    expect(told).toHaveLength(3)
    expect(told).toEqual(Array(3).fill(told[0]))
    came = []
    notices.mode = 'never'
    const { request } = await begin()
    stage.sandbox[name].pay(request.number)
    await stage.sandbox[name].notices.settled()
    expect(came).toEqual([])
    expect(await stage[name].ask(request.number)).toMatchObject({ state: 'paid' })
  })
})

test('a notice is repeated as the vendor does until it is taken, each time the same event', async () => {
  good = { status: 200, body: 'success' }
  answers = [
    { status: 500, body: 'success' },
    'hang up',
    { status: 200, body: 'fail' },
    { status: 302, body: 'success' },
  ]
  const sender = noticeSender([1, 1, 1, 1, 1, 1], (status, body) => status === 200 && body === 'success')
  const id = newNumber()
  sender.send(`${merchant.endpoint}/notices`, () => ({ headers: {}, body: id }))
  await sender.settled()
  expect(sender.attempts.map(({ status }) => status)).toEqual([500, 0, 200, 302, 200])
  expect(came.map(({ body }) => body)).toEqual(Array(5).fill(id))
  sender.mode = 'twice'
  sender.send(`${merchant.endpoint}/notices`, () => ({ headers: {}, body: id }))
  await sender.settled()
  expect(came).toHaveLength(7)
  // A vendor gives up, too.
  answers = Array(9).fill({ status: 500, body: '' })
  sender.send(`${merchant.endpoint}/notices`, () => ({ headers: {}, body: id }))
  await sender.settled()
  expect(came).toHaveLength(14)
})
