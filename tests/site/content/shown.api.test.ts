import { setPrice } from '../../kit/people/second-word.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentCalls } from '../../../contract/content/content.ts'
import { contentKinds } from '../../../contract/content/kinds.ts'
import { shownCalls as calls } from '../../../contract/content/shown.ts'
import { type CallRequest, pathOf } from '../../../contract/kit/call.ts'
import { newId } from '../../../server/kit/ids.ts'
import type { Member } from '../../kit/build-test-app.ts'
import { asAdmin } from '../../trust/anchors/as-admin.ts'
import { english, hours, inEnglish, openSite, pieces, type Site } from './content-kit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
beforeEach(() => site.clear())
afterAll(() => site.t.close())

const notFound = { errorCode: 'not-found' }
const article = async (id: string, headers = {}) => (await site.news(id, { headers })).data
const withdraw = (id: string) => site.staff(contentCalls.withdraw, { params: { id } })

it('texts are cleaned when they are shown, whatever stands in the database', async () => {
  const news = await site.write({ ...pieces.NEWS, ...inEnglish })
  const help = await site.write({ ...pieces.HELP, ...inEnglish })
  const raw = `<p onclick="steal()">今晚<script>steal()</script><img src="x" onerror="steal()"></p>`
  await asAdmin(
    site.t.databaseUrl,
    `update content_version set content_zh = '${raw}', content_en = '${raw}' where item_id in ('${news}', '${help}')`,
  )
  const shown = await Promise.all([
    site.t.inject({ url: pathOf(calls.news, { id: news }) }),
    site.t.inject({ url: pathOf(calls.news, { id: news }), headers: english }),
    site.t.inject({ url: pathOf(calls.help) }),
  ])
  for (const { body } of shown) {
    expect(body).toContain('今晚')
    expect(body).not.toMatch(/steal|onclick|onerror|<script/)
  }
})

describe.each(contentKinds)('a visitor of what is of kind %s', (kind) => {
  const piece = pieces[kind]

  it('sees no draft, and nothing that is not yet shown, over or withdrawn', async () => {
    await site.write(piece, { publish: false })
    await site.write({ ...piece, fromAt: hours(1) })
    await site.write({ ...piece, fromAt: hours(-2), untilAt: hours(-1) })
    await withdraw(await site.write(piece))
    expect(await site.titles(kind)).toEqual([])
    expect(await site.titles(kind, { as: site.operator })).toEqual([])
    await site.write({ ...piece, titleZh: '正在展示', fromAt: hours(-1), untilAt: hours(1) })
    expect(await site.titles(kind)).toEqual(['正在展示'])
  })

  it('sees a new version when it is published, not before', async () => {
    const id = await site.write(piece)
    await site.save(id, { ...piece, titleZh: '第二稿', untilAt: hours(1) })
    expect(await site.titles(kind)).toEqual([piece.titleZh])
    await site.publish(id)
    expect(await site.titles(kind)).toEqual(['第二稿'])
  })

  it('reads in their language, and in Chinese where there is no English', async () => {
    const id = await site.write({ ...piece, summaryZh: '摘要', contentZh: '<p>正文</p>', ...inEnglish })
    expect(await site.titles(kind, { headers: english })).toEqual(['In English'])
    expect(await site.titles(kind)).toEqual([piece.titleZh])
    await withdraw(id)
    await site.write(piece)
    expect(await site.titles(kind, { headers: english })).toEqual([piece.titleZh])
  })

  it('on another platform sees its own alone', async () => {
    await site.write(piece)
    expect(await site.titles(kind, { headers: site.there })).toEqual([])
    await site.write({ ...piece, titleZh: '邻站内容' }, { as: site.elsewhere })
    expect(await site.titles(kind, { headers: site.there })).toEqual(['邻站内容'])
    expect(await site.titles(kind)).toEqual([piece.titleZh])
  })
})

