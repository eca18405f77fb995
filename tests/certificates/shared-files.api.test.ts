import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareCalls } from '../../contract/certificates/share.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { type BuiltEvidence, buildEvidence } from '../kit/people/factories.ts'
import { png } from '../kit/pictures.ts'

const there = { host: 'files.example' }
const picture = png()
/** In the order of the certificate, after the text that evidence is built with. */
const more = [
  { path: 'data/page.html', mediaType: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') },
  { path: 'data/drawing.svg', mediaType: 'image/svg+xml', bytes: Buffer.from('<svg onload="alert(1)"/>') },
  { path: 'data/photo.png', mediaType: 'image/png', bytes: picture },
  { path: 'data/paper.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF-1.7\n%%EOF\n') },
  { path: 'data/film.mp4', mediaType: 'video/mp4', bytes: Buffer.alloc(4_000, 7) },
]
const [text, html, svg, photo, paper, film] = [1, 2, 3, 4, 5, 6] as const

let t: TestApp
let me: Member
let evidence: BuiltEvidence
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member({ name: '欧阳小雨' })
  evidence = await buildEvidence(t, me)
  for (const [i, { path, mediaType, bytes }] of more.entries()) {
    const stored = await t.services.store.put(Readable.from([bytes]))
    await t.services.db.system
      .insertInto('evidenceFile')
      .values({
        id: newId(),
        evidenceId: evidence.id,
        accountId: me.accountId,
        ordinal: i + 1,
        path,
        mediaType,
        size: stored.size,
        sha256: Buffer.from(stored.sha256, 'hex'),
        sm3: Buffer.from(stored.sm3, 'hex'),
      })
      .execute()
  }
  await t.services.db.system
    .insertInto('platform')
    .values({
      id: newId(),
      notaryId: 'other',
      name: JSON.stringify({ zh: '另一平台' }) as never,
      hosts: [there.host],
    })
    .execute()
})
afterAll(() => t.close())

const share = async (more: object = { withPackage: true }) =>
  (await t.call(shareCalls.create, { body: { ano: evidence.number, ...more } }, me)).data
const get = (token: string, position: number | string, headers: Record<string, string> = {}) =>
  t.inject({ url: `/shimakaze/share/${token}/file/${position}`, headers })
const preview = (token: string, position: number) => t.call(shareCalls.previewFile, { params: { token, position } })
const viewsOf = async (id: string) =>
  (await t.call(shareCalls.list, { params: { ano: evidence.number } }, me)).data.list.find((s) => s.id === id)!.views
const opened = () =>
  t.services.db.system
    .selectFrom('audit')
    .select(['actorPart', 'details'])
    .where('action', '=', 'share.fileOpened')
    .where('subjectId', '=', evidence.id)
    .orderBy('at')
    .execute()

