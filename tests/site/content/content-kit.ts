import pg from 'pg'
import { contentCalls } from '../../../contract/content/content.ts'
import type { ContentKind } from '../../../contract/content/kinds.ts'
import { shownCalls } from '../../../contract/content/shown.ts'
import { type Call, type CallRequest, pathOf } from '../../../contract/kit/call.ts'
import { fileCalls, type Uploaded, type UploadScene } from '../../../contract/platform/files.ts'
import { newId } from '../../../server/kit/ids.ts'
import { buildTestApp, type Member } from '../../kit/build-test-app.ts'
import { formOf, png } from '../../kit/pictures.ts'

export type Body = CallRequest<typeof contentCalls.create>['body']

/** Of each kind what it needs and no more. */
export const pieces = {
  NEWS: { kind: 'NEWS', titleZh: '平台公告', newsType: 'NOTICE', contentZh: '<p>今晚维护。</p>' },
  HELP: { kind: 'HELP', titleZh: '如何取证', helpSection: 'GUIDE', contentZh: '<p>填写网址。</p>' },
  BANNER: { kind: 'BANNER', titleZh: '首页横幅', place: 'HOME_TOP' },
  PRODUCT: { kind: 'PRODUCT', titleZh: '网页取证', summaryZh: '固化网页' },
  PARTNER: { kind: 'PARTNER', titleZh: '合作机构' },
  ACTIVITY: { kind: 'ACTIVITY', titleZh: '开业活动', summaryZh: '充值有礼' },
} as const satisfies Record<ContentKind, Body>

/** The same in English, where each kind has a text beside its title. */
export const inEnglish = { titleEn: 'In English', summaryEn: 'A summary', contentEn: '<p>A text.</p>' }

export const hours = (n: number, from = Date.now()) => new Date(from + n * 3_600_000).toISOString()
export const english = { 'x-lang': 'en' }

/** Fields that a refusal names, each with what is wrong. */
export const problems = (reply: { data: unknown }) =>
  (reply.data as { fields: { path: string; key: string }[] }).fields.map((f) => `${f.path} ${f.key}`)

interface Look {
  as?: Member
  headers?: Record<string, string>
  preview?: string
}

/** An application with an operator, and a second platform on it with its own. */
export async function openSite(clock?: Date) {
  const t = await buildTestApp({}, clock ? { clock } : {})
  const { system } = t.services.db
  const operator = await t.member({ name: '运营', role: 'operator' })
  const there = { host: 'other.example' }
  const platformId = newId()
  const name = JSON.stringify({ zh: '另一平台' }) as never
  await system
    .insertInto('platform')
    .values({ id: platformId, notaryId: 'other', name, hosts: [there.host] })
    .execute()
  const elsewhere = await t.member({ name: '邻站运营', role: 'operator', platformId })

  const headersOf = (as: Member) => (as === elsewhere ? there : {})
  const staff = <C extends Call>(call: C, request: CallRequest<C>, as = operator) =>
    t.call(call, request, as, headersOf(as))

  async function write(body: Body, { publish = true, as = operator } = {}) {
    const { id } = (await staff(contentCalls.create, { body }, as)).data
    if (publish) await staff(contentCalls.publish, { params: { id } }, as)
    return id
  }

  async function send(as = operator, { bytes = png(), scene = 'content' as UploadScene } = {}) {
    const { payload, headers } = formOf({ file: bytes, scene }, as.token)
    const url = pathOf(fileCalls.upload)
    const sent = await t.inject({ method: 'POST', url, payload, headers: { ...headers, ...headersOf(as) } })
    return sent.json<{ success: boolean; errorCode?: string; data: Uploaded }>()
  }

  /** Titles of what a visitor sees of a kind. */
  async function titles(kind: ContentKind, { as, headers = {}, preview }: Look = {}): Promise<string[]> {
    const query = preview === undefined ? {} : { preview }
    if (kind === 'BANNER') {
      const request = { params: { id: 'HOME_TOP' as const }, body: query }
      return (await t.call(shownCalls.banners, request, as, headers)).data.list.map((b) => b.title)
    }
    if (kind === 'PRODUCT')
      return (await t.call(shownCalls.products, { body: query }, as, headers)).data.list.map((p) => p.name)
    if (kind === 'HELP') return (await t.call(shownCalls.help, { query }, as, headers)).data.list.map((h) => h.title)
    if (kind === 'PARTNER')
      return (await t.call(shownCalls.partners, { query }, as, headers)).data.list.map((p) => p.name)
    if (kind === 'ACTIVITY') {
      const { show, title } = (await t.call(shownCalls.activity, { params: { id: 'HOME_POP' }, query }, as, headers))
        .data
      return show ? [title] : []
    }
    return (await t.call(shownCalls.newsList, { body: {} }, as, headers)).data.list.map((n) => n.title)
  }

  return {
    t,
    operator,
    elsewhere,
    there,
    staff,
    write,
    send,
    titles,
    /** A picture that was sent for content. */
    picture: async (as = operator) => (await send(as)).data,
    get: async (id: string) => (await staff(contentCalls.get, { params: { id } })).data,
    /** Saves another version, which nobody sees yet. */
    save: async (id: string, body: Body) => staff(contentCalls.update, { params: { id }, body }),
    publish: (id: string) => staff(contentCalls.publish, { params: { id } }),
    news: (id: string, { as, headers = {}, preview }: Look = {}) =>
      t.call(shownCalls.news, { params: { id }, query: preview === undefined ? {} : { preview } }, as, headers),
    helpOf: async (id: string, headers = {}) =>
      (await t.call(shownCalls.help, { query: {} }, undefined, headers)).data.list.find((h) => h.id === id),
    /** As the database's owner, who may do what no service may. */
    async asOwner(statement: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: t.databaseUrl })
      await client.connect()
      try {
        await client.query(statement, values)
      } finally {
        await client.end()
      }
    },
    /** As if nobody had written or called anything. */
    async clear() {
      await system.deleteFrom('contentItem').execute()
      await system.deleteFrom('callWindow').execute()
    },
  }
}
export type Site = Awaited<ReturnType<typeof openSite>>
