import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { sweepStuck } from '../../server/captures/captures.jobs.ts'
import { beat, markUploading } from '../../server/captures/captures.repo.ts'
import { claim } from '../../server/captures/turns.repo.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'

let t: TestApp
let me: Member
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member({ name: '取证人' })
})
afterAll(() => t.close())

const start = (urls: string[], more: object = {}, as = me) =>
  t.call(webCaptureCalls.start, { body: { urls, ...more } }, as)
const detail = (no: string, as = me) => t.call(evidenceCalls.detail, { body: { ano: no } }, as)
const jobsOf = async (id: string) =>
  (
    await t.services.db.asSystem(async (tx) =>
      (await import('kysely')).sql<{
        n: number
      }>`select count(*)::int as n from pgboss.job where name = 'capture' and data->>'id' = ${id}`.execute(tx),
    )
  ).rows[0]!.n

describe('progress', () => {
  it('never goes back: what is told late of collecting changes nothing once files are stored', async () => {
    const { id, number } = await buildEvidence(t, me, { status: 'queued' })
    const claimed = (await claim(t.services.db, id))!
    const told = async (step: string, percent: number) =>
      (await t.services.db.asSystem((tx) => beat(tx, claimed, { step, percent })))?.status
    expect(await told('record', 50)).toBe('collecting')
    expect((await detail(number)).data).toMatchObject({ step: 'record', percent: 50 })
    await t.services.db.asSystem((tx) => markUploading(tx, claimed))
    expect(await told('done', 90)).toBe('uploading')
    expect((await detail(number)).data).toMatchObject({ step: 'storing', percent: 92 })
  })
})

describe('starting captures', () => {
  it('queues one evidence a URL, each with its own number, row and job', async () => {
    const { data } = await start(['https://example.com/a', 'https://example.com/b'], {
      evidenceName: '合同页',
      labels: ['案件一'],
      remark: '备注',
      device: 'MOBILE',
    })
    expect(data.list).toHaveLength(2)
    const first = (await detail(data.list[0]!.no)).data
    expect(first).toMatchObject({
      name: '合同页 1',
      status: 'queued',
      tags: ['案件一'],
      remark: '备注',
      queuePosition: 0,
      ownerIdentity: 'not-verified',
      request: { device: 'mobile', scroll: true, delaySeconds: 0 },
    })
    expect(first.ano).toMatch(/^\d{18}$/)
    expect(first.events.map((e) => e.action)).toEqual(['capture.queued'])
    expect(await jobsOf(first.id)).toBe(1)
    expect((await detail(data.list[1]!.no)).data.queuePosition).toBe(1)
  })

  it('checks every line before anything starts, and names each wrong one', async () => {
    const before = (await t.call(evidenceCalls.list, { body: {} }, me)).data.total
    const reply = await start(
      [
        'https://example.com/ok',
        'ftp://example.com/',
        'http://127.0.0.1/',
        'not a url',
        'https://u:p@example.com/',
        'https://example.com/ok',
      ],
      {},
    )
    expect(reply).toMatchObject({ success: false, errorCode: 'bad-parameter' })
    const { fields } = reply.data as unknown as { fields: { path: string; key: string; message: string }[] }
    expect(fields.map((f) => [f.path, f.key])).toEqual([
      ['urls.1', 'url.scheme-refused'],
      ['urls.2', 'url.address-refused'],
      ['urls.3', 'url.url-malformed'],
      ['urls.4', 'url.credentials-refused'],
      ['urls.5', 'url.repeated'],
    ])
    for (const f of fields) expect(f.message).not.toContain('url.')
    expect((await t.call(evidenceCalls.list, { body: {} }, me)).data.total).toBe(before)
  })

  it('answers a repeated request with the first result whatever signs its id has', async () => {
    const both = () =>
      start(['https://example.com/one', 'https://example.com/two'], { unique_id: '案件🗂️𠮷田的第一次取证' })
    const first = await both()
    expect(first.data.list).toHaveLength(2)
    expect((await both()).data).toEqual(first.data)
  })

  it('answers a repeated request with the first result', async () => {
    const once = await start(['https://example.com/once', 'https://example.com/twice'], {
      unique_id: 'the-same-request',
    })
    const again = await start(['https://example.com/once', 'https://example.com/twice'], {
      unique_id: 'the-same-request',
    })
    expect(again.data).toEqual(once.data)
    expect(await start(['https://example.com/other'], { unique_id: 'the-same-request' })).toMatchObject({
      errorCode: 'unique-id-repeated',
    })
  })

  it('starts one set of captures when the same request arrives eight times at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => start(['https://example.com/race'], { unique_id: 'a-racing-request' })),
    )
    expect(replies.map((r) => r.success)).toEqual(Array.from({ length: 8 }, () => true))
    expect(new Set(replies.map((r) => r.data.list[0]!.no)).size).toBe(1)
    const { data } = await t.call(evidenceCalls.list, { body: { keyWord: 'example.com/race' } }, me)
    expect(data.total).toBe(1)
  })

  it('takes a form-encoded body with the same meaning', async () => {
    const response = await t.inject({
      method: 'POST',
      url: '/shimakaze/attestaion/url',
      payload: 'urls=https%3A%2F%2Fexample.com%2Fform&scroll=false&delaySeconds=3&labels=a&labels=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-auth-token': me.token },
    })
    const { data } = response.json()
    expect((await detail(data.list[0].no)).data).toMatchObject({
      tags: ['a', 'b'],
      request: { scroll: false, delaySeconds: 3 },
    })
  })
})