describe('a file behind a share link', () => {
  it('comes as it was sealed, at the place where the certificate lists it', async () => {
    const { token } = await share()
    const { files } = (await t.call(shareCalls.open, { params: { token }, query: {} })).data
    for (const [i, file] of files.entries()) {
      const { statusCode, rawPayload } = await get(token, i + 1)
      expect(statusCode).toBe(200)
      expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(file.sha256)
    }
    expect((await get(token, files.length + 1)).statusCode).toBe(404)
    for (const wrong of ['0', '-1', 'x', '1.5', '999999']) expect((await get(token, wrong)).statusCode).not.toBe(200)
  })

  it('is shown only where it cannot run: whatever else it is can only be saved', async () => {
    const { token } = await share()
    const headersOf = async (position: number) => (await get(token, position)).headers
    for (const position of [html, svg]) {
      const headers = await headersOf(position)
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['content-disposition']).toMatch(/^attachment;/)
    }
    expect((await headersOf(paper))['content-disposition']).toMatch(/^attachment;/)
    for (const [position, type] of [
      [text, 'text/plain'],
      [photo, 'image/png'],
      [film, 'video/mp4'],
    ] as const) {
      const headers = await headersOf(position)
      expect(headers['content-type']).toContain(type)
      expect(headers['content-disposition']).toMatch(/^inline;/)
    }
    for (const position of [text, html, svg, photo, paper, film])
      expect(await headersOf(position)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      })
  })

  it('comes in ranges, so that a film can be sought in', async () => {
    const { token } = await share()
    const part = await get(token, film, { range: 'bytes=1000-1999' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe('bytes 1000-1999/4000')
    expect(part.rawPayload).toHaveLength(1000)
    expect((await get(token, film, { range: 'bytes=4000-' })).statusCode).toBe(416)
  })

  it('is refused where the link lets nobody take the package, was revoked, ran out, or is of another platform', async () => {
    const [without, revoked, expired, good] = [await share({}), await share(), await share(), await share()]
    await t.call(shareCalls.revoke, { params: { id: revoked.id } }, me)
    await t.services.db.system
      .updateTable('share')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('id', '=', expired.id)
      .execute()
    const replies = [
      await get(without.token, text),
      await get(revoked.token, text),
      await get(expired.token, text),
      await get('A'.repeat(43), text),
      await get(good.token, text, there),
    ]
    const told = (body: string) => ({ ...(JSON.parse(body) as object), requestId: '' })
    for (const reply of replies) {
      expect(reply.statusCode).toBe(410)
      expect(told(reply.body)).toEqual(told(replies[0]!.body))
    }
    expect((await preview(without.token, paper)).errorCode).toBe('share-gone')
    expect((await preview(revoked.token, paper)).errorCode).toBe('share-gone')
    expect(await viewsOf(without.id)).toBe(0)
    expect(await viewsOf(good.id)).toBe(0)
    expect((await get(good.token, text)).statusCode).toBe(200)
  })

  it('is counted and on the record, once for a film that is played in pieces and once for all pictures', async () => {
    const { token, id } = await share()
    const before = (await opened()).length
    for (const range of ['bytes=0-', 'bytes=1000-', 'bytes=2000-']) await get(token, film, { range })
    expect(await viewsOf(id)).toBe(1)
    await get(token, photo)
    await get(token, photo)
    expect(await viewsOf(id)).toBe(2)
    await get(token, html)
    expect(await viewsOf(id)).toBe(3)
    await get(token, html, { 'user-agent': 'another browser' })
    expect(await viewsOf(id)).toBe(4)
    expect((await opened()).slice(before)).toEqual([
      { actorPart: 'visitor', details: { file: 'data/film.mp4' } },
      { actorPart: 'visitor', details: {} },
      { actorPart: 'visitor', details: { file: 'data/page.html' } },
      { actorPart: 'visitor', details: { file: 'data/page.html' } },
    ])
  })

  it('can be looked at for a moment where it is a document, at the origin of previews alone', async () => {
    const { token, id } = await share()
    const { link } = (await preview(token, paper)).data
    const { origin, pathname } = new URL(link!)
    expect(origin).toBe(t.services.config.previewOrigin)
    const at = await t.inject({ url: pathname, headers: { host: new URL(origin).host } })
    expect(at.statusCode).toBe(200)
    expect(at.headers['content-type']).toBe('application/pdf')
    expect(await viewsOf(id)).toBe(1)
    for (const position of [text, html, svg, photo, film]) expect((await preview(token, position)).data.link).toBeNull()
  })
})

describe('an address that names the evidence too', () => {
  it('opens nothing of another number, and tells nobody which was wrong', async () => {
    const { token, id } = await share()
    const open = (ano: string, by = token) => t.call(shareCalls.open, { params: { token: by }, query: { ano } })
    const other = await buildEvidence(t, me)
    const answers = [
      await open(other.number),
      await open('261121000000000000'),
      await open('x'),
      await open(''),
      await open(evidence.number, 'A'.repeat(43)),
    ]
    for (const answer of answers) expect({ ...answer, requestId: '' }).toEqual({ ...answers[0], requestId: '' })
    expect(answers[0]).toMatchObject({ success: false, errorCode: 'share-gone' })
    expect(await viewsOf(id)).toBe(0)
    expect((await open(evidence.number)).data.ano).toBe(evidence.number)
    expect(await viewsOf(id)).toBe(1)
  })
})
