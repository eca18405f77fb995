import cookie from '@fastify/cookie'
import axios from 'axios'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ErrorCode, errorTable } from '../../contract/kit/errors.ts'
import { answerError } from '../../server/app/mount/error-handler.ts'
import { AppError } from '../../server/kit/errors.ts'

/** Words that no client may read. */
const inside = 'relation person at 10.1.2.3'
/** What drivers, libraries and our own mistakes throw. */
const unexpected = {
  error: new Error(inside),
  type: new TypeError(inside),
  database: Object.assign(new Error(inside), { code: '23505', detail: inside, table: inside, constraint: inside }),
  network: Object.assign(new Error(inside), { code: 'ECONNREFUSED', address: inside }),
  cause: new Error(inside, { cause: new AppError('forbidden', { seconds: inside }) }),
  client: Object.assign(new Error(inside), { statusCode: 400 }),
  server: Object.assign(new Error(inside), { statusCode: 503, fields: [{ path: inside }], shown: { inside } }),
  syntax: new SyntaxError(inside),
  body: Object.assign(new Error(inside), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }),
  disk: Object.assign(new Error(inside), { code: 'ENOSPC', path: inside }),
  text: inside,
}

let app: FastifyInstance
let base: string
beforeAll(async () => {
  app = Fastify({ logger: false })
  await app.register(cookie)
  app.setErrorHandler(answerError)
  app.get<{ Params: { code: ErrorCode } }>('/:code', async (request) => {
    const details = {
      max: 3,
      seconds: 7,
      limit: 9,
      days: 7,
      minutes: 15,
      lines: 3_001,
      most: 3_000,
      quota: 20,
      left: 2,
      megabytes: 50,
      waiting: 8,
      taken: 4,
      wanted: 6,
      shown: 5,
      url: '/',
    }
    throw new AppError(request.params.code, details, [{ path: 'urls.1', key: 'required' }])
  })
  app.get<{ Params: { kind: keyof typeof unexpected } }>('/unexpected/:kind', async (request) => {
    throw unexpected[request.params.kind]
  })
  base = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

describe.each(Object.entries(errorTable))('%s', (code, row) => {
  it.each([
    ['zh-CN', /\p{Script=Han}/u],
    ['en', /^[\x20-\x7e’“”]+$/],
  ] as const)('reaches stock axios in %s as the specification describes', async (lang, script) => {
    const asked = axios.get(`${base}/${code}`, { headers: { 'x-lang': lang } })
    // Its clients show the bare status for anything but 200, so refusals they must read answer 200.
    if (row.http !== 200)
      return expect(asked).rejects.toMatchObject({ message: `Request failed with status code ${row.http}` })
    const { data } = await asked
    expect(data).toMatchObject({
      flag: false,
      success: false,
      statusCode: row.statusCode,
      errorCode: code,
      showType: row.showType,
    })
    expect(data.errorMessage).toMatch(script)
    expect(data.errorMessage).not.toContain('{{')
    expect(data.data.fields).toEqual([
      { path: 'urls.1', key: 'required', message: expect.stringMatching(script) as string },
    ])
  })
})

describe('what nobody expected', () => {
  it.each(Object.keys(unexpected))('is told without a word of its own: %s', async (kind) => {
    for (const lang of ['zh-CN', 'en']) {
      const response = await app.inject({ url: `/unexpected/${kind}`, headers: { 'x-lang': lang } })
      const envelope = response.json<{ errorCode: ErrorCode; data: unknown }>()
      expect(Object.keys(errorTable)).toContain(envelope.errorCode)
      expect(envelope).toMatchObject({ success: false, data: null })
      expect(response.body + JSON.stringify(response.headers)).not.toMatch(/relation|person|10\.1\.2\.3/)
    }
  })
  it('is our fault, not the client’s, unless it is known for what it is', async () => {
    const codeOf = async (kind: string) =>
      (await app.inject(`/unexpected/${kind}`)).json<{ errorCode: string }>().errorCode
    for (const kind of ['error', 'type', 'database', 'network', 'cause', 'server', 'text'])
      expect([kind, await codeOf(kind)]).toEqual([kind, 'internal'])
  })
})

it('names every status code once, and uses 500002 for a gone session alone', () => {
  const codes = Object.values(errorTable).map((r) => r.statusCode)
  expect(new Set(codes).size).toBe(codes.length)
  expect(errorTable['session-gone'].statusCode).toBe('500002')
})
