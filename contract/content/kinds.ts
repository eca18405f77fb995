import { z } from 'zod'

/** What staff write for visitors of the website. */
export const contentKinds = ['NEWS', 'HELP', 'BANNER', 'PRODUCT', 'PARTNER', 'ACTIVITY'] as const
export const ContentKind = z.enum(contentKinds)
export type ContentKind = z.output<typeof ContentKind>

/** Fields that every language has its own of. */
export const worded = ['title', 'summary', 'content'] as const
export type Worded = (typeof worded)[number]

/** Where banners stand, and where an activity is told of. */
export const places = ['HOME_TOP', 'NEWS_TOP', 'HELP_TOP'] as const
export const newsTypes = ['NOTICE', 'LAW', 'PRODUCT'] as const
export const helpSections = ['GUIDE', 'VIDEO', 'QUESTION', 'OPEN'] as const
/** Films of the product that come with it, in both languages; `OWN` is one that was sent here. */
export const films = ['OWN', 'CAPTURE', 'VERIFY'] as const
export type Film = (typeof films)[number]

/** Fields that not every kind has. */
export type ContentField =
  | Exclude<Worded, 'title'>
  | 'picture'
  | 'link'
  | 'place'
  | 'newsType'
  | 'helpSection'
  | 'film'
  | 'video'
  | 'product'

interface KindFacts {
  /** Beside a title, its order and its period. */
  readonly asks: readonly ContentField[]
  readonly needs: readonly ContentField[]
  /** The page on which visitors find it, where it has none of its own. */
  readonly page: string
}

/** Form, checks, lists and versions of each kind follow from this table. */
export const kindFacts: Readonly<Record<ContentKind, KindFacts>> = {
  NEWS: {
    asks: ['newsType', 'summary', 'content', 'picture'],
    needs: ['newsType', 'content'],
    page: '/website-show/news',
  },
  HELP: {
    asks: ['helpSection', 'film', 'video', 'content', 'picture'],
    needs: ['helpSection', 'content'],
    page: '/website-show/help-document',
  },
  BANNER: { asks: ['place', 'summary', 'picture', 'link'], needs: ['place'], page: '/' },
  PRODUCT: { asks: ['summary', 'product', 'picture', 'link'], needs: ['summary'], page: '/' },
  PARTNER: { asks: ['summary', 'picture', 'link'], needs: [], page: '/' },
  ACTIVITY: { asks: ['summary', 'picture', 'link'], needs: ['summary'], page: '/' },
}

/** Fields of help that its films alone have; the picture stands in their place until they play. */
const ofFilms: readonly ContentField[] = ['film', 'video', 'picture']

/** Whether a piece has a field. */
export const asksFor = (kind: ContentKind, section: string | null | undefined, field: ContentField): boolean =>
  kindFacts[kind].asks.includes(field) && (kind !== 'HELP' || section === 'VIDEO' || !ofFilms.includes(field))

/** Kinds all pieces of which have a field. */
export const kindsThatAsk = (field: ContentField): ContentKind[] =>
  contentKinds.filter((kind) => asksFor(kind, null, field))
