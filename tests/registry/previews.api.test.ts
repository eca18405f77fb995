import { describe, expect, it, vi } from 'vitest'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import { png } from '../kit/pictures.ts'
import { runJobs } from './deposit-kit.ts'
import { authority, detailOf, owner, sent, t, withOwner } from './owner-kit.ts'

withOwner()

describe('looking at a file', () => {
  const looked = async (link: string, headers: Record<string, string> = {}) => {
    const { host, pathname } = new URL(link)
    return t.inject({ method: 'GET', url: pathname, headers: { host, 'user-agent': 'lightMyRequest', ...headers } })
  }
  const fileOf = async (bytes: Buffer, name: string) => {
    const [made] = (await t.call(depositCalls.files, { body: { fileIds: [await sent(bytes, name)] } }, owner)).data.list
    await runJobs(t, authority)
    return (await detailOf(made!.no)).files[0]!.id
  }
  const linkOf = async (id: string, who = owner) => (await t.call(depositCalls.preview, { params: { id } }, who)).data

  it('happens on an origin without a session, in ranges, with nothing that could run', async () => {
    const picture = png()
    const { link, contentType, shownAs } = await linkOf(await fileOf(picture, 'a.png'))
    expect({ contentType, shownAs, origin: new URL(link!).origin }).toEqual({
      contentType: 'image/png',
      shownAs: 'image',
      origin: t.services.config.previewOrigin,
    })
    const whole = await looked(link!)
    expect(whole.rawPayload.equals(picture)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(whole.headers['content-security-policy']).toContain('sandbox')
    expect(whole.headers['set-cookie']).toBeUndefined()
    const part = await looked(link!, { range: 'bytes=1-3' })
    expect([part.statusCode, part.rawPayload.toString()]).toEqual([206, 'PNG'])
  })

  it('is for the browser that asked, for some minutes, and for nothing else', async () => {
    const { link } = await linkOf(await fileOf(png(), 'a.png'))
    expect((await looked(link!, { 'user-agent': 'another browser' })).statusCode).toBe(404)
    expect((await looked(link!.slice(0, -4) + 'AAAA')).statusCode).toBe(404)
    const { host } = new URL(link!)
    for (const url of ['/', '/login', pathOf(evidenceCalls.list), '/shimakaze/upload/tus'])
      expect((await t.inject({ method: 'GET', url, headers: { host, 'x-auth-token': owner.token } })).statusCode).toBe(
        404,
      )
    expect(
      (
        await t.inject({ method: 'GET', url: new URL(link!).pathname, headers: { 'user-agent': 'lightMyRequest' } })
      ).rawPayload.equals(png()),
    ).toBe(false)
  })

  it('ends after ten minutes, and not before', async () => {
    const { link } = await linkOf(await fileOf(png(), 'a.png'))
    const begin = Date.now()
    const after = (seconds: number) => vi.spyOn(Date, 'now').mockReturnValue(begin + seconds * 1_000)
    try {
      after(590)
      expect((await looked(link!)).statusCode).toBe(200)
      after(602)
      expect((await looked(link!)).statusCode).toBe(404)
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('is offered for what a browser only shows; drawings that may run and unknown kinds are downloads, pages show as their source', async () => {
    expect(
      await linkOf(
        await fileOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'a.png'),
      ),
    ).toMatchObject({ link: null, contentType: 'image/svg+xml' })
    const page = await linkOf(await fileOf(Buffer.from('<!doctype html><script>1</script>'), 'a.txt'))
    expect(page).toMatchObject({ shownAs: 'text', contentType: 'text/html' })
    expect((await looked(page.link!)).headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(await linkOf(await fileOf(Buffer.from([0, 1, 2]), 'a.txt'))).toMatchObject({
      link: null,
      contentType: 'application/octet-stream',
    })
    const old = await linkOf(await fileOf(Buffer.from([0xd6, 0xa4, 0xbe, 0xdd]), 'a.txt'))
    expect((await looked(old.link!)).headers['content-type']).toBe('text/plain; charset=gb18030')
  })

  it('happens nowhere else: on the origin of pages, what a depositor sent is only downloaded', async () => {
    const script = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj')
    for (const [bytes, name] of [
      [script, 'a.pdf'],
      [Buffer.from('<!doctype html><script>1</script>'), 'a.html'],
      [png(), 'a.png'],
    ] as const) {
      const url = pathOf(evidenceCalls.fileBytes, { id: await fileOf(bytes, name) })
      const { headers, statusCode } = await t.inject({ method: 'GET', url, headers: { 'x-auth-token': owner.token } })
      expect({ name, statusCode, disposition: headers['content-disposition'] }).toMatchObject({
        statusCode: 200,
        disposition: expect.stringMatching(/^attachment; /),
      })
      expect(headers['content-type']).not.toMatch(/pdf|html/)
    }
  })

  it('is the owner’s alone', async () => {
    const id = await fileOf(png(), 'a.png')
    expect((await t.call(depositCalls.preview, { params: { id } }, await t.member())).errorCode).toBe('not-found')
    expect((await t.call(depositCalls.preview, { params: { id } })).errorCode).toBe('session-gone')
  })
})