it('banners stand at their place in the order given, among equals the newest first, with picture and link', async () => {
  const { fileId, url } = await site.picture()
  const last = await site.write({ ...pieces.BANNER, titleZh: '末位', sort: 9 })
  await site.write({ ...pieces.BANNER, titleZh: '中一', sort: 5 })
  await site.write({ ...pieces.BANNER, titleZh: '中二', sort: 5 })
  const other = await site.write({ ...pieces.BANNER, titleZh: '别处', place: 'NEWS_TOP', sort: 1 })
  await site.write({ ...pieces.BANNER, titleZh: '首位', sort: 0, picture: fileId, link: '/pricing', summaryZh: '摘要' })
  expect(await site.titles('BANNER')).toEqual(['首位', '中二', '中一', '末位'])
  const at = async (id: 'HOME_TOP' | 'NEWS_TOP' | 'HELP_TOP') =>
    (await site.t.call(calls.banners, { params: { id }, body: {} })).data
  expect((await at('HOME_TOP')).list[0]).toMatchObject({
    title: '首位',
    summary: '摘要',
    imgUrl: url,
    link: '/pricing',
    sort: 0,
    lang: 'zh-CN',
  })
  expect((await at('HOME_TOP')).list[3]).toMatchObject({ id: last, imgUrl: null, link: null, summary: null })
  expect(await at('NEWS_TOP')).toMatchObject({ list: [{ id: other }], total: 1 })
  expect(await at('HELP_TOP')).toEqual({ list: [], total: 0, totalIsEstimate: false })
})

describe('a former client, which names places by its own numbers or by none,', () => {
  const ask = async (method: 'GET' | 'POST', path: string) =>
    (await site.t.inject({ method, url: `/shimakaze/${path}`, ...(method === 'POST' ? { payload: {} } : {}) })).json<{
      success: boolean
      errorCode?: string
      data: unknown
    }>()

  it.each(['1', '12', '1234567890123456789', ''])('is told of nothing at "%s"', async (id) => {
    await site.write(pieces.BANNER)
    await site.write(pieces.ACTIVITY)
    expect(await ask('POST', `content/banner/list/${id}`)).toMatchObject({
      success: true,
      data: { list: [], total: 0, totalIsEstimate: false },
    })
    expect(await ask('GET', `activity/pop/${id}`)).toMatchObject({ success: true, data: { show: false, popId: null } })
  })

  it('is refused where it names a place by a word that there is not', async () => {
    for (const path of ['content/banner/list/HOME_POP', 'content/banner/list/-1', 'content/banner/list/1e3'])
      expect(await ask('POST', path)).toMatchObject({ errorCode: 'bad-parameter' })
    expect(await ask('GET', 'activity/pop/HOME_TOP')).toMatchObject({ errorCode: 'bad-parameter' })
  })
})

describe('products', () => {
  it('have the price of the price list, where they have one', async () => {
    const administrator = await site.t.member({ role: 'administrator' })
    await setPrice(site.t, { product: 'capture.web', tiers: [{ from: 1, amount: 1_500 }] }, administrator)
    await site.write({ ...pieces.PRODUCT, titleZh: '取证', product: 'capture.web', sort: 1, ...inEnglish })
    await site.write({ ...pieces.PRODUCT, titleZh: '出证', sort: 2, link: '/apply' })
    const read = async (headers = {}) => (await site.t.call(calls.products, { body: {} }, undefined, headers)).data.list
    expect(await read()).toMatchObject([
      { name: '取证', summary: '固化网页', amount: 1_500, unit: 'item', link: null, icon: null, lang: 'zh-CN' },
      { name: '出证', amount: null, unit: null, link: '/apply' },
    ])
    expect(await read(english)).toMatchObject([
      { name: 'In English', summary: 'A summary', amount: 1_500, lang: 'en' },
      { name: '出证', summary: '固化网页', lang: 'zh-CN' },
    ])
  })

  it('stand in the order given or the other way round, page by page', async () => {
    for (const n of [1, 2, 3]) await site.write({ ...pieces.PRODUCT, titleZh: `产品${n}`, sort: n })
    const read = async (body: CallRequest<typeof calls.products>['body']) =>
      (await site.t.call(calls.products, { body })).data
    const names = async (body: CallRequest<typeof calls.products>['body']) => (await read(body)).list.map((p) => p.name)
    expect(await names({})).toEqual(['产品1', '产品2', '产品3'])
    expect(await names({ sort: 'ascend', pageSize: 2 })).toEqual(['产品3', '产品2'])
    expect(await names({ sort: 'ascend', pageSize: 2, pageNum: 2 })).toEqual(['产品1'])
    expect((await read({ pageSize: 2, pageNum: 2 })).total).toBe(3)
  })
})

