import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deliveryCalls } from '../../contract/certificates/delivery.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { bundleReply } from '../../server/certificates/package/bundle.ts'
import { bundleMembers } from '../../server/certificates/sharing/delivery.repo.ts'
import { extractionRest, extractionTries } from '../../server/kit/calls/try-limits.ts'
import { readSheet } from '../../server/captures/batch/read-sheet.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'

let t: TestApp
let me: Member
let other: Member
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member({ name: '权利人' })
  other = await t.member({ name: '别人' })
})
afterAll(() => t.close())

const get = (url: string, as?: Member) =>
  t.inject({ method: 'GET', url, headers: { 'x-lang': 'en', ...(as ? { 'x-auth-token': as.token } : {}) } })

describe('many packages at once', () => {
  it('come as one archive with an index of all that was asked for', async () => {
    const good = [
      await buildEvidence(t, me, { name: '=HYPERLINK("http://evil")', labels: ['案件'] }),
      await buildEvidence(t, me, { name: '第二份' }),
    ]
    const failed = await buildEvidence(t, me, { name: '失败的', status: 'failed' })
    await t.call(evidenceCalls.update, { params: { id: good[1]!.id }, body: { evidenceName: '改名' } }, me)
    const { data } = await t.call(
      deliveryCalls.bundle,
      { query: { anos: [...good, failed].map((e) => e.number).join(',') } },
      me,
    )
    expect(data).toMatchObject({
      status: 'READY',
      list: [
        { ano: good[0]!.number, reason: null },
        { ano: good[1]!.number, reason: null },
        { ano: failed.number, link: null },
      ],
    })
    const response = await get(data.zipLink!, me)
    expect(response.statusCode).toBe(200)
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
    const entries = unzipSync(new Uint8Array(response.rawPayload))
    expect(Object.keys(entries)).toEqual(['index.xlsx', `${good[0]!.number}.asice`, `${good[1]!.number}.asice`])
    for (const e of good)
      expect(createHash('sha256').update(entries[`${e.number}.asice`]!).digest('hex')).toBe(e.sha256)
    // The owner's later name is no part of what is handed on.
    const { cells } = await readSheet('bundle', entries['index.xlsx']!)
    expect(cells.slice(1).map((row) => [row[0], row[1], row[7]])).toEqual([
      [good[0]!.number, `'=HYPERLINK("http://evil")`, `${good[0]!.number}.asice`],
      [good[1]!.number, '第二份', `${good[1]!.number}.asice`],
      [failed.number, '失败的', 'no package'],
    ])
    const acts = (await t.call(evidenceCalls.detail, { body: { ano: good[0]!.number } }, me)).data.events
    expect(acts.at(-1)).toMatchObject({ action: 'package.downloaded', details: { bundle: data.taskId } })
    expect((await t.call(deliveryCalls.bundle, { query: { taskId: data.taskId } }, me)).data.list).toHaveLength(3)
  })

  it('opens each package once, and closes it when whoever downloads goes away', async () => {
    const { store } = t.services
    const e = await buildEvidence(t, me)
    const { data } = await t.call(deliveryCalls.bundle, { query: { anos: e.number } }, me)
    const opened: Readable[] = []
    const open = vi.spyOn(store, 'open').mockImplementation(() => {
      const endless = new Readable({ read: () => {} })
      opened.push(endless)
      return endless
    })
    const reply = await bundleReply(
      t.services,
      'en',
      data.taskId,
      await t.services.db.forAccount(me, async (tx) =>
        (await bundleMembers(tx, me, data.taskId))!.map((member) => ({ ...member, isOut: true })),
      ),
    )
    expect(opened).toEqual([])
    const download = reply.open()
    download.resume()
    await expect.poll(() => opened.length).toBe(1)
    download.destroy()
    await expect.poll(() => opened[0]!.destroyed).toBe(true)
    open.mockRestore()
  })

  it('are refused whole where one of them is not the caller’s', async () => {
    const mine = await buildEvidence(t, me)
    const theirs = await buildEvidence(t, other)
    expect(
      await t.call(deliveryCalls.bundle, { query: { anos: `${mine.number},${theirs.number}` } }, me),
    ).toMatchObject({ errorCode: 'not-found' })
    const { data } = await t.call(deliveryCalls.bundle, { query: { anos: mine.number } }, me)
    expect((await get(`${pathOf(deliveryCalls.bundleBytes, { id: data.taskId })}`, other)).statusCode).toBe(404)
    expect(await t.call(deliveryCalls.bundle, { query: {} }, me)).toMatchObject({ errorCode: 'bad-parameter' })
    expect(await t.call(deliveryCalls.bundle, { query: { anos: '123' } }, me)).toMatchObject({
      errorCode: 'bad-parameter',
    })
  })

  it('answers honestly where none stands yet', async () => {
    const waiting = await buildEvidence(t, me, { status: 'queued' })
    expect((await t.call(deliveryCalls.bundle, { query: { anos: waiting.number } }, me)).data).toMatchObject({
      status: 'EMPTY',
      zipLink: null,
    })
  })
})