describe('what old clients ask', () => {
  it('one URL by its own name, alone or before others', async () => {
    const ask = async (body: object) =>
      (await t.call(webCaptureCalls.start, { body }, me)).data.list.map(({ url }) => url)
    expect(await ask({ url: 'https://example.com/one' })).toEqual(['https://example.com/one'])
    expect(await ask({ url: 'https://example.com/one', urls: ['https://example.com/two'] })).toEqual([
      'https://example.com/one',
      'https://example.com/two',
    ])
    const many = Array.from({ length: 50 }, (_, n) => `https://example.com/${n}`)
    expect(
      await t.call(webCaptureCalls.start, { body: { url: 'https://example.com/one', urls: many } }, me),
    ).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'urls' }] },
    })
    expect(await t.call(webCaptureCalls.start, { body: {} }, me)).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'urls', key: 'required' }] },
    })
  })

  it('a retry by number', async () => {
    const failed = await buildEvidence(t, me, { status: 'failed' })
    const { data } = await t.call(webCaptureCalls.retry, { body: { no: failed.number } }, me)
    expect(data.list).toEqual([{ no: failed.number, status: 'queued' }])
    const other = await t.member({ name: '别人' })
    expect(await t.call(webCaptureCalls.retry, { body: { no: failed.number } }, other)).toMatchObject({
      errorCode: 'not-found',
    })
    expect(await t.call(webCaptureCalls.retry, { body: {} }, me)).toMatchObject({
      data: { fields: [{ path: 'ids', key: 'required' }] },
    })
  })
})

describe('cancelling and retrying', () => {
  it('cancels what is queued, once', async () => {
    const { id, no } = (await start(['https://example.com/cancel'])).data.list[0]!
    expect((await t.call(webCaptureCalls.cancel, { body: { ids: [id] } }, me)).data.list).toEqual([
      { no, status: 'cancelled' },
    ])
    expect(await t.call(webCaptureCalls.cancel, { body: { ids: [id] } }, me)).toMatchObject({
      errorCode: 'wrong-state',
    })
    expect(await claim(t.services.db, id)).toBeUndefined()
  })

  it('queues a failed one again and refuses a finished one', async () => {
    const failed = await buildEvidence(t, me, { status: 'failed' })
    await t.call(webCaptureCalls.retry, { body: { ids: [failed.id] } }, me)
    expect((await detail(failed.number)).data).toMatchObject({ status: 'queued', failReason: null })
    expect(await jobsOf(failed.id)).toBe(1)
    const done = await buildEvidence(t, me)
    expect(await t.call(webCaptureCalls.retry, { body: { ids: [done.id] } }, me)).toMatchObject({
      errorCode: 'wrong-state',
    })
  })

  it('lets one worker only take a capture', async () => {
    const { id } = (await start(['https://example.com/claim'])).data.list[0]!
    const claims = await Promise.all(Array.from({ length: 5 }, () => claim(t.services.db, id)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it('gives a capture of a dead worker another try, and ends it visibly after the third', async () => {
    const lost = await buildEvidence(t, me, { status: 'collecting' })
    const quiet = () =>
      t.services.db.asSystem((tx) =>
        tx
          .updateTable('evidence')
          .set({ heartbeatAt: new Date(Date.now() - 60_000) })
          .where('id', '=', lost.id)
          .execute(),
      )
    for (const attempt of [1, 2]) {
      await quiet()
      await sweepStuck(t.services)
      expect((await detail(lost.number)).data.status).toBe('queued')
      expect((await claim(t.services.db, lost.id))?.attempt).toBe(attempt + 1)
    }
    await quiet()
    await sweepStuck(t.services)
    expect((await detail(lost.number)).data).toMatchObject({ status: 'failed', failReason: 'worker-lost' })
  })
})
