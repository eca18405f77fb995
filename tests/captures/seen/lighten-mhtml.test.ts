import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { lightenMhtml } from '../../../server/captures/web/page/lighten-mhtml.ts'

const mark = '----MultipartBoundary--abc----'
const photograph = (level: number, bytes = 7 * 1024 * 1024) => Buffer.alloc(bytes, level)
const packed = (bytes: Buffer) => bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')

const part = (url: string, body: string, encoding = 'base64') =>
  `\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-Location: ${url}\r\n\r\n${body}\r\n`

const mhtml = (...parts: readonly string[]) =>
  `From: <Saved by Blink>\r\nContent-Type: multipart/related;\r\n\tboundary="${mark}"\r\n\r\n\r\n${parts.map((one) => `--${mark}${one}`).join('')}--${mark}--\r\n`

const page = part('https://a.example/', '<p>=E7=85=A7=E7=89=87', 'quoted-printable')
const [one, other] = [photograph(1), photograph(2)]
const archived = (url: string, bytes: Buffer) => url.endsWith('/one.jpg') && bytes.equals(one)

describe('a heavy MHTML', () => {
  it('leaves out what the archive holds byte for byte, with its digest, and nothing else', () => {
    const whole = mhtml(
      page,
      part('https://a.example/one.jpg', packed(one)),
      part('https://a.example/other.jpg', packed(other)),
    )
    const { text, parts, bytes } = lightenMhtml(whole, archived)
    const digest = createHash('sha256').update(one).digest('hex')
    expect([parts, bytes]).toEqual([1, one.length])
    expect(
      text ===
        mhtml(
          page,
          part(`https://a.example/one.jpg\r\nX-Archived: sha256:${digest}`, ''),
          part('https://a.example/other.jpg', packed(other)),
        ),
    ).toBe(true)
  })

  it('keeps what came with other bytes from the same address', () => {
    const whole = mhtml(page, part('https://a.example/one.jpg', packed(other)))
    expect(lightenMhtml(whole, archived)).toEqual({ text: whole, parts: 0, bytes: 0 })
  })

  it('keeps text, small files and files without an address', () => {
    const small = mhtml(
      page,
      part('https://a.example/one.jpg', packed(photograph(1, 30_000))),
      part('x', packed(one)).replace('Content-Location: x\r\n', ''),
    )
    expect(lightenMhtml(small, () => true)).toEqual({ text: small, parts: 0, bytes: 0 })
    const long = mhtml(part('https://a.example/', 'a'.repeat(9 * 1024 * 1024), 'quoted-printable'))
    expect(lightenMhtml(long, () => true).parts).toBe(0)
  })
})

it('an MHTML of few pictures is left whole', () => {
  const whole = mhtml(page, part('https://a.example/one.jpg', packed(photograph(1, 5 * 1024 * 1024))))
  expect(lightenMhtml(whole, () => true)).toEqual({ text: whole, parts: 0, bytes: 0 })
})
