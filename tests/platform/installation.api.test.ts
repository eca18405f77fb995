import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { platformCalls } from '../../contract/operator/platforms.ts'
import { approvalCalls } from '../../contract/platform/approvals.ts'
import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { agree, otherAdministrator } from '../kit/people/second-word.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { dataUrl, png } from '../kit/pictures.ts'
import { makePlatform, password, platformBody, signInFirst } from './installation-kit.ts'

let t: TestApp
let proxied: TestApp
let administrator: Member
beforeAll(async () => {
  buildPagesIfStale()
  t = await buildTestApp({ SHIMAKAZE_PUBLIC_URL: 'http://evidence.example:8080' })
  proxied = await buildTestApp({
    SHIMAKAZE_PUBLIC_URL: 'http://evidence.example:8080',
    SHIMAKAZE_TRUSTED_PROXIES: '10.0.0.0/8',
  })
  administrator = await t.member({ name: '总管理员', role: 'administrator', kind: 'enterprise' })
})
beforeEach(() => forgetLimits(t))
afterAll(async () => {
  await t?.close()
  await proxied?.close()
})

const page = async (url: string, at: { host: string }, headers: Record<string, string> = {}) =>
  t.inject({ url, headers: { ...at, ...headers } })
const dictionaryAt = async (at: { host: string }) => (await t.call(dictionaryCalls.dictionary, {}, undefined, at)).data
const acts = async () =>
  (
    await t.services.db.system
      .selectFrom('audit')
      .select(['action', 'subjectId', 'details'])
      .where('action', 'like', 'platform.%')
      .where('platformId', '=', t.platformId)
      .orderBy('id', 'desc')
      .execute()
  ).map((a) => ({ ...a, details: a.details as Record<string, unknown> }))

