import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOf, type ReplyOf } from '../../contract/kit/call.ts'
import type { Envelope } from '../../contract/kit/envelope.ts'
import { configFileCalls, configFormat, settingNames } from '../../contract/platform/config-file.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { type PlatformSettings, settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { claiming, dataUrl, formOf, png } from '../kit/pictures.ts'
import { smallPdf } from '../kit/small-pdf.ts'

let t: TestApp
let administrator: Member
let elsewhere: TestApp
let other: Member
beforeAll(async () => {
  ;[t, elsewhere] = [await buildTestApp(), await buildTestApp()]
  administrator = await t.member({ role: 'administrator', kind: 'enterprise' })
  other = await elsewhere.member({ role: 'administrator', kind: 'enterprise' })
})
beforeEach(() => forgetLimits(t))
afterAll(async () => {
  await t?.close()
  await elsewhere?.close()
})

const full = {
  nameZh: '示例公证处',
  nameEn: 'Example Notary',
  fullName: '示例市示例公证处',
  consultationPhone: '0591-87654321',
  email: 'help@example.com',
  officeTime: '工作日 9:00–17:00',
  brandColour: '#6a1b9a',
  helpHomePageUrl: 'https://example.com/help',
  queuedCaptures: 30,
  payAlipay: false,
  listed: true,
}

type Given = Buffer | string | object
const bytesOf = (given: Given) =>
  Buffer.isBuffer(given) ? given : Buffer.from(typeof given === 'string' ? given : JSON.stringify(given))

async function send<C extends typeof configFileCalls.check | typeof configFileCalls.save>(
  call: C,
  given: Given,
  fields: Record<string, string> = {},
  [app, who]: [TestApp, Member] = [t, administrator],
) {
  const form = formOf({ ...fields, file: bytesOf(given) }, who.token)
  const response = await app.inject({ method: 'POST', url: pathOf(call), ...form })
  return response.json<Envelope & { data: ReplyOf<C> }>()
}
const check = (given: Given, at?: [TestApp, Member]) => send(configFileCalls.check, given, {}, at)
const save = (given: Given, version: number, at?: [TestApp, Member]) =>
  send(configFileCalls.save, given, { version: String(version) }, at)

async function download([app, who]: [TestApp, Member] = [t, administrator]) {
  const url = pathOf(configFileCalls.download)
  const response = await app.inject({ url, headers: { 'x-auth-token': who.token } })
  return { response, file: response.json<{ format: string; settings: Record<string, unknown> }>() }
}
const read = async ([app, who]: [TestApp, Member] = [t, administrator]) =>
  (await app.call(settingsOfPlatformCalls.get, {}, who)).data
const fileWith = (settings: Record<string, unknown>) => ({ format: configFormat, settings })
const problems = (reply: Envelope) =>
  ((reply.data as unknown as { fields: { path: string }[] }).fields ?? []).map(({ path }) => path)

async function setFull() {
  const imgBase = dataUrl(png(9, 7))
  const { fileId } = (await t.call(fileCalls.uploadPicture, { body: { imgBase, scene: 'platform' } }, administrator))
    .data
  await t.call(settingsOfPlatformCalls.save, { body: { ...full, whiteBottomLogo: fileId } }, administrator)
  return fileId
}

