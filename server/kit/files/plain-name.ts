import { extname } from 'node:path'
import { withoutPosing } from '../../../contract/kit/typed/names.ts'

const endings = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
  'text/vtt': '.vtt',
  'application/pdf': '.pdf',
} as const
export type PlainKind = keyof typeof endings

/** A file's name in one line, without folders and signs that deceive, ending as its kind does. */
export function plainName(given: string, mediaType: PlainKind): string {
  const plain = withoutPosing(given)
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/[\p{Cs}"<>|:*?]/gu, '')
    .trim()
  const whole = plain.slice(0, plain.length - extname(plain).length)
  const stem = [...whole].slice(0, 80).join('')
  return `${stem || 'file'}${endings[mediaType]}`
}
