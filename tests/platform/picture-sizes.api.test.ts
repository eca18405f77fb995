import { Transformer } from '@napi-rs/image'
import { sql } from 'kysely'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import QRCode from 'qrcode'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { fileCalls, type Uploaded, type UploadScene } from '../../contract/platform/files.ts'
import { collectObjects } from '../../server/kit/storage/objects.ts'
import { sweepUploads } from '../../server/platform/files.repo.ts'
import { makeSizes, queueMissingSizes } from '../../server/platform/picture-sizes/make-sizes.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { takeJobs } from '../kit/people/deliver-news.ts'
import { claiming, formOf, jpeg, photo, png, pngChunk } from '../kit/pictures.ts'

let t: TestApp
let administrator: Member
const told: object[] = []
const log = { info: () => {}, error: () => {}, warn: (details: object) => void told.push(details) }
beforeAll(async () => {
  t = await buildTestApp()
  administrator = await t.member({ role: 'administrator' })
})
beforeEach(() => void told.splice(0))
afterAll(() => t.close())

const browser = 'image/avif,image/webp,image/apng,*/*;q=0.8'
const get = (url: string, width?: number | string, accept = browser, headers: Record<string, string> = {}) =>
  t.inject({ url: width === undefined ? url : `${url}?width=${width}`, headers: { accept, ...headers } })

async function send(file: Buffer, scene: UploadScene = 'content') {
  const form = formOf({ file, scene }, administrator.token)
  const reply = await t.inject({ method: 'POST', url: pathOf(fileCalls.upload), ...form })
  return reply.json<{ data: Uploaded }>().data
}

const queued = () => takeJobs(t, 'picture-sizes')
const context = (signal = new AbortController().signal) => ({
  services: t.services,
  log,
  workDir: t.services.config.dataDir,
  shutdown: signal,
})
async function work() {
  const jobs = await queued()
  for (const job of jobs) await makeSizes(context(), job)
  return jobs
}
async function sized(file: Buffer, scene?: UploadScene) {
  const sent = await send(file, scene)
  await work()
  return sent
}
const widthOf = async (body: Buffer) => (await new Transformer(body).metadata()).width
const sizesOf = async (fileId: string) =>
  (await t.services.db.system.selectFrom('pictureSize').selectAll().where('fileId', '=', fileId).execute()).toSorted(
    (a, b) => a.width - b.width,
  )
const kindOf = async (url: string, width: number, accept: string) =>
  (await get(url, width, accept)).headers['content-type']

it('a photo comes as wide as it is asked for, in the lightest format that the browser takes', async () => {
  const { url, fileSize } = await sized(await photo(2400, 1500))
  for (const width of [160, 320, 640, 1280, 1920]) {
    const { rawPayload, headers, statusCode } = await get(url, width)
    expect([statusCode, headers['content-type'], await widthOf(rawPayload)]).toEqual([200, 'image/avif', width])
    expect(headers).toMatchObject({
      vary: 'Accept',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': "inline; filename*=UTF-8''picture.avif",
    })
    const webp = await get(url, width, 'image/webp,*/*')
    expect([webp.headers['content-type'], await widthOf(webp.rawPayload)]).toEqual(['image/webp', width])
    expect(webp.headers['etag']).not.toBe(headers['etag'])
    expect(rawPayload.length).toBeLessThan(webp.rawPayload.length)
    expect(webp.rawPayload.length).toBeLessThan(fileSize)
  }
})

it('a browser that names neither format gets the picture itself', async () => {
  const { url, sha256 } = await sized(await photo(700, 400))
  for (const accept of ['*/*', 'image/*', 'image/jpeg', '', 'image/avif;q=0, image/webp;q=0.0', 'text/html'])
    expect((await get(url, 320, accept)).headers).toMatchObject({ 'content-type': 'image/jpeg', etag: `"${sha256}"` })
  expect(await kindOf(url, 320, 'image/avif;q=0, image/webp;q=0.5')).toBe('image/webp')
  expect(await kindOf(url, 320, 'IMAGE/AVIF')).toBe('image/avif')
})

it('without a width it is what was sent, byte for byte', async () => {
  const bytes = await photo(700, 400)
  const { url } = await sized(bytes)
  expect((await get(url)).headers['content-type']).toBe('image/jpeg')
  expect((await get(url)).rawPayload.length).toBeLessThanOrEqual(bytes.length)
  expect((await get(url)).headers['vary']).toBeUndefined()
})

