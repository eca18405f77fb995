import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentCalls } from '../../../contract/content/content.ts'
import { scenes } from '../../../contract/platform/files.ts'
import { newId } from '../../../server/kit/ids.ts'
import { sweepUploads } from '../../../server/platform/files.repo.ts'
import { buildPagesIfStale } from '../../kit/built/build-pages.ts'
import { jpeg, png } from '../../kit/pictures.ts'
import { mp4, takenAt, webm } from '../../kit/videos.ts'
import { type Body, english, openSite, pieces, problems, type Site } from './content-kit.ts'

let site: Site
beforeAll(async () => {
  buildPagesIfStale()
  site = await openSite()
})
beforeEach(() => site.clear())
afterAll(() => site.t.close())

const film = { ...pieces.HELP, helpSection: 'VIDEO' } as const satisfies Body
/** A film that everybody may see without captions. */
const silent = () => video(webm({ codecs: ['V_VP9'] }))
const send = (bytes: Buffer, as = site.operator) => site.send(as, { bytes, scene: 'video' })
const video = async (bytes = webm()) => (await send(bytes)).data
const status = async (url: string, headers = {}) => (await site.t.inject({ url, headers })).statusCode
const refused = async (body: Body) => problems(await site.staff(contentCalls.create, { body }))

describe('a film', () => {
  it.each([
    ['video/webm', 'file.webm', webm()],
    ['video/mp4', 'file.mp4', mp4()],
    ['video/mp4', 'file.mp4', mp4({ codecs: ['avc3'] })],
  ])('%s is shown from its address, in parts where a player asks for them', async (mediaType, name, bytes) => {
    const { url, fileSize, fileName } = await video(bytes)
    expect([fileSize, fileName.split('.')[1]]).toEqual([bytes.length, name.split('.')[1]])
    const whole = await site.t.inject({ url })
    expect(whole.rawPayload.equals(bytes)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': mediaType,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(whole.headers['content-disposition']).toMatch(/^inline;/)
    expect(whole.headers['content-security-policy']).toContain('sandbox')
    const part = await site.t.inject({ url, headers: { range: 'bytes=100-199' } })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${bytes.length}`])
    expect(part.rawPayload.equals(bytes.subarray(100, 200))).toBe(true)
    expect(await status(url, { range: `bytes=${bytes.length}-` })).toBe(416)
  })

  it.each([
    ['MP4', mp4],
    ['WebM', webm],
  ])('as %s is everybody’s to see, without what it says of place, time and device', async (_, make) => {
    const place = 'GPS 26.0745 119.2965 <script>alert(1)</script>'
    const bytes = make({ place })
    expect(bytes.includes(place)).toBe(true)
    const { url } = await video(bytes)
    const { rawPayload } = await site.t.inject({ url })
    expect([rawPayload.length, rawPayload.includes('GPS'), rawPayload.includes('script')]).toEqual([
      bytes.length,
      false,
      false,
    ])
    expect([bytes.includes(takenAt), rawPayload.includes(takenAt)]).toEqual([true, false])
  })

  const script = Buffer.from('<script>alert(1)</script>')
  it.each([
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a picture', png()],
    ['a JPEG', jpeg()],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n')],
    ['one byte', Buffer.alloc(1)],
    ['an MP4 that is cut off', mp4().subarray(0, -1)],
    ['a WebM that is cut off', webm().subarray(0, -1)],
    ['an MP4 with something behind it', Buffer.concat([mp4(), script])],
    ['a WebM with something behind it', Buffer.concat([webm(), script])],
    ['two films in one', Buffer.concat([mp4(), mp4()])],
    ['an MP4 with HTML before it', Buffer.concat([script, mp4()])],
    ['a kind of MP4 that browsers do not play', mp4({ codecs: ['hvc1', 'mp4a'] })],
    ['sound alone', mp4({ codecs: ['mp4a'] })],
    ['WebM with sound alone', webm({ codecs: ['A_OPUS'] })],
    ['Matroska', webm({ kind: 'matroska' })],
    ['WebM of another codec', webm({ codecs: ['V_MPEG4/ISO/AVC'] })],
    ['an MP4 of parts without end', Buffer.concat([mp4(), Buffer.alloc(120_000 * 8, '\0\0\0\x08free', 'latin1')])],
    [
      'an MP4 whose part is longer than the file',
      Buffer.concat([mp4(), Buffer.from('\xff\xff\xff\xfffree', 'latin1')]),
    ],
    ['an MP4 with a part that has no length', Buffer.concat([mp4(), Buffer.from('\0\0\0\0free', 'latin1')])],
  ])('that is %s is refused', async (_, bytes) => {
    expect(problems(await send(bytes))).toEqual(['file videoKind'])
  })

  it.each([
    ['an MP4 with sound', mp4(), true],
    ['an MP4 without', mp4({ codecs: ['avc1'] }), false],
    ['a WebM with sound', webm(), true],
    ['a WebM without', webm({ codecs: ['V_VP9'] }), false],
  ])('is known by its tracks to have sound or not: %s', async (_, bytes, hasSound) => {
    const { fileId } = await video(bytes)
    const { db } = site.t.services
    const kept = db.system.selectFrom('uploadedFile').select('hasSound').where('id', '=', fileId)
    expect(await kept.executeTakeFirst()).toEqual({ hasSound })
  })

  it('is as large as it may be, and no larger', async () => {
    const room = scenes.video.maxBytes - webm({ bytes: 0 }).length
    expect((await send(webm({ bytes: room }))).success).toBe(true)
    const tooBig = await send(webm({ bytes: room + 1 }))
    expect(tooBig.data).toMatchObject({ fields: [{ path: 'file', key: 'fileTooBig', params: { megabytes: 20 } }] })
  })

  it('is sent by who may write content, and a picture is sent for nothing else', async () => {
    expect(await send(webm(), await site.t.member())).toMatchObject({ errorCode: 'forbidden' })
    const asPicture = await site.send(site.operator, { bytes: webm(), scene: 'content' })
    expect(problems(asPicture)).toEqual(['file pictureKind'])
  })
})

describe('help with a film', () => {
  it('shows it with its words and its picture', async () => {
    const [{ url, fileId }, poster] = [await silent(), await site.picture()]
    const id = await site.write({ ...film, film: 'OWN', video: fileId, picture: poster.fileId })
    expect(await site.helpOf(id)).toMatchObject({
      section: 'VIDEO',
      content: '<p>填写网址。</p>',
      video: { url, poster: `${poster.url}?width=1280`, captions: [] },
    })
    expect(await site.get(id)).toMatchObject({ film: 'OWN', video: fileId, picture: poster.fileId })
    // Whoever names none means their own.
    const other = await site.write({ ...film, video: fileId })
    expect(await site.helpOf(other)).toMatchObject({ video: { url, poster: null } })
  })

  it('that comes with the product is in the language of the reader', async () => {
    const id = await site.write({ ...film, film: 'CAPTURE', titleEn: 'Capture', contentEn: '<p>Enter a URL.</p>' })
    expect((await site.helpOf(id))?.video).toEqual({
      url: '/videos/capture-zh.webm',
      poster: '/videos/capture-zh.webp',
      // Not on by themselves: its picture has them.
      captions: [{ url: '/videos/capture-zh.vtt', lang: 'zh-CN', isOn: false }],
    })
    expect((await site.helpOf(id, english))?.video).toMatchObject({
      url: '/videos/capture-en.webm',
      captions: [{ url: '/videos/capture-en.vtt', lang: 'en' }],
    })
    for (const address of ['capture-zh', 'capture-en', 'verify-zh', 'verify-en']) {
      const url = `/videos/${address}.webm`
      const part = await site.t.inject({ url, headers: { range: 'bytes=0-3' } })
      expect([part.statusCode, part.rawPayload.toString('hex')]).toEqual([206, '1a45dfa3'])
      expect(part.headers).toMatchObject({ 'content-type': 'video/webm', 'cache-control': 'public, max-age=86400' })
      expect(await status(`/videos/${address}.webp`)).toBe(200)
      expect((await site.t.inject({ url: `/videos/${address}.vtt` })).body).toMatch(/^WEBVTT\n/)
    }
    for (const url of ['/videos/none.webm', '/videos/..%2fsite.html', '/videos/capture-zh.html'])
      expect(await status(url)).toBe(404)
  })

  it('stands in the page that is sent, for whoever runs no scripts', async () => {
    const { url, fileId } = await silent()
    await site.write({ ...film, titleZh: '怎样取证', video: fileId })
    const { body } = await site.t.inject({ url: '/website-show/help-document' })
    const [tag] = /<video[^>]*>/.exec(body) ?? []
    for (const part of [`src="${url}"`, 'controls=""', 'preload="none"', 'playsInline=""', 'aria-label="怎样取证"'])
      expect(tag?.toLowerCase()).toContain(part.toLowerCase())
    expect(body).toContain('<p>填写网址。</p>')
  })

  it('is refused without one, or with one that is not there, naming the field', async () => {
    expect(await refused(film)).toEqual(['video required'])
    expect(await refused({ ...film, film: 'OWN', video: '' })).toEqual(['video required'])
    expect(await refused({ ...film, video: newId() })).toEqual(['video videoGone'])
    expect(await refused({ ...film, video: 'x' })).toEqual(['video format.uuid'])
    expect(await refused({ ...film, film: 'OTHER' as 'OWN' })).toEqual(['film notAChoice'])
    const picture = await site.picture()
    expect(await refused({ ...film, video: picture.fileId })).toEqual(['video videoGone'])
    expect(await refused({ ...film, video: (await video()).fileId, picture: (await video()).fileId })).toEqual([
      'picture pictureGone',
    ])
    const foreign = (await send(webm(), site.elsewhere)).data
    expect(await refused({ ...film, video: foreign.fileId })).toEqual(['video videoGone'])
    expect([await status(foreign.url), await status(foreign.url, site.there)]).toEqual([404, 200])
  })

  it('keeps it as long as a version names it, and no other piece keeps one', async () => {
    const [named, before, elsewhere] = [await silent(), await silent(), await silent()]
    const id = await site.write({ ...film, video: before.fileId })
    await site.save(id, { ...film, video: named.fileId })
    await site.write({ ...pieces.HELP, film: 'OWN', video: elsewhere.fileId })
    await site.write({ ...pieces.NEWS, video: elsewhere.fileId })
    await site.write({ ...film, film: 'VERIFY', video: elsewhere.fileId })
    await site.asOwner(`update uploaded_file set created_at = created_at - interval '2 days'`)
    await sweepUploads(site.t.services.db)
    expect([await status(named.url), await status(before.url), await status(elsewhere.url)]).toEqual([200, 200, 404])
    await site.asOwner('update uploaded_file set attached_at = null')
    await sweepUploads(site.t.services.db)
    expect([await status(named.url), await status(before.url)]).toEqual([200, 200])
  })
})
