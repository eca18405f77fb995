import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { priceCalls } from '../../contract/payments/prices.ts'
import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { auditCalls } from '../../contract/platform/audit.ts'
import { settingsOfPlatformCalls as calls } from '../../contract/platform/settings.ts'
import { newId } from '../../server/kit/ids.ts'
import { sweepUploads } from '../../server/platform/files.repo.ts'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { setPrice } from '../kit/people/second-word.ts'
import { dataUrl, png } from '../kit/pictures.ts'

let t: TestApp
let administrator: Member
const there = { host: 'other.example' }
beforeAll(async () => {
  buildPagesIfStale()
  t = await buildTestApp()
  administrator = await t.member({ name: '管理员', role: 'administrator' })
  await t.services.db.system
    .insertInto('platform')
    .values({
      id: newId(),
      notaryId: 'other',
      name: JSON.stringify({ zh: '另一平台', en: 'Another' }) as never,
      hosts: [there.host],
    })
    .execute()
})
beforeEach(async () => void (await save({ nameZh: '岛风存证' })))
afterAll(() => t.close())

type Body = Parameters<typeof t.call<typeof calls.save>>[1]['body']
const save = (body: Body) => t.call(calls.save, { body }, administrator)
const get = async () => (await t.call(calls.get, {}, administrator)).data
const dict = async (headers: Record<string, string> = {}) =>
  (await t.call(dictionaryCalls.dictionary, {}, undefined, headers)).data
const picture = async () =>
  (await t.call(fileCalls.uploadPicture, { body: { imgBase: dataUrl(png()), scene: 'platform' } }, administrator)).data
const problems = (reply: object) =>
  (reply as { data: { fields: { path: string; key: string }[] } }).data.fields.map((f) => `${f.path} ${f.key}`)
const page = async (headers: Record<string, string> = {}) => (await t.inject({ url: '/', headers })).body

const full: Body = {
  nameZh: '示例公证处',
  nameEn: 'Example Notary',
  fullName: '示例市示例公证处',
  consultationPhone: '0591-87654321',
  techSupportPhone: '4001234567',
  email: 'help@example.com',
  officeTime: '工作日 9:00–17:00',
  officeTimeEn: 'Weekdays 9–17',
  officePlace: '示例路 1 号',
  helpHomePageUrl: 'https://example.com/help',
  explorerUrl: 'https://chain.example/',
}

describe('what a platform shows of itself', () => {
  it('is empty where nothing is set, at every path that clients read', async () => {
    const { notary, frontPlatformInfo, service } = await dict()
    expect([...new Set(Object.values(notary.info))]).toEqual([''])
    expect(frontPlatformInfo).toEqual({
      basicInfo: { platformName: '岛风存证', platformNameEn: '岛风存证' },
      files: [
        { kind: 'agreement', edition: 'sample', url: '/service-agreement' },
        { kind: 'privacy', edition: 'sample', url: '/privacy-one' },
      ],
      imgList: [],
      colours: { light: null, dark: null },
      price: Object.fromEntries(
        (await t.call(priceCalls.current, { query: {} })).data.list.map(({ product, amount }) => [product, amount]),
      ),
      valueAdded: [],
      chainMode: 'NONE',
      chainTime: '',
      explorerUrl: '',
      app: { iosUrl: '', androidUrl: '' },
    })
    expect(Object.keys(frontPlatformInfo.price)).toContain('capture.web')
    expect(service).toEqual({ NotarizationService: false })
  })

  it('tells what is sold to go with evidence, once it costs something and can be had', async () => {
    await setPrice(t, { product: 'download', tiers: [{ from: 1, amount: 300 }] }, administrator)
    // Nobody is asked for stamps here.
    await setPrice(t, { product: 'timestamp', tiers: [{ from: 1, amount: 50 }] }, administrator)
    await setPrice(t, { product: 'capture.web', tiers: [{ from: 1, amount: 1_000 }] }, administrator)
    await save({ nameZh: '岛风存证' })
    const told = async (headers = {}) => (await dict(headers)).frontPlatformInfo.valueAdded
    expect(await told()).toEqual([{ product: 'download', amount: 300, unit: 'item' }])
    expect(await told(there)).toEqual([])
  })

  it('is read at once by visitors of that platform and no other, by call and in written pages', async () => {
    const [logo, code] = [await picture(), await picture()]
    expect((await save({ ...full, whiteBottomLogo: logo.fileId, qrCode: code.fileId })).success).toBe(true)
    const {
      notary: { info },
      frontPlatformInfo,
    } = await dict()
    expect(info).toMatchObject({
      fullName: '示例市示例公证处',
      consultationPhone: '0591-87654321',
      email: 'help@example.com',
      officeTimeEn: 'Weekdays 9–17',
      officePlaceEn: '',
      whiteBottomLogoUrl: logo.url,
      blackBottomLogoUrl: '',
      qrCodeUrl: code.url,
      helpHomePageUrl: 'https://example.com/help',
    })
    expect(frontPlatformInfo).toMatchObject({
      basicInfo: { platformName: '示例公证处', platformNameEn: 'Example Notary' },
      explorerUrl: 'https://chain.example/',
    })
    expect((await t.inject({ url: logo.url })).headers['content-type']).toBe('image/png')
    const [zh, en, other] = [await page(), await page({ 'accept-language': 'en' }), await page(there)]
    for (const [text, html] of [
      ['示例市示例公证处', zh],
      ['href="tel:059187654321"', zh],
      ['工作日 9:00–17:00', zh],
      [`src="${logo.url}?width=640"`, zh],
      [`src="${code.url}?width=320"`, zh],
      ['Weekdays 9–17', en],
      ['示例路 1 号', en],
      ['Example Notary', en],
    ] as const)
      expect(html).toContain(text)
    for (const text of ['示例', '87654321', logo.url]) expect(other).not.toContain(text)
    expect(other).toContain('/mark.svg')
    expect((await dict(there)).notary.info.consultationPhone).toBe('')
  })

  it('cannot become markup', async () => {
    await save({
      nameZh: '"><script>alert(1)</script>',
      fullName: '</script><script>alert(2)</script>',
      officePlace: '<img src=x onerror=alert(3)>',
    })
    const html = await page()
    for (const text of ['<script>alert', '<img src=x']) expect(html).not.toContain(text)
  })
})

