import type { z } from 'zod'
import { popPlaces } from '../../contract/content/kinds.ts'
import { pathOf } from '../../contract/kit/call.ts'
import type {
  Activity,
  Banner,
  HelpArticle,
  NewsArticle,
  NewsItem,
  Partner,
  shownCalls,
  ShownProduct,
} from '../../contract/content/shown.ts'
import { fileBytes } from '../../contract/platform/file-bytes.ts'
import { factsOfProduct, Product } from '../../contract/payments/products.ts'
import type { Caller, Visitor } from '../kit/calls/caller.ts'
import type { Guest } from '../kit/calls/implement.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import type { Language } from '../kit/words.ts'
import { firstPrices } from '../payments/prices/prices.service.ts'
import { picturesMeasured } from '../platform/files.service.ts'
import { platformName } from '../platform/platform.service.ts'
import { cleanHtml, picturesIn, withPictureSizes } from './clean-html.ts'
import * as read from './shown.read.ts'

interface Titled {
  titleZh: string
  titleEn: string | null
}
interface Worded extends Titled {
  summaryZh: string | null
  summaryEn: string | null
}

const isEnglish = ({ lang }: Visitor, { titleEn }: Titled) => lang === 'en' && titleEn !== null

/** English stands there whole or not at all: its title decides. */
const inLanguage = (visitor: Visitor, row: Worded) =>
  isEnglish(visitor, row)
    ? { title: row.titleEn!, summary: row.summaryEn, lang: 'en' as const }
    : { title: row.titleZh, summary: row.summaryZh, lang: 'zh-CN' as const }

interface Text extends Titled {
  contentZh: string | null
  contentEn: string | null
}

/** Texts in the reader's language, each with the sizes of its pictures. */
async function textsIn(services: Services, visitor: Visitor, rows: readonly Text[]): Promise<string[]> {
  const clean = rows.map((row) => cleanHtml(isEnglish(visitor, row) ? row.contentEn : row.contentZh) ?? '')
  const ids = [...new Set(clean.flatMap(picturesIn))]
  const measures = await picturesMeasured(services, visitor.platform.id, ids)
  return ids.length ? clean.map((html) => withPictureSizes(html, measures)) : clean
}

const urlOf = (id: string | null) => id && pathOf(fileBytes.shown, { id })
const iso = (at: Date | null) => at?.toISOString() ?? null
const whole = <T>(list: T[]) => ({ list, total: list.length, totalIsEstimate: false })

type Body<K extends keyof typeof shownCalls> = (typeof shownCalls)[K] extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : never

export async function banners(services: Services, visitor: Visitor, place: string, { preview }: Body<'banners'>) {
  const what = { platformId: visitor.platform.id, kind: 'BANNER', preview } as const
  const rows = await read.listInOrder(services.db.system, what, { place })
  return whole(
    rows.map((row): Banner => ({
      id: row.id,
      ...inLanguage(visitor, row),
      imgUrl: urlOf(row.picture),
      link: row.link,
      sort: row.sort,
    })),
  )
}

export async function products(services: Services, visitor: Visitor, wanted: Body<'products'>) {
  const { system } = services.db
  const { platform } = visitor
  const [rows, prices] = await Promise.all([
    read.listInOrder(system, { platformId: platform.id, kind: 'PRODUCT', preview: wanted.preview }),
    firstPrices(system, platform.id),
  ])
  const all = rows.map((row): ShownProduct => {
    const { title: name, summary, lang } = inLanguage(visitor, row)
    const product = Product.safeParse(row.product).data
    return {
      id: row.id,
      name,
      summary: summary ?? '',
      icon: urlOf(row.picture),
      amount: (product && prices[product]) ?? null,
      unit: product ? factsOfProduct(product).unit : null,
      link: row.link,
      lang,
    }
  })
  const from = (wanted.pageNum - 1) * wanted.pageSize
  const ordered = wanted.sort === 'ascend' ? all.toReversed() : all
  return { ...whole(all), list: ordered.slice(from, from + wanted.pageSize) }
}

type NewsRow = Awaited<ReturnType<typeof read.listNews>>[number]
const newsItem = (visitor: Visitor, row: NewsRow): NewsItem => ({
  id: row.id,
  type: row.newsType as NewsItem['type'],
  ...inLanguage(visitor, row),
  cover: urlOf(row.picture),
  date: row.date.toISOString(),
})

export async function newsList(services: Services, visitor: Visitor, wanted: Body<'newsList'>) {
  const { system } = services.db
  const [rows, total] = await Promise.all([
    read.listNews(system, visitor.platform.id, wanted),
    read.countNews(system, visitor.platform.id, wanted),
  ])
  return { list: rows.map((row) => newsItem(visitor, row)), total, totalIsEstimate: false }
}

