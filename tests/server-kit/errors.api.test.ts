import cookie from '@fastify/cookie'
import axios from 'axios'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ErrorCode, errorTable } from '../../contract/kit/errors.ts'
import { answerError } from '../../server/app/mount/error-handler.ts'
import { AppError } from '../../server/kit/errors.ts'

let app: FastifyInstance
let base: string
beforeAll(async () => {
  app = Fastify({ logger: false })
  await app.register(cookie)
  app.setErrorHandler(answerError)
  app.get<{ Params: { code: ErrorCode } }>('/:code', async (request) => {
    const details = { max: 3, seconds: 7, limit: 9, quota: 20, left: 2, megabytes: 50, waiting: 8, taken: 4, url: '/' }
    throw new AppError(request.params.code, details, [{ path: 'urls.1', key: 'required' }])
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

it('names every status code once, and uses 500002 for a gone session alone', () => {
  const codes = Object.values(errorTable).map((r) => r.statusCode)
  expect(new Set(codes).size).toBe(codes.length)
  expect(errorTable['session-gone'].statusCode).toBe('500002')
})
