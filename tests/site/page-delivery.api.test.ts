import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeStarterContent } from '../../server/content/starter-content.service.ts'
import { limitOfClass } from '../../server/kit/calls/rate-limits.ts'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits, startMinute } from '../kit/people/forget-limits.ts'

const token = 'T0ken-'.padEnd(43, 'x')

let t: TestApp
beforeAll(async () => {
  buildPagesIfStale()
  t = await buildTestApp()
})
afterAll(() => t.close())

const get = (url: string, headers: Record<string, string> = {}) => t.inject({ url, headers })

describe('the appearance of a page', () => {
  const theme = async (cookie: string) => /<html[^>]*>/.exec((await get('/', { cookie })).body)![0]

  it.each(['light', 'dark'])('is %s from the first paint on where that was chosen', async (chosen) => {
    expect(await theme(`shimakaze-appearance=${chosen}`)).toBe(`<html lang="zh-CN" data-theme="${chosen}">`)
  })

  it('is the system’s where nothing was chosen, or nothing of ours', async () => {
    for (const cookie of ['', 'shimakaze-appearance=', 'shimakaze-appearance=dark%22%20onload%3D%22x'])
      expect(await theme(cookie)).toBe('<html lang="zh-CN">')
    const { body } = await get('/')
    expect(body).toMatch(/@media \(prefers-color-scheme:dark\)\{:root:not\(\[data-theme\]\)\{--skz-brand:/)
  })

  it('comes with the page, a platform’s colours behind ours', async () => {
    const { body } = await get('/')
    const links = body.match(/<link rel="stylesheet"[^>]*>/g) ?? []
    expect(links.filter((link) => !link.includes(' disabled'))).toEqual([])
    expect(body.indexOf('<style>')).toBeGreaterThan(0)
    expect(body.indexOf('<style>')).toBeLessThan(body.indexOf('id="platform"'))
  })
})

describe('an address that anybody may invent', () => {
  const invented = () => `/website-show/news/${randomUUID()}`
  const spend = (hits: number) => t.services.db.system.updateTable('callWindow').set({ hits }).execute()

  it('counts like a call, while pages that are kept stay open', async () => {
    await startMinute(t)
    expect((await get(invented())).statusCode).toBe(404)
    await spend(limitOfClass.read.hits)
    expect((await get(invented())).statusCode).toBe(429)
    expect((await get('/website-show/news?q=x')).statusCode).toBe(429)
    expect((await get('/website-show/news')).statusCode).toBe(200)
    await forgetLimits(t)
  })

  it('is not kept where there is nothing, and counts each time', async () => {
    await startMinute(t)
    const address = invented()
    for (let i = 0; i < 3; i++) expect((await get(address)).statusCode).toBe(404)
    expect((await t.services.db.system.selectFrom('callWindow').select('hits').execute()).map((w) => w.hits)).toEqual([
      3,
    ])
  })

  it('counts once while the page that there is stays kept', async () => {
    await startMinute(t)
    await writeStarterContent(t.services, t.platformId)
    const article = await t.services.db.system
      .selectFrom('contentItem')
      .select('id')
      .where('kind', '=', 'NEWS')
      .executeTakeFirstOrThrow()
    for (let i = 0; i < 3; i++) expect((await get(`/website-show/news/${article.id}`)).statusCode).toBe(200)
    expect((await t.services.db.system.selectFrom('callWindow').select('hits').execute()).map((w) => w.hits)).toEqual([
      1,
    ])
  })
})

describe('a page on its way', () => {
  const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }

  it.each(['br', 'gzip'] as const)('is sent in %s to whoever takes that, and reads the same', async (encoding) => {
    const plain = await get('/privacy-three')
    const packed = await get('/privacy-three', { 'accept-encoding': encoding })
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, etag: plain.headers['etag'] })
    expect(unpacked[encoding](packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  })

  it.each([['identity'], ['br;q=0, gzip;q=0'], ['zstd']])('is sent as it is to whoever takes %s', async (accepted) => {
    const { headers, body } = await get('/privacy-three', { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBeUndefined()
    expect(body).toContain('<!doctype html>')
  })

  it('tells nothing of a secret in its address by its length', async () => {
    const { headers } = await get(`/attestation-share/${token}`, { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBeUndefined()
  })
})