describe('a second platform', () => {
  it('is made with its first administrator, who sets a password by a code there and signs in there', async () => {
    const { body, at, passwordUrl, phoneMasked, told, id } = await makePlatform(t, administrator)
    const phone = body.administratorPhone
    expect({ passwordUrl, phoneMasked, told }).toEqual({
      passwordUrl: `http://${at.host}:8080/resetPassword`,
      phoneMasked: `136****${phone.slice(-4)}`,
      told: true,
    })
    const message = t.messages.findLast((m) => m.recipient === phone)!
    expect(message.platformId).toBe(id)
    expect(message.text).toContain(passwordUrl)
    const someBody = { body: { phone, password: 'whatever it may be' } }
    expect((await t.call(sessionCalls.login, someBody, undefined, at)).success).toBe(false)

    const first = await signInFirst(t, at, phone)
    const bean = (await t.call(sessionCalls.bean, {}, first, at)).data
    expect(bean).toMatchObject({ role: 'administrator', personName: body.administratorName, notaryId: body.notaryId })
    expect(bean.rights).toContain('platform.manage')
    expect(bean.rights).not.toContain('installation.manage')
    // Nobody knows them where they were named.
    expect((await t.call(sessionCalls.login, { body: { phone, password } })).success).toBe(false)
    expect((await t.call(sessionCalls.bean, {}, first)).success).toBe(false)
    expect((await acts()).slice(0, 2)).toMatchObject([
      { action: 'platform.administrator-added', subjectId: id, details: { phone: phoneMasked } },
      { action: 'platform.created', subjectId: id, details: { notaryId: body.notaryId, hosts: body.hosts } },
    ])
  })

  it('gets another administrator where the first was lost; a phone serves once', async () => {
    await otherAdministrator(t)
    const { id, at, body } = await makePlatform(t, administrator)
    const again = { administratorName: '后来者', administratorPhone: body.administratorPhone }
    const params = { id }
    expect(await t.call(platformCalls.addAdministrator, { params, body: again }, administrator)).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'administratorPhone' }] },
    })
    const other = { ...again, administratorPhone: '13699990000' }
    const asked = await t.call(platformCalls.addAdministrator, { params, body: other }, administrator)
    expect(asked.data).toMatchObject({ phoneMasked: '136****0000', told: true })
    expect(t.messages.findLast((m) => m.recipient === other.administratorPhone)).toBeUndefined()
    const { list } = (await t.call(approvalCalls.list, { query: { approvalKind: 'administrator' } }, administrator))
      .data
    await agree(t, list[0]!.id)
    expect((await signInFirst(t, at, other.administratorPhone)).token).toBeTruthy()
  })

  it.each([
    ['zh-CN', '第二平台', ['服务', '帮助']],
    ['en', 'Second', ['Services', 'Help']],
  ])('has a whole website at once in %s', async (lang, name, words) => {
    const { at, body } = await makePlatform(t, administrator)
    for (const path of ['/', '/website-show/service', '/website-show/help-document', '/login', '/resetPassword']) {
      const { body: html, statusCode } = await page(`${path}?lang=${lang}`, at)
      expect({ path, statusCode }).toEqual({ path, statusCode: 200 })
      expect(html).toContain(lang === 'en' ? body.nameEn! : body.nameZh)
      expect(html).not.toContain(lang === 'en' ? 'Shimakaze (local)' : '岛风存证（本地）')
      expect(html).toContain(name)
    }
    const home = (await page(`/?lang=${lang}`, at)).body
    for (const word of words) expect(home).toContain(word)
    const help = (await page(`/website-show/help-document?lang=${lang}`, at)).body
    const ours = (await page(`/website-show/help-document?lang=${lang}`, { host: 'localhost' })).body
    // The default platform of a test has nothing written; what a new one begins with is more.
    expect(help.length).toBeGreaterThan(ours.length)
    expect((await page('/sitemap.xml', at)).body).toContain(`http://${at.host}:8080/`)
  })

  it('is named, given hosts and found by administrators of the default platform alone', async () => {
    const { at, id, body } = await makePlatform(t, administrator)
    const first = await signInFirst(t, at, body.administratorPhone)
    const operator = await t.member({ role: 'operator', kind: 'enterprise' })
    const mine = { params: { id } }
    const everything = [
      (as: Member, headers = {}) => t.call(platformCalls.list, { query: {} }, as, headers),
      (as: Member, headers = {}) => t.call(platformCalls.get, mine, as, headers),
      (as: Member, headers = {}) => t.call(platformCalls.create, { body: platformBody() }, as, headers),
      (as: Member, headers = {}) =>
        t.call(platformCalls.update, { ...mine, body: { nameZh: '新', hosts: ['x.example'] } }, as, headers),
      (as: Member, headers = {}) => t.call(platformCalls.close, mine, as, headers),
      (as: Member, headers = {}) => t.call(platformCalls.open, mine, as, headers),
      (as: Member, headers = {}) =>
        t.call(
          platformCalls.addAdministrator,
          { ...mine, body: { administratorName: '自己', administratorPhone: '13699990001' } },
          as,
          headers,
        ),
    ]
    for (const ask of everything) {
      expect((await ask(first, at)).errorCode).toBe('forbidden')
      expect((await ask(operator)).errorCode).toBe('forbidden')
    }
    const { list } = (await t.call(platformCalls.list, { query: { keyWord: at.host } }, administrator)).data
    expect(list).toMatchObject([
      { id, hosts: [at.host], address: `http://${at.host}:8080`, peopleCount: 1, accountCount: 1, isDefault: false },
    ])
  })

  it('is changed by name and hosts, and what somebody saved meanwhile is not overwritten', async () => {
    const { id, at } = await makePlatform(t, administrator)
    const { version } = (await t.call(platformCalls.get, { params: { id } }, administrator)).data
    const hosts = ['Renamed.Example.', '例子.测试']
    const body = { nameZh: '改名平台', hosts, version }
    expect((await t.call(platformCalls.update, { params: { id }, body }, administrator)).success).toBe(true)
    expect((await dictionaryAt({ host: 'renamed.example' })).frontPlatformInfo.basicInfo.platformName).toBe('改名平台')
    expect((await dictionaryAt({ host: 'xn--fsqu00a.xn--0zwm56d' })).notaryId).toMatch(/^second-/)
    // The host that was given up leads to nobody of ours.
    expect((await page('/', at)).statusCode).toBe(421)
    expect(await t.call(platformCalls.update, { params: { id }, body }, administrator)).toMatchObject({
      errorCode: 'conflict',
      data: { current: { nameZh: '改名平台' } },
    })
    expect((await acts())[0]).toMatchObject({
      action: 'platform.changed',
      details: { changes: { hosts: { to: 'renamed.example, xn--fsqu00a.xn--0zwm56d' } } },
    })
  })
})

