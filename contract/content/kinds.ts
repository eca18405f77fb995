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
export const popPlaces = ['HOME_POP'] as const
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
  | 'captions'
  | 'product'

interface Facts {
  /** Beside a title, its order and its period. */
  readonly asks: readonly ContentField[]
  readonly needs: readonly ContentField[]
}

/** What a value of one of its fields adds. */
interface MoreFacts extends Facts {
  readonly where: { readonly field: ContentField; readonly is: string }
}

interface KindFacts extends Facts {
  readonly more?: readonly MoreFacts[]
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
    asks: ['helpSection', 'content'],
    needs: ['helpSection', 'content'],
    more: [
      // The picture stands in the place of the film until it plays.
      { where: { field: 'helpSection', is: 'VIDEO' }, asks: ['film', 'picture'], needs: [] },
      { where: { field: 'film', is: 'OWN' }, asks: ['video', 'captions'], needs: ['video'] },
    ],
    page: '/website-show/help-document',
  },
  BANNER: { asks: ['place', 'summary', 'picture', 'link'], needs: ['place'], page: '/' },
  PRODUCT: { asks: ['summary', 'product', 'picture', 'link'], needs: ['summary'], page: '/' },
  PARTNER: { asks: ['summary', 'picture', 'link'], needs: [], page: '/' },
  ACTIVITY: { asks: ['summary', 'picture', 'link'], needs: ['summary'], page: '/' },
}

/** Fields that a piece has, and those of them that it needs. */
export function factsOf(kind: ContentKind, given: Readonly<Record<string, unknown>>): Facts {
  const { asks, needs, more = [] } = kindFacts[kind]
  const facts = { asks: [...asks], needs: [...needs] }
  for (const { where, ...added } of more)
    if (facts.asks.includes(where.field) && given[where.field] === where.is) {
      facts.asks.push(...added.asks)
      facts.needs.push(...added.needs)
    }
  return facts
}

/** Where forms ask for a field: values of other fields, any of which suffices. */
export function askedWhere(field: ContentField): { field: string; values: string[] }[] {
  const kinds = contentKinds.filter((kind) => kindFacts[kind].asks.includes(field))
  const more = Object.values(kindFacts).flatMap((facts) => facts.more ?? [])
  return [
    ...(kinds.length ? [{ field: 'kind', values: kinds }] : []),
    ...more.filter(({ asks }) => asks.includes(field)).map(({ where }) => ({ field: where.field, values: [where.is] })),
  ]
}