describe('one package by link', () => {
  it('names the digests to check a copy by', async () => {
    const e = await buildEvidence(t, me)
    expect((await t.call(deliveryCalls.zip, { params: { attestationNo: e.number } }, me)).data).toMatchObject({
      zip_sha256: e.sha256,
    })
    expect(await t.call(deliveryCalls.zip, { params: { attestationNo: e.number } }, other)).toMatchObject({
      errorCode: 'not-found',
    })
  })
})

describe('an extraction code', () => {
  const make = async (number: string) => (await t.call(deliveryCalls.makeCode, { body: { ano: number } }, me)).data.code
  const check = async (number: string, code: string) =>
    (await t.call(deliveryCalls.checkCode, { params: { ano: number }, query: { code } })).data
  const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
  const checkFrom = async (remoteAddress: string, number: string, code: string) =>
    (
      await t.inject({
        method: 'GET',
        url: `${pathOf(deliveryCalls.checkCode, { ano: number })}?code=${code}`,
        remoteAddress,
      })
    ).json<{ errorCode?: string; data: { valid: boolean } }>()
  const stateOf = async (number: string) =>
    (await t.call(deliveryCalls.codeState, { params: { ano: number } }, me)).data
  const lift = (number: string, as = me) => t.call(deliveryCalls.liftCodeRest, { params: { ano: number } }, as)
  const [{ hits: hourly }, { hits: daily }] = extractionTries
  /** Wrong codes of strangers until the code rests. */
  const makeRest = async (number: string, code: string) => {
    for (let i = 0; i < extractionRest.tries; i++)
      await checkFrom(`198.51.100.${1 + Math.floor(i / hourly)}`, number, wrong(code))
  }
  beforeEach(() => forgetLimits(t))

  it('lets a stranger take the package, once a ticket', async () => {
    const e = await buildEvidence(t, me)
    const { valid, ticket } = await check(e.number, await make(e.number))
    expect(valid).toBe(true)
    const url = `${pathOf(deliveryCalls.collect, { id: e.number })}?ticket=${ticket}`
    // As some programs look before they fetch.
    expect((await t.inject({ method: 'HEAD', url })).statusCode).toBe(404)
    const first = await get(url)
    expect(createHash('sha256').update(first.rawPayload).digest('hex')).toBe(e.sha256)
    expect((await get(url)).statusCode).toBe(410)
    expect((await t.call(evidenceCalls.detail, { body: { ano: e.number } }, me)).data.events.at(-1)).toMatchObject({
      action: 'code.used',
    })
  })

  it('that was ended or replaced lets nobody take the package who gave it before', async () => {
    const e = await buildEvidence(t, me)
    const collect = async (ticket: string | null) =>
      (await get(`${pathOf(deliveryCalls.collect, { id: e.number })}?ticket=${ticket}`)).statusCode
    const { ticket: replaced } = await check(e.number, await make(e.number))
    const { ticket: ended } = await check(e.number, await make(e.number))
    expect(await collect(replaced)).toBe(410)
    await t.call(deliveryCalls.endCode, { params: { ano: e.number } }, me)
    expect(await collect(ended)).toBe(410)
  })

  it('answers alike for a wrong code, no code and no such evidence', async () => {
    const [coded, bare] = [await buildEvidence(t, me), await buildEvidence(t, me)]
    const code = await make(coded.number)
    for (const [number, tried] of [
      [coded.number, wrong(code)],
      [bare.number, code],
      ['260101000000000009', code],
    ] as const)
      expect(await check(number, tried)).toEqual({ valid: false, ticket: null })
  })

  it('can be tried from one origin a few times an hour and a day, and by others all the same', async () => {
    const e = await buildEvidence(t, me)
    const code = await make(e.number)
    const tries = await Promise.all(
      Array.from({ length: hourly + 3 }, () => checkFrom('198.51.100.1', e.number, wrong(code))),
    )
    expect(tries.filter(({ data }) => data?.valid === false)).toHaveLength(hourly)
    expect(tries.filter(({ errorCode }) => errorCode === 'too-frequent')).toHaveLength(3)
    expect(await checkFrom('198.51.100.1', e.number, code)).toMatchObject({ errorCode: 'too-frequent' })
    expect(await checkFrom('203.0.113.1', e.number, code)).toMatchObject({ data: { valid: true } })
    expect(daily).toBeLessThan(extractionRest.tries)
  })

  it('counts tries alike where there is no such number and where none has a code', async () => {
    const bare = await buildEvidence(t, me)
    for (const number of [bare.number, '260101000000000009']) {
      for (let i = 0; i < hourly; i++)
        expect(await checkFrom('198.51.100.2', number, '000000')).toMatchObject({ data: { valid: false } })
      expect(await checkFrom('198.51.100.2', number, '000000')).toMatchObject({ errorCode: 'too-frequent' })
    }
  })

  it('is taken as often as somebody likes who knows it', async () => {
    const e = await buildEvidence(t, me)
    const code = await make(e.number)
    for (let i = 0; i < daily + 2; i++) expect((await check(e.number, code)).valid).toBe(true)
  })

  it('rests after many wrong tries from everywhere, says so to its owner alone, and is freed by them', async () => {
    const e = await buildEvidence(t, me)
    const code = await make(e.number)
    await makeRest(e.number, code)
    expect(await checkFrom('203.0.113.2', e.number, code)).toMatchObject({ data: { valid: false } })
    const { lockedUntil } = await stateOf(e.number)
    expect(new Date(lockedUntil!).getTime()).toBeCloseTo(Date.now() + extractionRest.seconds * 1000, -5)
    expect(await lift(e.number, other)).toMatchObject({ errorCode: 'not-found' })
    expect(await lift(e.number)).toMatchObject({ success: true, data: { lockedUntil: null } })
    expect(await stateOf(e.number)).toMatchObject({ lockedUntil: null })
    const acts = (await t.call(evidenceCalls.detail, { body: { ano: e.number } }, me)).data.events
    expect(acts.at(-1)).toMatchObject({ action: 'code.restLifted' })
    // Once more changes nothing and is no act.
    expect(await lift(e.number)).toMatchObject({ success: true })
    expect((await t.call(evidenceCalls.detail, { body: { ano: e.number } }, me)).data.events).toHaveLength(acts.length)
    expect(await checkFrom('198.51.100.1', e.number, code)).toMatchObject({ data: { valid: true } })
  })

  it('that is new ends the rest of the old one, and lets those try who mistyped that', async () => {
    const e = await buildEvidence(t, me)
    await makeRest(e.number, await make(e.number))
    const fresh = await make(e.number)
    expect(await stateOf(e.number)).toMatchObject({ lockedUntil: null })
    expect(await checkFrom('198.51.100.1', e.number, fresh)).toMatchObject({ data: { valid: true } })
  })

  it('is no longer at rest when its time has come', async () => {
    const e = await buildEvidence(t, me)
    const code = await make(e.number)
    await makeRest(e.number, code)
    await t.services.db.system
      .updateTable('extractionCode')
      .set({ lockedUntil: new Date(Date.now() - 1_000) })
      .execute()
    expect(await stateOf(e.number)).toMatchObject({ lockedUntil: null })
    expect(await checkFrom('203.0.113.3', e.number, code)).toMatchObject({ data: { valid: true } })
  })

  it('that nobody made cannot be freed', async () => {
    expect(await lift((await buildEvidence(t, me)).number)).toMatchObject({ errorCode: 'not-found' })
  })

  it('does not open another evidence with its ticket', async () => {
    const [a, b] = [await buildEvidence(t, me), await buildEvidence(t, me)]
    const { ticket } = await check(a.number, await make(a.number))
    expect((await get(`${pathOf(deliveryCalls.collect, { id: b.number })}?ticket=${ticket}`)).statusCode).toBe(410)
  })

  it('can be ended by its owner, and a new one replaces the old', async () => {
    const e = await buildEvidence(t, me)
    const old = await make(e.number)
    const fresh = await make(e.number)
    if (old !== fresh) expect((await check(e.number, old)).valid).toBe(false)
    expect((await check(e.number, fresh)).valid).toBe(true)
    await t.call(deliveryCalls.endCode, { params: { ano: e.number } }, me)
    expect((await check(e.number, fresh)).valid).toBe(false)
    expect((await t.call(deliveryCalls.codeState, { params: { ano: e.number } }, me)).data).toEqual({
      expiresAt: null,
      lockedUntil: null,
    })
  })

  it('is made for collected evidence only', async () => {
    const e = await buildEvidence(t, me, { status: 'to-confirm' })
    expect(await t.call(deliveryCalls.makeCode, { body: { ano: e.number } }, me)).toMatchObject({
      errorCode: 'wrong-state',
    })
  })
})
