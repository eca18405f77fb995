import sanitize from 'sanitize-html'
import { pathOf } from '../../contract/kit/call.ts'
import { fileBytes } from '../../contract/platform/file-bytes.ts'
import { srcSetOf } from '../../contract/platform/picture-widths.ts'

const picturePath = new RegExp(`^${pathOf(fileBytes.shown, { id: '' })}([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`)

const options: sanitize.IOptions = {
  allowedTags: ['h2', 'h3', 'p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'a', 'img', 'hr'],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'loading'], ol: ['start'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'h2',
    h4: 'h3',
    div: 'p',
    a: (tagName, { href = '' }) =>
      isOurs(href)
        ? { tagName, attribs: { href } }
        : isElsewhere(href)
          ? { tagName, attribs: { href, rel: 'noopener noreferrer' } }
          : { tagName: 'span', attribs: {} },
    img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: { src, alt, loading: 'lazy' } }),
  },
  // Pictures are those that were sent here: others would tell strangers who reads.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !picturePath.test(attribs['src'] ?? ''),
}

const isOurs = (href: string) => /^\/(?![/\\])[^\s\\]*$/.test(href)
const isElsewhere = (href: string) => /^(?:https?:\/\/|mailto:|tel:)[^\s\\]+$/i.test(href)

/** HTML with nothing but text, headings, lists, links and pictures of ours; null where nothing that can be read is left. */
export function cleanHtml(html: string | null): string | null {
  if (html === null) return null
  const clean = sanitize(sanitize(html, options), options).trim()
  return /<img\b/.test(clean) || textOf(clean) ? clean : null
}

type Measures = ReadonlyMap<string, { width: number; height: number }>

/** As wide as a text becomes on the website. */
const sizes = '(min-width: 720px) 680px, 94vw'

/** Cleaned HTML as visitors get it: pictures whose measures are known keep their place free, and come no wider than they are shown. */
export const withPictureSizes = (clean: string, measures: Measures): string =>
  sanitize(clean, {
    ...options,
    allowedAttributes: {
      ...options.allowedAttributes,
      img: ['loading', 'decoding', 'width', 'height', 'sizes', 'srcset', 'src', 'alt'],
    },
    transformTags: {
      img: (tagName, { src = '', alt = '' }) => {
        const known = measures.get(picturePath.exec(src)?.[1] ?? '')
        const lazy = { loading: 'lazy', decoding: 'async' }
        if (!known) return { tagName, attribs: { ...lazy, src, alt } }
        const { width, height } = known
        const box = { width: String(width), height: String(height) }
        return { tagName, attribs: { ...lazy, ...box, sizes, srcset: srcSetOf(src, width), src, alt } }
      },
    },
  })

/** What can be read of HTML, in one line. */
export const textOf = (html: string): string =>
  sanitize(html.replaceAll(/<\/(?:p|li|h[23]|blockquote)>|<br\s*\/?>/g, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replaceAll(/[\s\u200b\ufeff]+/g, ' ')
    .trim()

/** Ids of the pictures that cleaned HTML shows. */
export const picturesIn = (html: string | null): string[] =>
  [...(html ?? '').matchAll(/<img\b[^>]*\bsrc="([^"]*)"/g)].flatMap(([, src]) => picturePath.exec(src!)?.[1] ?? [])
