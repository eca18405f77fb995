import { expect, it } from 'vitest'
import { mediaTypeOf } from '../../server/kit/files/media-type.ts'
import { jpeg, png } from '../kit/pictures.ts'

const zip = (...names: string[]) => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from(names.join('\0'))])
const ftyp = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from(`ftyp${brand}`), Buffer.alloc(8)])

it.each<[string, Buffer]>([
  ['image/png', png()],
  ['image/jpeg', jpeg()],
  ['image/gif', Buffer.from('GIF89a..')],
  ['image/webp', Buffer.from('RIFF....WEBPVP8 ')],
  ['image/avif', ftyp('avif')],
  ['image/heic', ftyp('heic')],
  ['video/mp4', ftyp('isom')],
  ['video/quicktime', ftyp('qt  ')],
  ['audio/mp4', ftyp('M4A ')],
  ['video/webm', Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from('....webm')])],
  ['video/x-matroska', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0])],
  ['audio/wav', Buffer.from('RIFF....WAVEfmt ')],
  ['audio/mpeg', Buffer.from('ID3\u0004')],
  ['audio/mpeg', Buffer.from([0xff, 0xfb, 0x90, 0x00])],
  ['application/pdf', Buffer.from('%PDF-1.7')],
  ['application/zip', zip('a.txt')],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    zip('[Content_Types].xml', 'word/document.xml'),
  ],
  ['text/plain', Buffer.from('海风\n')],
  ['text/plain', Buffer.from([0xd6, 0xa4, 0xbe, 0xdd])],
  ['text/plain', Buffer.from('1 < 2, a<b')],
  ['application/octet-stream', Buffer.from([1, 2, 3])],
  ['application/octet-stream', Buffer.alloc(0)],
])('%s is known by what it begins with', (expected, head) => {
  expect(mediaTypeOf(head)).toBe(expected)
})

it.each([
  ['text/html', '<!DOCTYPE html><p>'],
  ['text/html', '\uFEFF \n<HTML lang=zh>'],
  ['text/html', 'hello <script>alert(1)</script>'],
  ['text/html', '<IMG src=x onerror=1>'],
  ['text/html', '<script\n>'],
  ['image/svg+xml', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">'],
  ['image/svg+xml', '<SVG onload=1>'],
  ['application/xml', '<?xml version="1.0"?><invoice/>'],
])('what could run is %s and never shown as text or picture: %s', (expected, text) => {
  expect(mediaTypeOf(Buffer.from(text))).toBe(expected)
})
