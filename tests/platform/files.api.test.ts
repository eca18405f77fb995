import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import {
  fileCalls as calls,
  mostLoose,
  scenes,
  type Uploaded,
  type UploadScene,
} from '../../contract/platform/files.ts'
import { sweepUploads } from '../../server/platform/files.repo.ts'
import { collectObjects } from '../../server/kit/storage/objects.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { claiming, dataUrl, formOf, jpeg, png, webp, withChunk } from '../kit/pictures.ts'

/** With so many small parts at a place that each costs whoever reads them. */
const withParts = (picture: Buffer, at: number, part: Buffer) => {
  const bytes = Buffer.concat([picture.subarray(0, at), Buffer.alloc(30_000 * part.length, part), picture.subarray(at)])
  if (bytes.toString('latin1', 0, 4) === 'RIFF') bytes.writeUInt32LE(bytes.length - 8, 4)
  return bytes
}

let t: TestApp
let administrator: Member
let customer: Member
beforeAll(async () => {
  t = await buildTestApp()
  administrator = await t.member({ name: '管理员', role: 'administrator' })
})
beforeEach(async () => {
  customer = await t.member()
})
afterAll(() => t.close())

interface Reply {
  success: boolean
  errorCode?: string
  data: Uploaded & { fields: { path: string; key: string; params: object; message: string }[] }
}
const send = async (
  file: Buffer | undefined,
  { scene, name, as = customer }: { scene?: UploadScene; name?: string; as?: Member } = {},
) =>
  (
    await t.inject({
      method: 'POST',
      url: pathOf(calls.upload),
      ...formOf({ ...(file ? { file } : {}), ...(name ? { name } : {}), ...(scene ? { scene } : {}) }, as.token),
    })
  ).json<Reply>()
const get = (url: string, as?: Member, headers: Record<string, string> = {}) =>
  t.inject({ url, headers: { ...(as ? { 'x-auth-token': as.token } : {}), ...headers } })
const problem = ({ data }: Reply) => data.fields.map((f) => `${f.path} ${f.key}`)
const secret = 'GPS 26.0745 119.2965'

