import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, ShortText } from '../kit/fields.ts'
import { languages } from '../kit/language.ts'
import { listOf, Page } from '../kit/page.ts'
import { helpSections, newsTypes, places, popPlaces } from './kinds.ts'

/** In which language a piece stands here: Chinese where it was not written in the reader's. */
const inLanguage = { lang: z.enum(languages) }
const picture = { imgUrl: z.string().nullable() }
const linked = { link: z.string().nullable() }

export const Banner = z.object({
  id: Id,
  title: z.string(),
  summary: z.string().nullable(),
  sort: z.int(),
  ...picture,
  ...linked,
  ...inLanguage,
})
export type Banner = z.output<typeof Banner>

export const ShownProduct = z.object({
  id: Id,
  name: z.string(),
  summary: z.string(),
  icon: z.string().nullable(),
  /** What one costs now, in fen; null for what has no price of its own. */
  amount: z.int().nullable(),
  unit: z.string().nullable(),
  ...linked,
  ...inLanguage,
})
export type ShownProduct = z.output<typeof ShownProduct>

export const NewsItem = z.object({
  id: Id,
  type: z.enum(newsTypes),
  title: z.string(),
  summary: z.string().nullable(),
  cover: z.string().nullable(),
  date: Instant,
  ...inLanguage,
})
export type NewsItem = z.output<typeof NewsItem>

const Neighbour = z.object({ id: Id, title: z.string() }).nullable()
export const NewsArticle = NewsItem.extend({
  /** HTML, cleaned when it was saved and again here. */
  content: z.string(),
  /** The platform that publishes it. */
  source: z.string(),
  updatedAt: Instant,
  /** The older one, and the newer. */
  prev: Neighbour,
  next: Neighbour,
})
export type NewsArticle = z.output<typeof NewsArticle>

const Captions = z.object({
  url: z.string(),
  lang: z.enum(languages),
  /** Shown unless the reader turns them off: in the language of the piece, where the picture does not have them already. */
  isOn: z.boolean(),
})

export const HelpArticle = z.object({
  id: Id,
  section: z.enum(helpSections),
  title: z.string(),
  content: z.string(),
  /** A film that shows it. */
  video: z.object({ url: z.string(), poster: z.string().nullable(), captions: z.array(Captions) }).nullable(),
  ...inLanguage,
})
export type HelpArticle = z.output<typeof HelpArticle>

export const Partner = z.object({ id: Id, name: z.string(), summary: z.string().nullable(), ...picture, ...linked })
export type Partner = z.output<typeof Partner>

/** The newest is told of, where any stands there. */
export const Activity = z.object({
  show: z.boolean(),
  popId: Id.nullable(),
  title: z.string(),
  summary: z.string().nullable(),
  startAt: Instant.nullable(),
  endAt: Instant.nullable(),
  ...picture,
  ...linked,
})
export type Activity = z.output<typeof Activity>

export const Counters = z.object({
  /** Evidence collected or deposited here. */
  attCount: z.int(),
  userCount: z.int(),
  /** Entries of the transparency log that the installation keeps. */
  logSize: z.int(),
  /** Checkpoints of it that public chains confirmed, and the height of the last block that has one. */
  chainCount: z.int(),
  blockHeight: z.int().nullable(),
})
export type Counters = z.output<typeof Counters>

/** Former clients name a place by a number of theirs, or by none: nothing stands there. */
const FormerPlace = z.string().regex(/^\d{0,19}$/)

/** The secret of a preview's address. */
const preview = { preview: ShortText(100).optional() }
const shown = { right: 'public', rate: 'read', idempotent: true } as const

export const shownCalls = {
  banners: defineCall({
    method: 'POST',
    path: 'content/banner/list/{id}',
    params: z.object({ id: z.union([z.enum(places), FormerPlace]) }),
    body: z.object(preview),
    reply: listOf(Banner),
    ...shown,
  }),
  /** With what each costs now. `descend` gives the most important first. */
  products: defineCall({
    method: 'POST',
    path: 'product/list',
    body: Page.extend({ sort: z.enum(['descend', 'ascend']).default('descend'), ...preview }),
    reply: listOf(ShownProduct),
    topList: true,
    ...shown,
  }),
  newsList: defineCall({
    method: 'POST',
    path: 'product/news/list',
    body: Page.extend({ type: z.enum(newsTypes).optional(), keyWord: ShortText(100).optional() }),
    reply: listOf(NewsItem),
    topList: true,
    ...shown,
  }),
  news: defineCall({
    method: 'GET',
    path: 'product/news/{id}',
    params: z.object({ id: Id }),
    query: z.object(preview),
    reply: NewsArticle,
    ...shown,
  }),
  help: defineCall({
    method: 'GET',
    path: 'content/help',
    own: true,
    query: z.object({ keyWord: ShortText(100).optional(), ...preview }),
    reply: z.object({ list: z.array(HelpArticle) }),
    ...shown,
  }),
  partners: defineCall({
    method: 'GET',
    path: 'content/partner',
    own: true,
    query: z.object(preview),
    reply: z.object({ list: z.array(Partner) }),
    ...shown,
  }),
  counters: defineCall({ method: 'POST', path: 'user/homepage/att', reply: Counters, ...shown }),
  activity: defineCall({
    method: 'GET',
    path: 'activity/pop/{id}',
    params: z.object({ id: z.union([z.enum(popPlaces), FormerPlace]) }),
    query: z.object(preview),
    reply: Activity,
    ...shown,
  }),
  /** `id` is the activity's; it is not told of to this person again. */
  hideActivity: defineCall({
    method: 'PUT',
    path: 'activity/pop/hide/{id}',
    params: z.object({ id: Id }),
    reply: z.object({ hidden: z.boolean() }),
    right: 'signed-in',
    rate: 'write',
    idempotent: true,
  }),
}