describe('news', () => {
  const list = async (body: CallRequest<typeof calls.newsList>['body'] = {}) =>
    (await site.t.call(calls.newsList, { body })).data
  const found = async (body?: Parameters<typeof list>[0]) => (await list(body)).list.map((n) => n.title)

  it('stand newest first, by type, by a word of title or summary, page by page', async () => {
    await site.write({ ...pieces.NEWS, titleZh: '其一', newsType: 'LAW', summaryZh: '新规施行' })
    await site.write({ ...pieces.NEWS, titleZh: '其二', titleEn: 'Second', contentEn: '<p>Law.</p>' })
    await site.write({ ...pieces.NEWS, titleZh: '其三', newsType: 'LAW', contentZh: '<p>新规</p>' })
    expect(await found()).toEqual(['其三', '其二', '其一'])
    expect(await found({ type: 'LAW' })).toEqual(['其三', '其一'])
    expect(await found({ keyWord: '新规' })).toEqual(['其一'])
    expect(await found({ keyWord: 'SECOND' })).toEqual(['其二'])
    expect(await found({ keyWord: '%' })).toEqual([])
    expect(await found({ keyWord: '其', type: 'PRODUCT' })).toEqual([])
    expect(await list({ pageSize: 2, pageNum: 2 })).toMatchObject({ list: [{ title: '其一' }], total: 3 })
    expect(await list({ type: 'LAW', pageSize: 1 })).toMatchObject({ list: [{ title: '其三' }], total: 2 })
  })

  it('are read one by one, with who publishes them, and the older and the newer one beside', async () => {
    const { fileId, url } = await site.picture()
    const [first, second, third] = [
      await site.write({ ...pieces.NEWS, titleZh: '其一' }),
      await site.write({ ...pieces.NEWS, titleZh: '其二', picture: fileId, newsType: 'PRODUCT' }),
      await site.write({ ...pieces.NEWS, titleZh: '其三', titleEn: 'Third', contentEn: '<p>A text.</p>' }),
    ]
    await site.write({ ...pieces.NEWS, titleZh: '草稿' }, { publish: false })
    await site.write({ ...pieces.NEWS, titleZh: '以后', fromAt: hours(1) })
    expect(await article(second)).toMatchObject({
      id: second,
      title: '其二',
      type: 'PRODUCT',
      cover: url,
      content: '<p>今晚维护。</p>',
      source: '岛风存证（本地）',
      lang: 'zh-CN',
      prev: { id: first, title: '其一' },
      next: { id: third, title: '其三' },
    })
    expect(await article(first)).toMatchObject({ prev: null, next: { id: second, title: '其二' } })
    expect(await article(third, english)).toMatchObject({
      title: 'Third',
      content: '<p>A text.</p>',
      lang: 'en',
      source: 'Shimakaze (local)',
      prev: { id: second, title: '其二' },
      next: null,
    })
    expect((await article(second, english)).next).toEqual({ id: third, title: 'Third' })
  })

  it('keep their day and their place when something is corrected in them', async () => {
    const first = await site.write({ ...pieces.NEWS, titleZh: '错字' })
    await site.write({ ...pieces.NEWS, titleZh: '其二' })
    const { date, updatedAt } = await article(first)
    await site.save(first, { ...pieces.NEWS, titleZh: '正字' })
    await site.publish(first)
    const corrected = await article(first)
    expect(Date.parse(corrected.updatedAt)).toBeGreaterThan(Date.parse(updatedAt))
    expect(corrected.date).toBe(date)
    expect(await found()).toEqual(['其二', '正字'])
  })

  it('that are no news, not shown, another platform’s or not there are not found', async () => {
    const draft = await site.write(pieces.NEWS, { publish: false })
    const planned = await site.write({ ...pieces.NEWS, fromAt: hours(1) })
    const over = await site.write({ ...pieces.NEWS, untilAt: hours(-1) })
    const withdrawn = await site.write(pieces.NEWS)
    await withdraw(withdrawn)
    const help = await site.write(pieces.HELP)
    const foreign = await site.write(pieces.NEWS, { as: site.elsewhere })
    for (const id of [draft, planned, over, withdrawn, help, foreign, newId()])
      expect(await site.news(id)).toMatchObject(notFound)
    expect((await site.news(foreign, { headers: site.there })).data.source).toBe('另一平台')
  })
})