describe('a picture', () => {
  it('with a long name keeps its beginning, and no sign of it is cut in two', async () => {
    const { data } = await send(png(), { name: `${'a'.repeat(79)}😀😀.png` })
    expect(data.fileName).toBe(`${'a'.repeat(79)}😀.png`)
  })

  it.each([
    ['image/png', 'logo.png', png()],
    ['image/jpeg', 'photo.jpg', jpeg()],
    ['image/webp', 'icon.webp', webp()],
  ] as const)('%s is known by what it holds, whatever it is called', async (mediaType, name, bytes) => {
    const { data } = await send(bytes, { name: `..\\evil/\u202e${name.split('.')[0]}.html` })
    expect(data).toMatchObject({
      fileName: name,
      fileSize: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    const served = await get(data.url, customer)
    expect(served.rawPayload.equals(bytes)).toBe(true)
    expect(served.headers).toMatchObject({
      'content-type': mediaType,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=0, must-revalidate',
    })
    expect(served.headers['content-security-policy']).toContain('sandbox')
  })

  it('is taken from a data URL too, in a form or as JSON, its plus signs blank or not', async () => {
    const bytes = Buffer.concat([png(40, 40), Buffer.alloc(60_000, 0xfb)])
    const url = dataUrl(bytes, 'image/svg+xml')
    expect(url).toContain('+')
    const form = (payload: string) =>
      t.inject({
        method: 'POST',
        url: pathOf(calls.uploadPicture),
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-auth-token': customer.token },
      })
    for (const reply of [await form(`imgBase=${encodeURIComponent(url)}`), await form(`imgBase=${url}`)])
      expect(reply.json<Reply>().data).toMatchObject({ fileName: 'picture.png', fileSize: bytes.length })
    expect(
      (await t.call(calls.uploadPicture, { body: { imgBase: url, scene: 'feedback' } }, customer)).data.fileSize,
    ).toBe(bytes.length)
  })

  it('of several megabytes comes as a file to the same call: as text it is refused', async () => {
    const bytes = withChunk(png(), 'tEXt', Buffer.alloc(4 * 1024 * 1024, 0x41))
    expect(
      await t.call(calls.uploadPicture, { body: { imgBase: dataUrl(bytes), scene: 'feedback' } }, customer),
    ).toMatchObject({ errorCode: 'too-large' })
    const sent = await t.inject({
      method: 'POST',
      url: pathOf(calls.uploadPicture),
      ...formOf({ file: bytes, scene: 'feedback' }, customer.token),
    })
    expect(sent.json<Reply>().data).toMatchObject({ fileSize: bytes.length })
    expect(await t.call(calls.uploadPicture, { body: { scene: 'feedback' } }, customer)).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'imgBase', key: 'required' }] },
    })
    expect(
      await t.call(calls.uploadPicture, { body: { imgBase: 'data:image/png;base64,iVBORw0KGgo*' } }, customer),
    ).toMatchObject({ errorCode: 'bad-parameter', data: { fields: [{ path: 'imgBase', key: 'pictureKind' }] } })
  })

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['nothing', Buffer.alloc(1)],
    ['a PNG that is cut off', png().subarray(0, -6)],
    ['a PNG without its picture', Buffer.concat([png().subarray(0, 33), png().subarray(-12)])],
    ['a JPEG that is cut off', jpeg().subarray(0, -2)],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['an animated WebP', webp({ flags: 0x02 })],
    ['a PNG without a size', claiming(png(), 0, 5)],
    ['a PNG of parts without end', withParts(png(), 33, Buffer.from('\0\0\0\0tEXt\0\0\0\0'))],
    ['a JPEG of parts without end', withParts(jpeg(), 2, Buffer.from([0xff, 0xdb, 0, 2]))],
    ['a WebP of parts without end', withParts(webp(), 12, Buffer.from('ALPH\0\0\0\0'))],
    ['a part longer than the file', withChunk(png(), 'IDAT', Buffer.alloc(0)).fill(0xff, 33, 37)],
  ])('that is %s is refused', async (_, bytes) => {
    expect(problem(await send(bytes, { name: 'logo.png' }))).toEqual(['file fileKind'])
    expect(problem(await send(bytes, { scene: 'feedback' }))).toEqual(['file pictureKind'])
  })

  it.each([
    ['PNG', claiming(png(), 60_000, 60_000)],
    ['PNG by one side', claiming(png(), 13_000, 1)],
    ['JPEG', jpeg({ width: 65_000, height: 65_000 })],
    ['WebP', webp({ width: 16_000, height: 16_000 })],
    ['WebP within a smaller one', webp({ inner: { width: 16_000, height: 16_000 } })],
  ])('whose %s header claims more than a decoder should meet is refused', async (_, bytes) => {
    expect(problem(await send(bytes))).toEqual(['file pictureTooLarge'])
  })

  it.each([
    ['that ends too soon', '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx', '; boundary=b'],
    ['without a boundary', 'x', ''],
  ])('in a form %s is refused as such', async (_, payload, boundary) => {
    const { statusCode, body } = await t.inject({
      method: 'POST',
      url: pathOf(calls.upload),
      payload,
      headers: { 'content-type': `multipart/form-data${boundary}`, 'x-auth-token': customer.token },
    })
    expect({ statusCode, code: (JSON.parse(body) as Reply).errorCode }).toEqual({
      statusCode: 200,
      code: 'unreadable-body',
    })
  })

  it('heavier than its scene takes is refused', async () => {
    const heavy = withChunk(png(), 'tEXt', Buffer.alloc(scenes.platform.maxBytes))
    expect((await send(heavy, { scene: 'platform', as: administrator })).data.fields).toMatchObject([
      { path: 'file', key: 'fileTooBig', params: { megabytes: 2 } },
    ])
    expect((await send(withChunk(png(), 'tEXt', Buffer.alloc(scenes.front.maxBytes)))).data.fields).toMatchObject([
      { key: 'fileTooBig', params: { megabytes: 10 } },
    ])
  })
})

