import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentCalls } from '../../../contract/content/content.ts'
import { fileCalls } from '../../../contract/platform/files.ts'
import { insertItem, insertVersion } from '../../../server/content/content.repo.ts'
import { newId } from '../../../server/kit/ids.ts'
import { sweepUploads } from '../../../server/platform/files.repo.ts'
import { holdContent } from '../../../server/platform/files.service.ts'
import { dataUrl, jpeg, png } from '../../kit/pictures.ts'
import { waitForLock } from '../../kit/test-database.ts'
import { type Body, inEnglish, openSite, pieces, problems, type Site } from './content-kit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
beforeEach(() => site.clear())
afterAll(() => site.t.close())

const imageOf = (url: string) => `<p>图</p><img src="${url}" alt="">`
const status = async (url: string, headers = {}) => (await site.t.inject({ url, headers })).statusCode
const remove = (id: string) => site.staff(contentCalls.remove, { params: { id } })

/** Two days later, after the sweep: who sees which of these. */
async function afterSweep(...urls: string[]) {
  await site.asOwner(`update uploaded_file set created_at = created_at - interval '2 days'`)
  await sweepUploads(site.t.services.db)
  return Promise.all(urls.map((url) => status(url)))
}

describe('a picture', () => {
  it('that a version names stays, beside a piece or in a text of either language; others go after a day', async () => {
    const [cover, zh, en, loose] = [
      await site.picture(),
      await site.picture(),
      await site.picture(),
      await site.picture(),
    ]
    const id = await site.write({
      ...pieces.NEWS,
      ...inEnglish,
      summaryZh: '摘要',
      picture: cover.fileId,
      contentZh: imageOf(zh.url),
      contentEn: imageOf(en.url),
    })
    expect(await afterSweep(cover.url, zh.url, en.url, loose.url)).toEqual([200, 200, 200, 404])
    expect((await site.news(id)).data).toMatchObject({ cover: cover.url })
    expect((await site.news(id)).data.content).toContain(zh.url)
  })

  it('in a text keeps its place free and comes no wider than it is, whatever else stands there', async () => {
    const { url, fileId } = (await site.send(site.operator, { bytes: png(500, 250) })).data
    const foreign = '<img src="https://tracker.example/a.png" srcset="https://tracker.example/b.png 2x" onerror="x()">'
    const own = `<img src="${url}" srcset="https://tracker.example/c.png 2x" sizes="1px" width="9" alt="一">`
    const contentZh = `<p>正文</p>${foreign}${own}`
    const id = await site.write({ ...pieces.NEWS, contentZh })
    const help = await site.write({ ...pieces.HELP, contentZh })
    const image = `<img loading="lazy" decoding="async" width="500" height="250" sizes="(min-width: 720px) 680px, 94vw" srcset="${url}?width=160 160w, ${url}?width=320 320w, ${url}?width=640 500w" src="${url}" alt="一" />`
    expect((await site.news(id)).data.content).toBe(`<p>正文</p>${image}`)
    expect((await site.helpOf(help, {}))?.content).toBe(`<p>正文</p>${image}`)
    // What is edited and saved is the text alone.
    expect((await site.get(id)).contentZh).toBe(`<p>正文</p><img src="${url}" alt="一" loading="lazy" />`)
    await site.asOwner('update uploaded_file set width = null, height = null where id = $1', [fileId])
    expect((await site.news(id)).data.content).toBe(
      `<p>正文</p><img loading="lazy" decoding="async" src="${url}" alt="一" />`,
    )
  })

  it('that an older version names stays too, and comes back with it', async () => {
    const { fileId, url } = await site.picture()
    const id = await site.write({ ...pieces.PARTNER, picture: fileId })
    await site.save(id, pieces.PARTNER)
    await site.publish(id)
    expect(await afterSweep(url)).toEqual([200])
    expect((await site.staff(contentCalls.restore, { params: { id, version: 1 } })).success).toBe(true)
    expect((await site.get(id)).picture).toBe(fileId)
  })

  it('of a draft that is deleted is let go, one that another piece names too is not', async () => {
    const [own, shared, older] = [await site.picture(), await site.picture(), await site.picture()]
    const draft = await site.write({ ...pieces.NEWS, picture: older.fileId }, { publish: false })
    await site.save(draft, { ...pieces.NEWS, picture: own.fileId, contentZh: imageOf(shared.url) })
    const other = await site.write({ ...pieces.PARTNER, picture: shared.fileId }, { publish: false })
    expect(await afterSweep(own.url, shared.url, older.url)).toEqual([200, 200, 200])
    expect((await remove(draft)).success).toBe(true)
    expect(await afterSweep(own.url, shared.url, older.url)).toEqual([404, 200, 404])
    await remove(other)
    expect(await afterSweep(shared.url)).toEqual([404])
  })

  it('of a draft that is deleted while another piece takes it up is not let go', async () => {
    const { fileId, url } = await site.picture()
    const { platformId } = site.t
    const draft = await site.write({ ...pieces.PARTNER, picture: fileId }, { publish: false })
    const params = { id: draft, version: 1 }
    const fields = (await site.staff(contentCalls.version, { params })).data
    const removed = await site.t.services.db.asSystem(async (tx) => {
      const itemId = newId()
      await holdContent(tx, platformId, [fileId])
      await insertItem(tx, platformId, itemId, 'PARTNER')
      await insertVersion(tx, { itemId, platformId, version: 1 }, fields, [fileId])
      const removing = remove(draft)
      await waitForLock(site.t)
      return { removing }
    })
    expect((await removed.removing).success).toBe(true)
    expect(await afterSweep(url)).toEqual([200])
  })

  it('that a kind does not ask for is not held', async () => {
    const { fileId, url } = await site.picture()
    await site.write({ ...pieces.HELP, picture: fileId })
    expect(await afterSweep(url)).toEqual([404])
  })

  it('of a piece that was refused is not held', async () => {
    const { fileId, url } = await site.picture()
    const refused = await site.staff(contentCalls.create, {
      body: { ...pieces.NEWS, picture: fileId, contentZh: imageOf(`/shimakaze/file/shown/${newId()}`) },
    })
    expect(problems(refused)).toEqual(['contentZh pictureGone'])
    expect(await afterSweep(url)).toEqual([404])
  })
})