describe('the file of a platform', () => {
  it('has every setting and its pictures, and nothing else', async () => {
    await setFull()
    const { response, file } = await download()
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': expect.stringContaining('platform-local.json'),
    })
    expect(file.format).toBe(configFormat)
    expect(Object.keys(file).toSorted()).toEqual(['format', 'settings'])
    expect(Object.keys(file.settings).toSorted()).toEqual([...settingNames].toSorted())
    expect(file.settings).toMatchObject({ ...full, whiteBottomLogo: { mediaType: 'image/png' }, qrCode: null })
  })

  it('goes to another installation and back whole: what differs is told, then saved', async () => {
    await setFull()
    const there: [TestApp, Member] = [elsewhere, other]
    const { file } = await download()
    const before = await read(there)
    const { version, changes } = (await check(file, there)).data
    expect(version).toBe(before.version)
    const named = new Map(changes.map((change) => [change.field, change]))
    expect([...named.keys()].toSorted()).toEqual([...Object.keys(full), 'whiteBottomLogo'].toSorted())
    expect(named.get('brandColour')).toEqual({ field: 'brandColour', now: null, given: '#6a1b9a' })
    expect(named.get('whiteBottomLogo')).toEqual({ field: 'whiteBottomLogo', picture: { now: null, given: true } })
    // Looking changes nothing.
    expect(await read(there)).toEqual(before)

    expect((await save(file, version, there)).data.version).toBe(version + 1)
    const after = await read(there)
    expect(after).toMatchObject(full)
    const shown = pathOf(fileCalls.shown, { id: after.whiteBottomLogo! })
    expect((await elsewhere.inject({ url: shown })).rawPayload).toEqual(png(9, 7))
    expect((await download(there)).file).toEqual(file)
    expect((await check(file, there)).data.changes).toEqual([])
    const acts = await elsewhere.services.db.system
      .selectFrom('audit')
      .select('action')
      .where('action', 'in', ['platform.changed', 'upload.taken'])
      .orderBy('id')
      .execute()
    expect(acts.map((a) => a.action)).toEqual(['upload.taken', 'platform.changed'])
  })

  it('changes what it names alone, and takes a picture away where it says so', async () => {
    const fileId = await setFull()
    const { data } = await check(fileWith({ nameEn: 'Renamed', whiteBottomLogo: null }))
    expect(data.changes).toEqual(
      [
        { field: 'whiteBottomLogo', picture: { now: fileId, given: false } },
        { field: 'nameEn', now: 'Example Notary', given: 'Renamed' },
      ].toSorted((a, b) => settingNames.indexOf(a.field as never) - settingNames.indexOf(b.field as never)),
    )
    expect((await save(fileWith({ nameEn: 'Renamed', whiteBottomLogo: null }), data.version)).success).toBe(true)
    expect(await read()).toMatchObject({ ...full, nameEn: 'Renamed', whiteBottomLogo: null })
  })

  it('is saved over the version that it was compared with, and over no other', async () => {
    await setFull()
    const file = fileWith({ nameEn: 'Mine' })
    const { version } = (await check(file)).data
    await t.call(settingsOfPlatformCalls.save, { body: { ...full, nameEn: 'Theirs' } }, administrator)
    expect((await save(file, version)).errorCode).toBe('conflict')
    expect((await read()).nameEn).toBe('Theirs')
  })

  it('is neither given to nor taken from operators and customers', async () => {
    for (const who of [await t.member(), await t.member({ role: 'operator', kind: 'enterprise' })]) {
      const url = pathOf(configFileCalls.download)
      expect((await t.inject({ url, headers: { 'x-auth-token': who.token } })).statusCode).toBe(403)
      expect((await check(fileWith({}), [t, who])).errorCode).toBe('forbidden')
      expect((await save(fileWith({}), 0, [t, who])).errorCode).toBe('forbidden')
    }
  })
})