describe('an administrator', () => {
  it('is told everything that is wrong at once', async () => {
    expect(
      problems(
        await save({
          nameZh: ' ',
          email: 'nobody',
          consultationPhone: '12',
          helpLoginUrl: 'javascript:alert(1)',
          explorerUrl: 'example.com',
          label: 'x',
        }),
      ),
    ).toEqual([
      'consultationPhone anyPhone',
      'email format.email',
      'label invalid',
      'helpLoginUrl format.url',
      'explorerUrl format.url',
      'nameZh required',
    ])
  })

  it('saves over nobody else’s change, and sees it', async () => {
    const { version } = await get()
    expect((await save({ ...full, version })).data).toEqual({ version: version + 1, waits: false })
    expect(await save({ nameZh: '旧稿', version })).toMatchObject({
      errorCode: 'conflict',
      data: { current: { nameZh: '示例公证处', email: 'help@example.com', version: version + 1 } },
    })
    expect(await get()).toMatchObject({ nameZh: '示例公证处' })
  })

  it('shows only pictures that this platform was sent for itself', async () => {
    const own = await t.call(
      fileCalls.uploadPicture,
      { body: { imgBase: dataUrl(png()), scene: 'front' } },
      administrator,
    )
    for (const id of [own.data.fileId, newId()])
      expect(problems(await save({ nameZh: '岛风', whiteBottomLogo: id }))).toEqual(['whiteBottomLogo pictureGone'])
  })

  it('keeps a picture as long as it is shown, and no longer', async () => {
    const [old, now] = [await picture(), await picture()]
    await save({ nameZh: '岛风', label: old.fileId })
    await save({ nameZh: '岛风', label: now.fileId })
    // All of them yesterday's.
    await t.services.db.asSystem(async (tx) => {
      const rows = await tx
        .deleteFrom('uploadedFile')
        .where('id', 'in', [old.fileId, now.fileId])
        .returningAll()
        .execute()
      await tx
        .insertInto('uploadedFile')
        .values(rows.map((row) => ({ ...row, createdAt: new Date(Date.now() - 25 * 3_600_000) })))
        .execute()
    })
    await sweepUploads(t.services.db)
    expect([(await t.inject({ url: old.url })).statusCode, (await t.inject({ url: now.url })).statusCode]).toEqual([
      404, 200,
    ])
  })

  it('leaves from and to in the record', async () => {
    await save({ nameZh: '岛风存证', email: 'new@example.com' })
    expect((await t.call(auditCalls.platformList, { query: {} }, administrator)).data.list[0]).toMatchObject({
      action: 'platform.changed',
      who: '管理员',
      details: { changes: { email: { from: null, to: 'new@example.com' } } },
    })
  })

  it('alone reads and writes this', async () => {
    for (const who of [await t.member({ role: 'operator' }), await t.member()]) {
      expect(await t.call(calls.get, {}, who)).toMatchObject({ errorCode: 'forbidden' })
      expect(await t.call(calls.save, { body: full }, who)).toMatchObject({ errorCode: 'forbidden' })
    }
  })
})

describe('the names of platforms', () => {
  const names = async (query = {}, headers: Record<string, string> = {}) =>
    (await t.call(calls.names, { query }, undefined, headers)).data.list
  it('begin with one’s own; others only where they want to be known', async () => {
    await save({ ...full, region: '福建' })
    expect(await names()).toEqual([
      { notaryId: 'local', name: '示例公证处', region: '福建', fullName: '示例市示例公证处' },
    ])
    expect((await names({}, there)).map((p) => p.notaryId)).toEqual(['other'])
    await save({ ...full, listed: true })
    expect((await names({}, { ...there, 'x-lang': 'en' })).map((p) => p.name)).toEqual(['Another', 'Example Notary'])
  })

  it('tell of the one that is named, if it may be known', async () => {
    await save({ ...full, listed: true })
    expect((await names({ notaryId: 'local' }, there)).map((p) => p.notaryId)).toEqual(['local'])
    expect([await names({ notaryId: 'other' }), await names({ notaryId: 'nobody' })]).toEqual([[], []])
    expect((await t.inject({ url: `${pathOf(calls.names)}?notaryId=local` })).json()).toMatchObject({
      list: [{ notaryId: 'local' }],
    })
  })
})