describe('what a platform shows', () => {
  const shown = async (bytes: Buffer, name?: string) =>
    (await send(bytes, { scene: 'platform', as: administrator, ...(name ? { name } : {}) })).data

  it('is anybody’s to see under its address, for good', async () => {
    const { url, sha256 } = await shown(png())
    const served = await get(url)
    expect(served.statusCode).toBe(200)
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: `"${sha256}"`,
    })
    expect((await get(url, undefined, { 'if-none-match': `"${sha256}"` })).statusCode).toBe(304)
  })

  it.each([
    ['PNG', withChunk(withChunk(png(), 'eXIf', Buffer.from(secret)), 'tEXt', Buffer.from(secret)), png()],
    ['JPEG', jpeg({ exif: secret }), jpeg()],
    ['WebP', webp({ exif: secret }), webp()],
  ])(
    'is without what a %s says of place, time and device, and without what hangs behind it',
    async (_, bytes, bare) => {
      expect(bytes.includes(secret)).toBe(true)
      const { url, sha256, fileSize } = await shown(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]))
      const { rawPayload } = await get(url)
      expect(rawPayload.equals(bare)).toBe(true)
      expect([fileSize, sha256]).toEqual([bare.length, createHash('sha256').update(bare).digest('hex')])
    },
  )

  it('as PDF is handed over as a file', async () => {
    const { url, fileName } = await shown(Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n'), '服务协议.pdf')
    expect(fileName).toBe('服务协议.pdf')
    expect((await get(url)).headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('服务协议.pdf')}`,
    )
    expect(
      problem(await send(Buffer.from('%PDF-1.7 without an end'), { scene: 'platform', as: administrator })),
    ).toEqual(['file fileKind'])
  })

  it('is an administrator’s to send, and no other platform’s', async () => {
    expect(await send(png(), { scene: 'platform' })).toMatchObject({ errorCode: 'forbidden' })
    expect(await send(png(), { scene: 'platform', as: await t.member({ role: 'operator' }) })).toMatchObject({
      errorCode: 'forbidden',
    })
    const { url } = await shown(png())
    await t.services.db.system
      .insertInto('platform')
      .values({
        id: newId(),
        notaryId: 'other',
        name: JSON.stringify({ zh: '另一平台' }) as never,
        hosts: ['other.example'],
      })
      .execute()
    expect((await get(url, undefined, { host: 'other.example' })).statusCode).toBe(404)
  })
})

describe('what an account sent', () => {
  it('is seen by nobody else, by neither address', async () => {
    const { fileId, url } = (await send(png())).data
    expect((await get(url)).statusCode).toBe(401)
    for (const [address, as] of [
      [url, await t.member()],
      [pathOf(calls.shown, { id: fileId }), customer],
      [pathOf(calls.shown, { id: fileId }), undefined],
    ] as const)
      expect((await get(address, as)).statusCode).toBe(404)
  })

  it('nothing of, without a session or in a disabled account', async () => {
    expect(
      (await t.inject({ method: 'POST', url: pathOf(calls.upload), ...formOf({ file: png() }) })).json<Reply>(),
    ).toMatchObject({ errorCode: 'session-gone' })
    expect(problem(await send(undefined))).toEqual(['file required'])
    await t.services.db.system
      .updateTable('account')
      .set({ status: 'DISABLED' })
      .where('id', '=', customer.accountId)
      .execute()
    expect(await send(png())).toMatchObject({ errorCode: 'forbidden' })
  })

  it('is bounded for a day, also against many at once', async () => {
    const heavy = withChunk(png(), 'tEXt', Buffer.alloc(9 * 1024 * 1024))
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(heavy)))
    expect(replies.filter((r) => r.success)).toHaveLength(Math.floor(mostLoose / heavy.length))
    expect(replies.find((r) => !r.success)).toMatchObject({ errorCode: 'uploads-full' })
    expect((await send(heavy, { as: await t.member() })).success).toBe(true)
  })

  it('is removed after a day with its bytes, unless something holds it', async () => {
    const [loose, held] = [(await send(png(5, 5))).data, (await send(png(6, 6))).data]
    const { system } = t.services.db
    await system.updateTable('uploadedFile').set({ attachedAt: new Date() }).where('id', '=', held.fileId).execute()
    const gone = async () => {
      await sweepUploads(t.services.db)
      await collectObjects(t.services.db, t.services.store, 0)
      return Promise.all([loose, held].map(async (f) => (await get(f.url, customer)).statusCode))
    }
    expect(await gone()).toEqual([200, 200])
    // Yesterday's.
    await t.services.db.asSystem(async (tx) => {
      const rows = await tx
        .deleteFrom('uploadedFile')
        .where('id', 'in', [loose.fileId, held.fileId])
        .returningAll()
        .execute()
      await tx
        .insertInto('uploadedFile')
        .values(rows.map((row) => ({ ...row, createdAt: new Date(Date.now() - 25 * 3_600_000) })))
        .execute()
    })
    expect(await gone()).toEqual([404, 200])
    expect(await t.services.store.size(loose.sha256)).toBeUndefined()
    expect(await t.services.store.size(held.sha256)).toBe(held.fileSize)
  })
})