describe('a piece is refused, naming the field, with a picture', () => {
  const refused = async (body: Body) => {
    const reply = await site.staff(contentCalls.create, { body })
    expect(reply).toMatchObject({ errorCode: 'bad-parameter' })
    return problems(reply)
  }
  async function expectRefused(fileId: string) {
    const gone = imageOf(`/shimakaze/file/shown/${fileId}`)
    const news = { ...pieces.NEWS, titleEn: 'News', contentEn: '<p>A text.</p>' }
    expect(await refused({ ...pieces.PARTNER, picture: fileId })).toEqual(['picture pictureGone'])
    expect(await refused({ ...news, contentEn: gone })).toEqual(['contentEn pictureGone'])
    expect(await refused({ ...news, picture: fileId, contentZh: gone + gone, contentEn: gone })).toEqual([
      'picture pictureGone',
      'contentZh pictureGone',
      'contentEn pictureGone',
    ])
  }

  it('that is not there', () => expectRefused(newId()))

  it('that the sweep has taken', async () => {
    const { fileId, url } = await site.picture()
    expect(await afterSweep(url)).toEqual([404])
    await expectRefused(fileId)
  })

  it.each(['platform', 'feedback', 'front'] as const)('that was sent for something else: %s', async (scene) => {
    const administrator = await site.t.member({ role: 'administrator' })
    await expectRefused((await site.send(administrator, { scene })).data.fileId)
  })

  it('of another platform, which nobody sees here either', async () => {
    const { fileId, url } = await site.picture(site.elsewhere)
    await expectRefused(fileId)
    expect([await status(url), await status(url, site.there)]).toEqual([404, 200])
  })

  it('and saves no version of one that stands', async () => {
    const id = await site.write(pieces.PARTNER)
    expect(problems(await site.save(id, { ...pieces.PARTNER, picture: newId() }))).toEqual(['picture pictureGone'])
    expect((await site.get(id)).version).toBe(1)
    expect(await refused({ ...pieces.PARTNER, picture: 'logo.png' })).toEqual(['picture format.uuid'])
  })
})

describe('pictures for content', () => {
  it('are sent by who may write it, by a colleague of theirs used as well', async () => {
    const administrator = await site.t.member({ role: 'administrator' })
    const { fileId } = await site.picture(administrator)
    expect((await site.get(await site.write({ ...pieces.PARTNER, picture: fileId }))).picture).toBe(fileId)
    const owner = await site.t.member({ kind: 'enterprise' })
    for (const who of [owner, await site.t.sub(owner)]) {
      expect(await site.send(who)).toMatchObject({ errorCode: 'forbidden' })
      const body = { imgBase: dataUrl(png()), scene: 'content' as const }
      expect(await site.t.call(fileCalls.uploadPicture, { body }, who)).toMatchObject({ errorCode: 'forbidden' })
    }
  })

  it('are everybody’s to see, without what they say of place, time and device', async () => {
    const secret = 'GPS 26.0745 119.2965'
    const bytes = jpeg({ exif: secret })
    expect(bytes.includes(secret)).toBe(true)
    const { url } = (await site.send(site.operator, { bytes })).data
    const { rawPayload, headers } = await site.t.inject({ url })
    expect(rawPayload.equals(jpeg())).toBe(true)
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
  })

  it('are pictures and nothing else', async () => {
    const others = ['%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n', '<svg xmlns="http://www.w3.org/2000/svg"></svg>']
    for (const other of others)
      expect(problems(await site.send(site.operator, { bytes: Buffer.from(other) }))).toEqual(['file pictureKind'])
  })
})