describe('a host leads to one platform', () => {
  it('of two that claim it at once', async () => {
    const host = 'contested.example'
    const replies = await Promise.all(
      Array.from({ length: 4 }, () =>
        t.call(
          platformCalls.create,
          { body: platformBody({ hosts: [`own-${Math.random()}.example`, host] }) },
          administrator,
        ),
      ),
    )
    expect(replies.filter((r) => r.success)).toHaveLength(1)
    for (const refused of replies.filter((r) => !r.success))
      expect(refused.data).toMatchObject({ fields: [{ path: 'hosts.1', message: expect.stringContaining(host) }] })
  })

  it('by the database itself, whoever writes', async () => {
    const { at } = await makePlatform(t, administrator)
    await expect(
      t.services.db.system
        .updateTable('platform')
        .set({ hosts: [at.host] })
        .where('id', '=', t.platformId)
        .execute(),
    ).rejects.toThrow('platform_host_pkey')
  })

  it('and the installation’s own address stays its default platform’s', async () => {
    const body = platformBody({ hosts: ['EVIDENCE.example'] })
    expect(await t.call(platformCalls.create, { body }, administrator)).toMatchObject({
      data: { fields: [{ path: 'hosts.0', message: '域名 evidence.example 已被占用，请换一个' }] },
    })
  })

  it.each([
    'http://a.example',
    'a.example:8443',
    'a.example/x',
    'a@b.example',
    '*.example',
    '192.0.2.1',
    '0x7f.1',
    '[2001:db8::1]',
    '-a.example',
    'a..example',
    'a b.example',
    '%61.example',
    '',
    'x'.repeat(300),
  ])('and %s is none', async (host) => {
    const reply = await t.call(
      platformCalls.create,
      { body: platformBody({ hosts: ['fine.example', host] }) },
      administrator,
    )
    expect(reply.data).toMatchObject({ fields: [{ path: 'hosts.1' }] })
  })

  it('and of other wrong entries each is named', async () => {
    const body = platformBody({
      notaryId: 'Ü',
      nameZh: ' ',
      hosts: [],
      administratorName: '周',
      administratorPhone: '12',
    })
    const { fields } = (await t.call(platformCalls.create, { body }, administrator)).data as unknown as {
      fields: { path: string }[]
    }
    expect(fields.map((f) => f.path).toSorted()).toEqual([
      'administratorName',
      'administratorPhone',
      'hosts',
      'nameZh',
      'notaryId',
    ])
    const { body: there } = await makePlatform(t, administrator)
    expect(
      await t.call(platformCalls.create, { body: platformBody({ notaryId: there.notaryId }) }, administrator),
    ).toMatchObject({ data: { fields: [{ path: 'notaryId' }] } })
  })
})