it('none is wider than the picture, and one that weighs more is not kept', async () => {
  const { url, fileId } = await sized(await photo(500, 300))
  for (const width of [640, 1280, 1920]) expect(await widthOf((await get(url, width)).rawPayload)).toBe(500)
  expect(new Set((await sizesOf(fileId)).map((size) => size.width))).toEqual(new Set([160, 320, 500]))
  const small = await sized(png(2, 2))
  expect(await sizesOf(small.fileId)).toEqual([])
  expect((await get(small.url, 160)).headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

/** A code with a margin and the grain of a photo, which weighs enough to be made smaller. */
async function photographedCode(text: string): Promise<Buffer> {
  const { data, width, height } = PNG.sync.read(await QRCode.toBuffer(text, { width: 1_400, margin: 4 }))
  let seed = 1
  for (let at = 0; at < data.length; at += 4) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    const grain = (seed >> 16) % 24
    for (const part of [0, 1, 2]) data[at + part] = data[at + part]! > 127 ? 255 - grain : grain
  }
  return Buffer.from(await Transformer.fromRgbaPixels(data, width, height).jpeg(92))
}

it.runIf(requireTool('zbarimg')).each([320, 640])(
  'a QR code that is sent %i pixels wide can be scanned',
  async (width) => {
    const text = 'https://notary.example/app/follow?from=website&code=9f8b2c4d6e1a3f5b7c9d0e2f4a6b'
    const { url } = await sized(await photographedCode(text), 'platform')
    for (const format of ['image/avif', 'image/webp']) {
      const { rawPayload, headers } = await get(url, width, format)
      expect([headers['content-type'], await widthOf(rawPayload)]).toEqual([format, width])
      const path = join(t.services.config.dataDir, 'code.png')
      await writeFile(path, await new Transformer(rawPayload).png())
      expect(runTool('zbarimg', ['-q', '--raw', path]).text.trim()).toContain(text)
    }
  },
)

it.each([
  ['transparent', { colorType: 6 }],
  ['in grey', { colorType: 0 }],
  ['of 16 bits', { bitDepth: 16 }],
] as const)('a PNG that is %s has sizes too', async (_, options) => {
  const picture = new PNG({ width: 400, height: 200, ...options })
  for (let i = 0; i < picture.data.length; i++) picture.data[i] = (i * 7_919) % 251
  const { url } = await sized(PNG.sync.write(picture, options))
  const { rawPayload, headers } = await get(url, 160)
  expect([headers['content-type'], await widthOf(rawPayload)]).toEqual(['image/avif', 160])
  expect(told).toEqual([])
})

it('until the sizes are made the picture itself comes, and no cache keeps it for long', async () => {
  const { url } = await send(await photo(700, 400))
  const before = await get(url, 320)
  expect(before.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=60' })
  await work()
  expect((await get(url, 320, browser, { 'if-none-match': String(before.headers['etag']) })).headers).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

it('a browser that has a size is told that it is the same, and one with another format is not', async () => {
  const { url } = await sized(await photo(700, 400))
  const known = { 'if-none-match': String((await get(url, 320)).headers['etag']) }
  const again = await get(url, 320, browser, known)
  expect([again.statusCode, again.headers['vary']]).toEqual([304, 'Accept'])
  expect((await get(url, 320, 'image/webp', known)).statusCode).toBe(200)
  expect((await get(url, 640, browser, known)).statusCode).toBe(200)
})

it.each(['0', '161', '99999', '-160', '1e3', '160.0', 'abc', '160&width=320'])(
  'another width is refused, naming it: %s',
  async (width) => {
    const { url } = await sized(png(4, 3))
    const reply = (await get(url, width)).json<{ data: { fields: { path: string; key: string }[] } }>()
    expect(reply).toMatchObject({ errorCode: 'bad-parameter', data: { fields: [{ path: 'width' }] } })
  },
)

it('a picture that cannot be decoded stays as it is, told once and never tried again', async () => {
  const whole = await photo(900, 600)
  const promised = Buffer.from('much less than the header promises')
  const others = [
    jpeg({ width: 900, height: 600 }),
    claiming(png(), 7_500, 4_000),
    Buffer.concat([png(900, 600).subarray(0, 33), pngChunk('IDAT', promised), png().subarray(-12)]),
  ]
  for (const bytes of others) {
    const { url, fileId } = await sized(bytes)
    expect(told.splice(0)).toMatchObject([{ picture: fileId }])
    expect((await get(url, 320)).headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
    await queueMissingSizes(t.services)
    expect(await queued()).toEqual([])
  }
  expect((await get((await sized(whole)).url, 320)).headers['content-type']).toBe('image/avif')
})

it('as many pixels as may be sent are made smaller within the memory that there is', async () => {
  const { url } = await sized(png(7_500, 4_000))
  expect(told).toEqual([])
  expect(await widthOf((await get(url, 1280)).rawPayload)).toBe(1280)
}, 60_000)

it('pixels that unfold to far more than the header says cost nothing', async () => {
  const unfolding = deflateSync(Buffer.alloc(400 * 1024 * 1024))
  const { url } = await sized(
    Buffer.concat([png(400, 300).subarray(0, 33), pngChunk('IDAT', unfolding), png().subarray(-12)]),
  )
  expect((await get(url, 320)).statusCode).toBe(200)
  expect((await get((await sized(await photo(640, 300))).url, 320)).headers['content-type']).toBe('image/avif')
}, 60_000)

it('many who ask at once get the same', async () => {
  const { url } = await sized(await photo(640, 310))
  const replies = await Promise.all(Array.from({ length: 60 }, () => get(url, 320)))
  expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.headers['etag'] as string}`)).size).toBe(1)
})

it('a job that is run twice, or twice at once, makes them once', async () => {
  const { fileId } = await send(await photo(700, 400))
  const [job] = await queued()
  await Promise.all([makeSizes(context(), job!), makeSizes(context(), job!)])
  const made = await sizesOf(fileId)
  await makeSizes(context(), job!)
  expect(made).toHaveLength(8)
  expect(await sizesOf(fileId)).toEqual(made)
})

it('what ends the worker each time is left after a few', async () => {
  const { fileId } = await send(await photo(700, 400))
  const [job] = await queued()
  const stopped = AbortSignal.abort(new Error('shutdown'))
  for (let i = 0; i < 5; i++) await expect(makeSizes(context(stopped), job!)).rejects.toThrow('shutdown')
  expect(told).toEqual([])
  await makeSizes(context(), job!)
  expect(told).toMatchObject([{ picture: fileId }])
})

it('pictures from before there were sizes, or whose job was lost, get theirs', async () => {
  const { url, fileId } = await send(await photo(700, 400))
  await queued()
  await sql`delete from pgboss.job where name = 'picture-sizes'`.execute(t.services.db.system)
  await t.services.db.system
    .updateTable('uploadedFile')
    .set({ width: null, height: null })
    .where('id', '=', fileId)
    .execute()
  await queueMissingSizes(t.services)
  await queueMissingSizes(t.services)
  expect((await work()).map((job) => job.id)).toEqual([fileId])
  expect((await get(url, 320)).headers['content-type']).toBe('image/avif')
})

it('only pictures that everybody sees have sizes', async () => {
  await send(png(40, 40), 'feedback')
  await send(Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n'), 'platform')
  await queueMissingSizes(t.services)
  expect(await queued()).toEqual([])
  const { url } = await sized(await photo(700, 400), 'platform')
  expect((await get(url, 320)).headers['content-type']).toBe('image/avif')
})

it('they go with their picture, and stay while it does', async () => {
  const { url, fileId } = await sized(await photo(910, 530))
  const { db, store } = t.services
  const objects = (await sizesOf(fileId)).map((size) => size.sha256.toString('hex'))
  const there = async () => {
    await sweepUploads(db)
    await collectObjects(db, store, -60)
    return Promise.all(objects.map(async (sha256) => (await store.size(sha256)) !== undefined))
  }
  await db.system.updateTable('uploadedFile').set({ attachedAt: new Date() }).where('id', '=', fileId).execute()
  expect(new Set(await there())).toEqual(new Set([true]))
  expect((await get(url, 320)).statusCode).toBe(200)
  await db.system.deleteFrom('uploadedFile').where('id', '=', fileId).execute()
  expect(new Set(await there())).toEqual(new Set([false]))
  expect((await get(url, 320)).json()).toMatchObject({ errorCode: 'not-found' })
})

it('a picture that was removed meanwhile gets none, and the job is done', async () => {
  const { fileId } = await send(await photo(700, 400))
  await t.services.db.system.deleteFrom('uploadedFile').where('id', '=', fileId).execute()
  await work()
  expect([await sizesOf(fileId), told]).toEqual([[], []])
})

it('of another platform nobody sees any', async () => {
  const { url } = await sized(await photo(700, 400))
  const { db } = t.services
  const name = JSON.stringify({ zh: '邻站' }) as never
  await db.system
    .insertInto('platform')
    .values({
      id: t.platformId.replace(/^./, (c) => (c === 'f' ? 'e' : 'f')),
      notaryId: 'n',
      name,
      hosts: ['n.example'],
    })
    .execute()
  expect((await get(url, 320, browser, { host: 'n.example' })).json()).toMatchObject({ errorCode: 'not-found' })
  expect((await get(url, 320)).statusCode).toBe(200)
})
