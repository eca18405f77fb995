/** As much of a file's beginning as is looked at. */
export const sniffedBytes = 4_096

type Sign = [mediaType: string, at: number, bytes: string | number[]]

/** What files of a kind begin with (WHATWG MIME Sniffing and the formats' own specifications). */
const signs: Sign[] = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBPVP'],
  ['image/bmp', 0, 'BM'],
  ['image/tiff', 0, [0x49, 0x49, 0x2a, 0x00]],
  ['image/tiff', 0, [0x4d, 0x4d, 0x00, 0x2a]],
  ['audio/wav', 8, 'WAVE'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/amr', 0, '#!AMR'],
  ['video/x-msvideo', 8, 'AVI '],
  ['application/pdf', 0, '%PDF-'],
  ['application/x-7z-compressed', 0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['application/vnd.rar', 0, 'Rar!'],
  ['application/gzip', 0, [0x1f, 0x8b]],
  ['application/x-ole-storage', 0, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
]

/** Containers of ISO 14496-12 say by their brand what they hold. */
const brands: [RegExp, string][] = [
  [/^(avif|avis)/, 'image/avif'],
  [/^(heic|heix|mif1|msf1)/, 'image/heic'],
  [/^M4[AB] /, 'audio/mp4'],
  [/^qt /, 'video/quicktime'],
  [/^3g/, 'video/3gpp'],
  [/./, 'video/mp4'],
]

/** Office documents by the part of a zip that only they have. */
const parts: [string, string][] = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
]

/** What a file is by what it begins with; never by its name or by what its sender says of it. */
export function mediaTypeOf(head: Buffer): string {
  const found = signs.find(([, at, sign]) => begins(head, at, sign))
  if (found) return found[0]
  if (begins(head, 4, 'ftyp'))
    return brands.find(([brand]) => brand.test(head.toString('latin1', 8, 12)))?.[1] ?? 'video/mp4'
  if (begins(head, 0, [0x1a, 0x45, 0xdf, 0xa3]))
    return head.includes('webm', 0, 'latin1') ? 'video/webm' : 'video/x-matroska'
  if (begins(head, 0, [0x50, 0x4b, 0x03, 0x04])) return zipOf(head)
  if (head[0] === 0xff && (head[1]! & 0xe6) === 0xe2) return 'audio/mpeg'
  return textOf(head)
}

function begins(head: Buffer, at: number, sign: string | number[]) {
  const bytes = typeof sign === 'string' ? Buffer.from(sign, 'latin1') : Buffer.from(sign)
  return head.length >= at + bytes.length && head.subarray(at, at + bytes.length).equals(bytes)
}

const zipOf = (head: Buffer) =>
  parts.find(([part]) => head.includes('[Content_Types].xml', 0, 'latin1') && head.includes(part, 0, 'latin1'))?.[1] ??
  'application/zip'

/** Text has no control characters; what a browser would run as a page is told apart from what it only shows. */
function textOf(head: Buffer): string {
  if (!head.length || head.some((b) => b < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(b)))
    return 'application/octet-stream'
  const text = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase()
  if (/<svg[\s>]/.test(text)) return 'image/svg+xml'
  if (/<(!doctype html|html|head|body|script|iframe|style|title|table|div|a|p|h1|br|img|meta|link)[\s>]/.test(text))
    return 'text/html'
  return text.startsWith('<?xml') ? 'application/xml' : 'text/plain'
}