export async function news(
  services: Services,
  visitor: Visitor,
  id: string,
  { preview }: { preview?: string | undefined },
): Promise<NewsArticle> {
  const { system } = services.db
  const row = await read.findNews(system, visitor.platform.id, id, preview)
  if (!row) throw new AppError('not-found')
  const { prev, next } = await read.neighbours(system, visitor.platform.id, row)
  const named = (near: (Titled & { id: string }) | undefined) =>
    near ? { id: near.id, title: isEnglish(visitor, near) ? near.titleEn! : near.titleZh } : null
  return {
    ...newsItem(visitor, row),
    content: (await textsIn(services, visitor, [row]))[0]!,
    source: platformName(visitor.platform, visitor.lang),
    updatedAt: row.savedAt.toISOString(),
    prev: named(prev),
    next: named(next),
  }
}

type Film = Pick<
  Awaited<ReturnType<typeof read.listTexts>>[number],
  'film' | 'picture' | 'video' | 'captionsZh' | 'captionsEn'
>

/** A film that comes with the product is that of the language in which the piece stands, with its captions in the picture as well. */
function filmOf(row: Film, lang: Language): HelpArticle['video'] {
  if (row.film === null) return null
  const poster = row.picture && `${urlOf(row.picture)}?width=1280`
  if (row.video) return { url: urlOf(row.video)!, poster, captions: captionsOf(row, lang) }
  const shipped = `/videos/${row.film.toLowerCase()}-${lang === 'en' ? 'en' : 'zh'}`
  return {
    url: `${shipped}.webm`,
    poster: poster ?? `${shipped}.webp`,
    captions: [{ url: `${shipped}.vtt`, lang, isOn: false }],
  }
}

const captionsOf = ({ captionsZh, captionsEn }: Film, lang: Language) =>
  (
    [
      ['zh-CN', captionsZh],
      ['en', captionsEn],
    ] as const
  ).flatMap(([of, id]) => (id ? [{ url: urlOf(id)!, lang: of, isOn: of === lang }] : []))

export async function help(
  services: Services,
  visitor: Visitor,
  { keyWord, preview }: { keyWord?: string | undefined; preview?: string | undefined },
) {
  const what = { platformId: visitor.platform.id, kind: 'HELP', preview } as const
  const rows = await read.listTexts(services.db.system, what, keyWord)
  const texts = await textsIn(services, visitor, rows)
  const list = rows.map((row, i): HelpArticle => {
    const { title, lang } = inLanguage(visitor, row)
    return {
      id: row.id,
      section: row.helpSection as HelpArticle['section'],
      title,
      lang,
      content: texts[i]!,
      video: filmOf(row, lang),
    }
  })
  return { list }
}

export async function partners(services: Services, visitor: Visitor, { preview }: { preview?: string | undefined }) {
  const what = { platformId: visitor.platform.id, kind: 'PARTNER', preview } as const
  const rows = await read.listInOrder(services.db.system, what)
  const list = rows.map((row): Partner => {
    const { title: name, summary } = inLanguage(visitor, row)
    return { id: row.id, name, summary, imgUrl: urlOf(row.picture), link: row.link }
  })
  return { list }
}

const none: Activity = {
  show: false,
  popId: null,
  title: '',
  summary: null,
  imgUrl: null,
  link: null,
  startAt: null,
  endAt: null,
}

/** Whoever is signed in and put it away is told of it no more; a visitor's browser remembers by itself. */
export async function activity(
  services: Services,
  guest: Guest,
  place: string,
  { preview }: { preview?: string | undefined },
) {
  if (!(popPlaces as readonly string[]).includes(place)) return none
  const row = await read.findActivity(
    services.db.system,
    { platformId: guest.platform.id, preview },
    guest.caller?.personId,
  )
  if (!row) return none
  const { title, summary } = inLanguage(guest, row)
  return {
    show: true,
    popId: row.id,
    title,
    summary,
    imgUrl: urlOf(row.picture),
    link: row.link,
    startAt: iso(row.fromAt),
    endAt: iso(row.untilAt),
  }
}

export const hideActivity = (services: Services, caller: Caller, id: string) =>
  services.db.asSystem(async (tx) => {
    const found = await tx
      .selectFrom('contentItem')
      .select('id')
      .where('id', '=', id)
      .where('platformId', '=', caller.platform.id)
      .where('kind', '=', 'ACTIVITY')
      .where('status', '<>', 'DRAFT')
      .executeTakeFirst()
    if (!found) throw new AppError('not-found')
    await tx
      .insertInto('contentHidden')
      .values({ personId: caller.personId, itemId: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { hidden: true }
  })
