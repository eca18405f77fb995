import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentCalls } from '../../../contract/content/content.ts'
import { scenes } from '../../../contract/platform/files.ts'
import { newId } from '../../../server/kit/ids.ts'
import { sweepUploads } from '../../../server/platform/files.repo.ts'
import { buildPagesIfStale } from '../../kit/built/build-pages.ts'
import { png } from '../../kit/pictures.ts'
import { mp4, webm } from '../../kit/videos.ts'
import { type Body, english, openSite, pieces, problems, type Site } from './content-kit.ts'

let site: Site
beforeAll(async () => {
  buildPagesIfStale()
  site = await openSite()
})
beforeEach(() => site.clear())
afterAll(() => site.t.close())

const film = { ...pieces.HELP, helpSection: 'VIDEO' } as const satisfies Body
const inTwo = { titleEn: 'Capture a page', contentEn: '<p>Enter a URL.</p>' }
const said = 'WEBVTT\n\n00:00:00.000 --> 00:00:02.500\n填写网址\n\n00:00:02.500 --> 00:00:04.000\n点“开始取证”\n'
const send = (text: string | Buffer, as = site.operator) =>
  site.send(as, { bytes: Buffer.from(text as string), scene: 'captions' })
const captions = async (text: string | Buffer = said) => (await send(text)).data
const video = async (bytes = webm()) => (await site.send(site.operator, { bytes, scene: 'video' })).data
const silent = () => video(webm({ codecs: ['V_VP9'] }))
const status = async (url: string, headers = {}) => (await site.t.inject({ url, headers })).statusCode
const kept = async (text: string | Buffer) => (await site.t.inject({ url: (await captions(text)).url })).body
const refused = async (body: Body) => problems(await site.staff(contentCalls.create, { body }))