describe('a file that cannot be taken', () => {
  let before: PlatformSettings
  beforeAll(async () => {
    await forgetLimits(t)
    await setFull()
    before = await read()
  })
  const picture = (bytes: Buffer, mediaType = 'image/png') => ({ mediaType, base64: bytes.toString('base64') })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

  it.each<[string, Given, string[]]>([
    ['is empty', '', ['file']],
    ['is no JSON', '{"format":', ['file']],
    ['is no UTF-8', Buffer.from([0xff, 0xfe, 0x7b, 0x00]), ['file']],
    ['is a list', '[]', ['file']],
    ['nests without end', '['.repeat(200_000), ['file']],
    ['is of another kind', { format: 'shimakaze-platform/2', settings: {} }, ['format']],
    ['says nothing of its kind', { settings: {} }, ['format']],
    ['has no settings', { format: configFormat }, ['settings']],
    ['has settings that are a text', { format: configFormat, settings: 'x' }, ['settings']],
    ['has members beside them', { ...fileWith({}), secret: 'x' }, ['file']],
    ['has settings that are none of ours', fileWith({ id: 'x', version: 3, password: 'x' }), ['settings']],
    [
      'would change every object',
      `{"format":"${configFormat}","settings":{"__proto__":{"listed":true}}}`,
      ['settings'],
    ],
    ['would change them by another name', fileWith({ constructor: { prototype: {} } }), ['settings']],
    ['has a name of another type', fileWith({ nameZh: 7 }), ['nameZh']],
    ['has no name', fileWith({ nameZh: ' ' }), ['nameZh']],
    ['has a sign that no text holds', fileWith({ fullName: 'a\0b' }), ['fullName']],
    ['nests a setting', fileWith({ fullName: { a: { b: {} } } }), ['fullName']],
    [
      'has huge numbers',
      `{"format":"${configFormat}","settings":{"storedGib":1e999,"queuedCaptures":-3}}`,
      ['queuedCaptures', 'storedGib'],
    ],
    ['has a flag that is a text', fileWith({ listed: 'maybe' }), ['listed']],
    ['has an address that runs', fileWith({ helpLoginUrl: 'javascript:alert(1)' }), ['helpLoginUrl']],
    [
      'has colours that nobody can read',
      fileWith({ brandColour: '#ffff00', brandColourDark: 'red' }),
      ['brandColour', 'brandColourDark'],
    ],
    ['has a picture by its id', fileWith({ label: '018f0000-0000-7000-8000-000000000001' }), ['label']],
    ['has a picture without its bytes', fileWith({ label: { mediaType: 'image/png' } }), ['label']],
    ['has a picture that says more', fileWith({ label: { ...picture(png()), url: 'x' } }), ['label']],
    ['has a picture that is none', fileWith({ label: picture(Buffer.from('hello')) }), ['label']],
    ['has a picture that runs', fileWith({ label: picture(svg, 'image/svg+xml') }), ['label']],
    ['calls that a picture', fileWith({ label: picture(svg) }), ['label']],
    ['calls a picture another kind', fileWith({ qrCode: picture(png(), 'image/webp') }), ['qrCode']],
    ['has a paper for a picture', fileWith({ qrCode: picture(smallPdf(), 'application/pdf') }), ['qrCode']],
    ['has a picture too large to draw', fileWith({ qrCode: picture(claiming(png(), 60_000, 60_000)) }), ['qrCode']],
    ['has broken base64', fileWith({ qrCode: { mediaType: 'image/png', base64: '!!!!' } }), ['qrCode']],
    [
      'has a picture past its size',
      fileWith({ qrCode: picture(Buffer.concat([png(), Buffer.alloc(3 * 1024 * 1024)])) }),
      ['qrCode'],
    ],
    ['is wrong in several places', fileWith({ nameZh: '', email: 'x', label: 1 }), ['email', 'label', 'nameZh']],
  ])('%s is refused, and each place is named', async (_, given, paths) => {
    for (const reply of [await check(given), await save(given, before.version)]) {
      expect(reply.errorCode).toBe('bad-parameter')
      expect([...new Set(problems(reply))].toSorted()).toEqual(paths)
    }
    expect(await read()).toEqual(before)
    expect(({} as Record<string, unknown>)['listed']).toBeUndefined()
  })

  it('larger than twenty megabytes is not read', async () => {
    expect(problems(await check(Buffer.alloc(20 * 1024 * 1024 + 1, 0x20)))).toEqual(['file'])
  })

  it('says why in the reader’s language', async () => {
    const form = formOf({ file: bytesOf(fileWith({ colour: 'x' })) }, administrator.token)
    for (const [lang, words] of [
      ['zh-CN', '未知的字段：colour'],
      ['en', 'colour'],
    ] as const) {
      const headers = { ...form.headers, 'x-lang': lang }
      const response = await t.inject({ method: 'POST', url: pathOf(configFileCalls.check), ...form, headers })
      expect(response.json()).toMatchObject({ data: { fields: [{ message: expect.stringContaining(words) }] } })
    }
  })
})