describe('a closed platform', () => {
  it('answers every call and page with one error, in both languages, and keeps what it has', async () => {
    const { id, at, body } = await makePlatform(t, administrator)
    const first = await signInFirst(t, at, body.administratorPhone)
    const params = { id }
    expect((await t.call(platformCalls.close, { params }, administrator)).success).toBe(true)
    for (const url of ['/', '/login', '/browse', '/website-show/query?no=1', '/nowhere', '/h5/certificate/x']) {
      const { statusCode, body: html, headers } = await page(url, at)
      expect({ url, statusCode }).toEqual({ url, statusCode: 503 })
      expect(html).toContain('暂停服务')
      expect(html).toContain('closed for now')
      expect(html).not.toContain(body.nameZh)
      expect(headers['cache-control']).toBe('no-store')
    }
    for (const [lang, words] of [
      ['zh-CN', '暂停服务'],
      ['en', 'closed for now'],
    ] as const) {
      const headers = { ...at, 'x-lang': lang }
      for (const reply of [
        await t.call(dictionaryCalls.dictionary, {}, undefined, headers),
        await t.call(sessionCalls.bean, {}, first, headers),
        await t.call(settingsOfPlatformCalls.get, {}, first, headers),
      ])
        expect(reply).toMatchObject({ errorCode: 'platform-closed', errorMessage: expect.stringContaining(words) })
    }
    expect((await page('/healthz', at)).statusCode).toBe(200)
    expect((await page('/', { host: 'localhost' })).statusCode).toBe(200)

    expect((await t.call(platformCalls.open, { params }, administrator)).success).toBe(true)
    expect((await t.call(sessionCalls.bean, {}, first, at)).success).toBe(true)
    expect((await acts()).slice(0, 2).map((a) => a.action)).toEqual(['platform.opened', 'platform.closed'])
  })

  it('is never the default one', async () => {
    expect((await t.call(platformCalls.close, { params: { id: t.platformId } }, administrator)).errorCode).toBe(
      'default-platform',
    )
  })
})

describe('nothing of one platform reaches the other', () => {
  it('names, pictures and pages, whatever a visitor says of the host', async () => {
    const { at, body } = await makePlatform(t, administrator)
    const first = await signInFirst(t, at, body.administratorPhone)
    const picture = (
      await t.call(fileCalls.uploadPicture, { body: { imgBase: dataUrl(png(8, 8)), scene: 'platform' } }, first, at)
    ).data
    const settings = { nameZh: '紫色平台', brandColour: '#6a1b9a', whiteBottomLogo: picture.fileId }
    expect((await t.call(settingsOfPlatformCalls.save, { body: settings }, first, at)).success).toBe(true)
    const theirs = (await page('/', at)).body
    expect(theirs).toContain('#6a1b9a')
    expect(theirs).toContain(picture.fileId)
    const claims = [
      { 'x-forwarded-host': at.host },
      { forwarded: `host=${at.host};proto=https` },
      { 'x-forwarded-host': at.host, 'x-forwarded-proto': 'https' },
      { 'x-original-host': at.host },
    ]
    for (const claim of [{}, ...claims]) {
      const ours = (await page('/', { host: 'localhost' }, claim)).body
      const traces = ['紫色平台', '#6a1b9a', picture.fileId, at.host, 'https://evidence.example']
      expect(traces.filter((trace) => ours.includes(trace))).toEqual([])
      expect((await page('/', at, { 'x-forwarded-host': 'localhost' })).body).toContain('紫色平台')
    }
    const shown = pathOf(fileCalls.shown, { id: picture.fileId })
    expect((await page(shown, at)).statusCode).toBe(200)
    expect((await page(shown, { host: 'localhost' })).statusCode).toBe(404)
    // What a browser kept of one says nothing of the other.
    const etag = String((await page('/', at)).headers['etag'])
    expect((await page('/', at, { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await page('/', { host: 'localhost' }, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('and a trusted proxy alone says to which host somebody came', async () => {
    const chief = await proxied.member({ role: 'administrator', kind: 'enterprise' })
    const { at, body } = await makePlatform(proxied, chief)
    const from = (remoteAddress: string) =>
      proxied.inject({ url: '/', headers: { host: 'localhost', 'x-forwarded-host': at.host }, remoteAddress })
    expect((await from('10.1.1.1')).body).toContain(body.nameZh)
    expect((await from('198.51.100.7')).body).not.toContain(body.nameZh)
  })
})