describe('captions', () => {
  it('are shown from their address as WebVTT, whatever they were sent as', async () => {
    const { url, fileName } = await captions()
    expect(fileName).toMatch(/\.vtt$/)
    const { body, headers } = await site.t.inject({ url })
    expect(body).toBe(said)
    expect(headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(headers['content-security-policy']).toContain('sandbox')
    const srt =
      '1\r\n00:00:00,000 --> 00:00:02,500\r\n填写网址\r\n\r\n2\r\n00:00:02,500 --> 00:00:04,000\r\n点“开始取证”\r\n'
    for (const text of [
      srt,
      `\uFEFF${srt}`,
      `\uFEFF${said}`,
      said.replaceAll('\n', '\r'),
      said.replaceAll('00:00:0', '00:0'),
    ])
      expect(await kept(text)).toBe(said)
  })

  it.each([
    ['scripts', '<script>alert(1)</script>下一步', 'alert(1)下一步'],
    ['pictures', '<img src=x onerror=alert(1)>下一步', '下一步'],
    ['markup made of markup', '<<b>script>alert(1)<</b>/script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['markup in signs', '&lt;img src=x onerror=alert(1)&gt;', '&lt;img src=x onerror=alert(1)&gt;'],
    ['voices, classes and times', '<v 讲解><c.red>下一步</c> <00:00:01.000>确认</v>', '下一步 确认'],
    ['fonts and places of SubRip', '{\\an8}<font color="red">下一步</font>', '下一步'],
    ['signs', 'A & B, 1 < 2 &amp; 3 > 2', 'A &amp; B, 1 &lt; 2 &amp; 3 &gt; 2'],
    ['an arrow', '网址\u2028--> 证书', '网址 --&gt; 证书'],
  ])('keep of %s the text alone', async (_, words, text) => {
    expect(await kept(`WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`)).toBe(
      `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`,
    )
  })

  it('keep neither styles nor notes, regions, names and places', async () => {
    const whole = [
      'WEBVTT - 作者 canary\nX-Header: canary',
      'STYLE\n::cue { background: url(https://canary.example/x) }',
      'REGION\nid:canary\nwidth:40%',
      'NOTE canary <script>alert(1)</script>',
      'canary\n00:00:00.000 --> 00:00:02.500 line:0 position:20% region:canary\n填写网址',
      'NOTE\ncanary\nmore of it',
      '00:00:02.500 --> 00:00:04.000 align:start\n点“开始取证”',
    ]
    expect(await kept(whole.join('\n\n'))).toBe(said)
  })

  const at = (times: string, words = '下一步') =>
    `WEBVTT\n\n00:00:05.000 --> 00:00:06.000\n第一步\n\n${times}\n${words}\n`
  const many = (n: number) => `WEBVTT\n\n${'00:00.000 --> 00:01.000\nx\n\n'.repeat(n)}`
  it.each<[string, string | Buffer, string, object?]>([
    ['HTML', '<!doctype html><script>alert(1)</script>', 'captionsKind'],
    ['a picture', png(), 'captionsKind'],
    ['one byte', 'x', 'captionsKind'],
    ['UTF-16', Buffer.from(`\uFEFF${said}`, 'utf16le'), 'captionsKind'],
    ['GBK', Buffer.from('574542565454 0a0a cccc'.replaceAll(' ', ''), 'hex'), 'captionsKind'],
    ['text with NUL', said.replace('网', '\0'), 'captionsKind'],
    ['text with signs that steer', said.replace('网', '\u001B[2J'), 'captionsKind'],
    [
      'a line of a megabyte',
      `WEBVTT\n\n00:00.000 --> 00:01.000\n${'x'.repeat(1_000_000)}`,
      'captionsLong',
      { line: 4, most: 500 },
    ],
    [
      'tags without end',
      `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<a'.repeat(400_000)}`,
      'captionsLong',
      { line: 4, most: 500 },
    ],
    ['more cues than anybody reads', many(5_001), 'captionsMany', { most: 5_000 }],
    ['notes alone', `WEBVTT\n\n${'NOTE\n\n'.repeat(150_000)}`, 'captionsNone'],
    ['a heading alone', 'WEBVTT\n', 'captionsNone'],
    ['times backwards', at('00:00:04.000 --> 00:00:07.000'), 'captionsOrder', { line: 6 }],
    ['an end before its beginning', at('00:00:07.000 --> 00:00:06.999'), 'captionsEnd', { line: 6 }],
    ['an end at its beginning', at('00:00:07.000 --> 00:00:07.000'), 'captionsEnd', { line: 6 }],
    ['no text', at('00:00:07.000 --> 00:00:08.000', '<b> </b>'), 'captionsText', { line: 6 }],
    ['seconds that are none', at('00:00:70.000 --> 00:01:20.000'), 'captionsTime', { line: 6 }],
    ['a time that is endless', at(`${'9'.repeat(400)}:00:00.000 --> 00:01:20.000`), 'captionsTime', { line: 6 }],
    ['words without times', at('七\n八'), 'captionsTime', { line: 7 }],
    ['half a time', '1\n00:00:01,000 -->\n下一步\n', 'captionsTime', { line: 2 }],
  ])('that are %s are refused, naming what is wrong and where', async (_, text, key, params) => {
    expect((await send(text)).data).toMatchObject({ fields: [{ path: 'file', key, ...(params && { params }) }] })
  })

  it('are as large as they may be, and no larger, and say so in the language of whoever sends them', async () => {
    const tooBig = await send(Buffer.alloc(10 * 1024 * 1024, 'x'))
    expect(tooBig.data).toMatchObject({ fields: [{ path: 'file', key: 'fileTooBig', params: { megabytes: 1 } }] })
    const full = many(5_000)
    expect((await send(full + 'NOTE\n' + 'x'.repeat(scenes.captions.maxBytes - full.length - 5))).success).toBe(true)
    const message = (reply: { data: unknown }) => (reply.data as { fields: { message: string }[] }).fields[0]!.message
    expect(message(await send(at('七\n八')))).toMatch(/^第 7 行：/)
  })

  it('are sent by who may write content, and for nothing else', async () => {
    expect(await send(said, await site.t.member())).toMatchObject({ errorCode: 'forbidden' })
    const asFilm = await site.send(site.operator, { bytes: Buffer.from(said), scene: 'video' })
    expect(problems(asFilm)).toEqual(['file videoKind'])
  })
})

describe('a film with captions', () => {
  it('offers those of both languages, and has on those of the piece', async () => {
    const [{ fileId }, zh, en] = [
      await video(),
      await captions(),
      await captions(said.replace('填写网址', 'Enter a URL')),
    ]
    const body = { ...film, ...inTwo, video: fileId, captionsZh: zh.fileId, captionsEn: en.fileId }
    const id = await site.write(body)
    expect(await site.get(id)).toMatchObject({ contentState: 'SHOWN', captionsZh: zh.fileId, captionsEn: en.fileId })
    expect((await site.helpOf(id))?.video?.captions).toEqual([
      { url: zh.url, lang: 'zh-CN', isOn: true },
      { url: en.url, lang: 'en', isOn: false },
    ])
    expect((await site.helpOf(id, english))?.video?.captions).toMatchObject([{ isOn: false }, { isOn: true }])
    const { body: page } = await site.t.inject({ url: '/website-show/help-document' })
    const tracks = page.match(/<track[^>]*>/g)
    expect(tracks).toHaveLength(2)
    for (const part of ['kind="captions"', `src="${zh.url}"`, 'srcLang="zh-CN"', 'label="中文"', 'default=""'])
      expect(tracks![0]!.toLowerCase()).toContain(part.toLowerCase())
    expect(tracks![1]).not.toContain('default')
  })

  it.each([
    ['MP4', mp4],
    ['WebM', webm],
  ])('and sound is saved without any, and as %s published only with those of its languages', async (_, make) => {
    const [{ fileId }, some] = [await video(make()), await captions()]
    const id = await site.write({ ...film, video: fileId }, { publish: false })
    const refusal = await site.publish(id)
    expect(refusal).toMatchObject({ errorCode: 'bad-parameter' })
    expect(problems(refusal)).toEqual(['captionsZh captionsZhNeeded'])
    expect([await site.helpOf(id), (await site.get(id)).contentState]).toEqual([undefined, 'DRAFT'])
    await site.save(id, { ...film, ...inTwo, video: fileId })
    expect(problems(await site.publish(id))).toEqual(['captionsZh captionsZhNeeded', 'captionsEn captionsEnNeeded'])
    await site.save(id, { ...film, ...inTwo, video: fileId, captionsZh: some.fileId })
    expect(problems(await site.publish(id))).toEqual(['captionsEn captionsEnNeeded'])
    await site.save(id, { ...film, video: fileId, captionsZh: some.fileId })
    expect((await site.publish(id)).success).toBe(true)
    // What visitors see stays, where the version after it lacks them.
    await site.save(id, { ...film, video: fileId })
    expect(problems(await site.publish(id))).toEqual(['captionsZh captionsZhNeeded'])
    expect((await site.helpOf(id))?.video?.captions).toHaveLength(1)
  })

  it('needs none where it has no sound, or was sent before that was known', async () => {
    expect(await site.helpOf(await site.write({ ...film, video: (await silent()).fileId }))).toBeDefined()
    const { fileId } = await video()
    await site.asOwner('update uploaded_file set has_sound = null where id = $1', [fileId])
    expect(await site.helpOf(await site.write({ ...film, video: fileId }))).toBeDefined()
  })

  it('names none that is not there, was sent for something else, or elsewhere', async () => {
    const { fileId } = await silent()
    const withCaptions = (id: string) => ({ ...film, video: fileId, captionsZh: id })
    expect(await refused(withCaptions(newId()))).toEqual(['captionsZh captionsGone'])
    expect(await refused(withCaptions('x'))).toEqual(['captionsZh format.uuid'])
    expect(await refused({ ...film, video: fileId, captionsEn: fileId })).toEqual(['captionsEn captionsGone'])
    expect(await refused({ ...film, video: (await captions()).fileId })).toEqual(['video videoGone'])
    const foreign = (await send(said, site.elsewhere)).data
    expect(await refused(withCaptions(foreign.fileId))).toEqual(['captionsZh captionsGone'])
    expect([await status(foreign.url), await status(foreign.url, site.there)]).toEqual([404, 200])
  })

  it('keeps them as long as a version names them, and no other piece keeps any', async () => {
    const [{ fileId }, named, before, loose] = [await silent(), await captions(), await captions(), await captions()]
    const id = await site.write({ ...film, video: fileId, captionsZh: before.fileId })
    await site.save(id, { ...film, video: fileId, captionsEn: named.fileId })
    for (const body of [
      { ...pieces.HELP, video: fileId, captionsZh: loose.fileId },
      { ...pieces.NEWS, captionsZh: loose.fileId },
      { ...film, film: 'VERIFY' as const, captionsZh: loose.fileId },
    ])
      expect(await site.get(await site.write(body))).toMatchObject({ video: null, captionsZh: null })
    const changes = await site.staff(contentCalls.versions, { params: { id } })
    expect(changes.data.list[0]?.changes).toEqual(['captionsZh', 'captionsEn'])
    await site.asOwner(`update uploaded_file set created_at = created_at - interval '2 days'`)
    await sweepUploads(site.t.services.db)
    expect([await status(named.url), await status(before.url), await status(loose.url)]).toEqual([200, 200, 404])
    await site.asOwner('update uploaded_file set attached_at = null')
    await sweepUploads(site.t.services.db)
    expect([await status(named.url), await status(before.url)]).toEqual([200, 200])
  })
})
