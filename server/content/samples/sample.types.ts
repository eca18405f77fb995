import type { Film } from '../../../contract/content/kinds.ts'

/** A piece of content that a new platform begins with, in both languages; long texts are HTML of `clean-html.ts`. */
export interface Sample {
  titleZh: string
  titleEn: string
  summaryZh?: string
  summaryEn?: string
  contentZh?: string
  contentEn?: string
  /** One of the kind's categories. */
  category?: string
  /** One of those that come with the product. */
  film?: Exclude<Film, 'OWN'>
  /** Where it leads: an address of the website, or one with https. */
  link?: string
}