describe('help', () => {
  const found = async (keyWord: string) =>
    (await site.t.call(calls.help, { query: { keyWord } })).data.list.map((h) => h.title)

  it('stands in the order given, with its texts', async () => {
    await site.write({ ...pieces.HELP, titleZh: '其二', sort: 2, helpSection: 'OPEN' })
    await site.write({ ...pieces.HELP, titleZh: '其一', sort: 1, titleEn: 'One', contentEn: '<p>Enter it.</p>' })
    const read = async (headers = {}) => (await site.t.call(calls.help, { query: {} }, undefined, headers)).data.list
    expect(await read()).toMatchObject([
      { title: '其一', section: 'GUIDE', content: '<p>填写网址。</p>', lang: 'zh-CN' },
      { title: '其二', section: 'OPEN' },
    ])
    expect((await read(english))[0]).toMatchObject({ title: 'One', content: '<p>Enter it.</p>', lang: 'en' })
  })

  it('is found by words of its title and text in either language, not by its markup', async () => {
    const link = '<p>见<a href="/pricing">价<strong>目</strong>表</a></p><h2>步骤</h2>'
    await site.write({ ...pieces.HELP, titleZh: '取证', contentZh: link, titleEn: 'Capture', contentEn: '<p>URL</p>' })
    await site.write({ ...pieces.HELP, titleZh: '存证', contentZh: '<p>哈希 100%</p>' })
    for (const word of ['价目', 'capture', 'url', '步骤']) expect([word, await found(word)]).toEqual([word, ['取证']])
    for (const word of ['100%', '哈希']) expect([word, await found(word)]).toEqual([word, ['存证']])
    for (const word of ['pricing', 'href', 'strong', 'h2', '<p>', '_', '不存在'])
      expect([word, await found(word)]).toEqual([word, []])
    expect(await found(' ')).toHaveLength(2)
  })

  it('is found by signs as they are read, not as markup writes them', async () => {
    await site.write({ ...pieces.HELP, titleZh: '研发', contentZh: '<p>R&amp;D 费用 &lt; 100</p>' })
    for (const word of ['R&D', '< 100']) expect([word, await found(word)]).toEqual([word, ['研发']])
    for (const word of ['amp', 'lt;']) expect([word, await found(word)]).toEqual([word, []])
  })
})

it('partners stand in the order given, with picture and link', async () => {
  const { fileId, url } = await site.picture()
  await site.write({ ...pieces.PARTNER, titleZh: '次要', sort: 2 })
  await site.write({ ...pieces.PARTNER, titleZh: '主要', sort: 1, picture: fileId, link: 'https://a.example/' })
  const { list } = (await site.t.call(calls.partners, { query: {} })).data
  expect(list).toMatchObject([
    { name: '主要', imgUrl: url, link: 'https://a.example/', summary: null },
    { name: '次要', imgUrl: null, link: null },
  ])
})

describe('an activity', () => {
  const pop = async (as?: Member) =>
    (await site.t.call(calls.activity, { params: { id: 'HOME_POP' }, query: {} }, as)).data
  const hide = (id: string, as?: Member) => site.t.call(calls.hideActivity, { params: { id } }, as)

  it('is told of with its period; where there is none, nothing is', async () => {
    expect(await pop()).toEqual({
      show: false,
      popId: null,
      title: '',
      summary: null,
      imgUrl: null,
      link: null,
      startAt: null,
      endAt: null,
    })
    const [startAt, endAt] = [hours(-1), hours(1)]
    await site.write(pieces.ACTIVITY)
    const popId = await site.write({
      ...pieces.ACTIVITY,
      titleZh: '新活动',
      fromAt: startAt,
      untilAt: endAt,
      link: '/a',
    })
    expect(await pop()).toMatchObject({ show: true, popId, title: '新活动', startAt, endAt, link: '/a' })
  })

  it('is not told of again to who put it away, but to everybody else', async () => {
    const [older, newer] = [await site.write(pieces.ACTIVITY), await site.write(pieces.ACTIVITY)]
    const [one, another] = [await site.t.member(), await site.t.member()]
    for (let n = 0; n < 2; n++) expect((await hide(newer, one)).data).toEqual({ hidden: true })
    expect([await pop(one), await pop(another), await pop()]).toMatchObject([
      { popId: older },
      { popId: newer },
      { popId: newer },
    ])
    await hide(older, one)
    expect(await pop(one)).toMatchObject({ show: false })
  })

  it('is put away by who is signed in, and is nothing but an activity that was shown here', async () => {
    const one = await site.t.member()
    const id = await site.write(pieces.ACTIVITY)
    expect(await hide(id)).toMatchObject({ errorCode: 'session-gone' })
    for (const other of [
      await site.write(pieces.ACTIVITY, { publish: false }),
      await site.write(pieces.ACTIVITY, { as: site.elsewhere }),
      await site.write(pieces.NEWS),
      newId(),
    ])
      expect(await hide(other, one)).toMatchObject(notFound)
    expect((await pop(one)).popId).toBe(id)
  })
})
