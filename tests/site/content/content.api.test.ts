import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentCalls as calls, mostContent } from '../../../contract/content/content.ts'
import { type ContentField, contentKinds, factsOf } from '../../../contract/content/kinds.ts'
import { newId } from '../../../server/kit/ids.ts'
import { hostileLinks } from '../../kit/hostile-markup.ts'
import { type Body, hours, inEnglish, openSite, pieces, problems, type Site } from './content-kit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
beforeEach(() => site.clear())
afterAll(() => site.t.close())

const create = (body: object) => site.staff(calls.create, { body: body as Body })
const refused = async (body: object) => {
  const reply = await create(body)
  expect(reply).toMatchObject({ errorCode: 'bad-parameter' })
  return problems(reply)
}
const on = (id: string) => ({ params: { id } })
const stateOf = async (id: string) => (await site.get(id)).contentState
const wrongState = { errorCode: 'wrong-state' }
const notFound = { errorCode: 'not-found' }

describe('a piece that staff write', () => {
  it.each(contentKinds)('keeps of %s what it asks for, and drops what belongs to others', async (kind) => {
    const { fileId } = await site.picture()
    const period = { sort: 7, fromAt: hours(-1), untilAt: hours(1) }
    const asked = {
      summaryZh: '摘要',
      summaryEn: 'A summary',
      contentZh: '<p>正文</p>',
      contentEn: '<p>A text</p>',
      picture: fileId,
      link: '/pricing',
      place: 'NEWS_TOP',
      newsType: 'LAW',
      helpSection: 'OPEN',
      product: 'capture.web',
    } as const
    const id = await site.write({ kind, titleZh: '  标题 ', titleEn: 'A title', ...asked, ...period })
    const { asks } = factsOf(kind, asked)
    const kept = Object.entries(asked).map(([name, value]) => {
      const isAsked = asks.includes(name.replace(/Zh$|En$/, '') as ContentField)
      return [name, isAsked ? value : null]
    })
    expect(await site.get(id)).toMatchObject({
      id,
      kind,
      titleZh: '标题',
      titleEn: 'A title',
      ...(Object.fromEntries(kept) as object),
      ...period,
      contentState: 'SHOWN',
      version: 1,
    })
  })

  it.each([
    ['NEWS', ['titleZh', 'newsType', 'contentZh']],
    ['HELP', ['titleZh', 'helpSection', 'contentZh']],
    ['BANNER', ['titleZh', 'place']],
    ['PRODUCT', ['titleZh', 'summaryZh']],
    ['PARTNER', ['titleZh']],
    ['ACTIVITY', ['titleZh', 'summaryZh']],
  ] as const)('of kind %s is refused without what it needs, all of it told at once', async (kind, needed) => {
    const told = needed.map((field) => `${field} required`)
    expect(await refused({ kind })).toEqual(told)
    const blank = { titleZh: ' ', summaryZh: ' ', contentZh: '\n', place: '', newsType: '', helpSection: '' }
    expect(await refused({ kind, ...blank })).toEqual(told)
    expect((await create(pieces[kind])).success).toBe(true)
  })

  it('stands in the middle of its order, in Chinese alone and without an end, where nothing else is said', async () => {
    expect(await site.get(await site.write({ ...pieces.PARTNER, link: '', picture: '' }))).toMatchObject({
      sort: 100,
      titleEn: null,
      link: null,
      picture: null,
      fromAt: null,
      untilAt: null,
    })
  })

  it('is written in English whole or not at all', async () => {
    const news = { ...pieces.NEWS, summaryZh: '摘要' }
    const { titleEn, summaryEn, contentEn } = inEnglish
    expect(await refused({ ...news, titleEn })).toEqual(['summaryEn required', 'contentEn required'])
    expect(await refused({ ...news, contentEn })).toEqual(['titleEn required', 'summaryEn required'])
    expect(await refused({ ...news, summaryEn, titleEn: ' ' })).toEqual(['titleEn required', 'contentEn required'])
    expect((await create({ ...news, ...inEnglish })).success).toBe(true)
    // What its kind does not ask for, or has no Chinese, is not missed.
    expect((await create({ ...pieces.HELP, summaryZh: '摘要', titleEn, contentEn })).success).toBe(true)
    expect((await create({ ...pieces.NEWS, titleEn, contentEn })).success).toBe(true)
    expect((await create({ ...pieces.HELP, summaryEn })).success).toBe(true)
  })

  it('is missing where its text was markup alone', async () => {
    expect(await refused({ ...pieces.NEWS, contentZh: '<p> </p><script>window.ran=1</script>' })).toEqual([
      'contentZh required',
    ])
    expect(await refused({ ...pieces.HELP, titleEn: 'Capture', contentEn: '<p><br></p>' })).toEqual([
      'contentEn required',
    ])
  })

  it('is as long as two long articles, and no longer', async () => {
    const long = '证'.repeat(mostContent)
    expect((await create({ ...pieces.NEWS, titleEn: 'Long', contentZh: long, contentEn: long })).success).toBe(true)
    expect(await refused({ ...pieces.NEWS, contentZh: `${long}据` })).toEqual(['contentZh tooBig.text'])
    expect(await refused({ ...pieces.NEWS, titleZh: '题'.repeat(101) })).toEqual(['titleZh tooBig.text'])
    expect(await refused({ ...pieces.ACTIVITY, summaryZh: '要'.repeat(301) })).toEqual(['summaryZh tooBig.text'])
  })

  it('ends after it begins, at instants', async () => {
    const at = hours(1)
    expect(await refused({ ...pieces.BANNER, fromAt: at, untilAt: hours(0) })).toEqual(['untilAt endsBeforeStart'])
    expect(await refused({ ...pieces.BANNER, fromAt: at, untilAt: at })).toEqual(['untilAt endsBeforeStart'])
    expect(await refused({ ...pieces.BANNER, fromAt: 'tomorrow' })).toEqual(['fromAt format.datetime'])
    expect((await create({ ...pieces.BANNER, fromAt: at })).success).toBe(true)
    expect((await create({ ...pieces.BANNER, untilAt: at })).success).toBe(true)
  })

  it('takes choices that there are, and no other kind', async () => {
    expect(await refused({ ...pieces.NEWS, newsType: 'GOSSIP' })).toEqual(['newsType notAChoice'])
    expect(await refused({ ...pieces.BANNER, place: 'HOME_BOTTOM' })).toEqual(['place notAChoice'])
    expect(await refused({ ...pieces.PRODUCT, product: 'capture.film' })).toEqual(['product notAChoice'])
    expect(await refused({ ...pieces.PARTNER, sort: -1 })).toEqual(['sort tooSmall.number'])
    expect(await refused({ ...pieces.PARTNER, sort: 10_000 })).toEqual(['sort tooBig.number'])
    expect(await refused({ kind: 'SECRET', titleZh: '标题' })).toContain('kind notAChoice')
  })
})

describe('a link', () => {
  it.each(['/', '/pricing?from=home#packages', 'https://good.example/a?b=c', ' /trimmed '])(
    'to %j is kept',
    async (to) => {
      expect((await site.get(await site.write({ ...pieces.BANNER, link: to }))).link).toBe(to.trim())
    },
  )

  it.each([...hostileLinks, 'http://plain.example', 'mailto:a@b.cn', 'relative', `/${'a'.repeat(500)}`])(
    'to %j is refused',
    async (link) => {
      const [problem, ...more] = await refused({ ...pieces.BANNER, link })
      expect(['link link', 'link tooBig.text']).toContain(problem)
      expect(more).toEqual([])
    },
  )
})

describe('a piece goes through its states', () => {
  it('as a draft, by its period, and withdrawn', async () => {
    const draft = await site.write(pieces.NEWS, { publish: false })
    const planned = await site.write({ ...pieces.NEWS, fromAt: hours(1) })
    const shown = await site.write({ ...pieces.NEWS, fromAt: hours(-1), untilAt: hours(1) })
    const ended = await site.write({ ...pieces.NEWS, fromAt: hours(-2), untilAt: hours(-1) })
    const withdrawn = await site.write(pieces.NEWS)
    await site.staff(calls.withdraw, on(withdrawn))
    expect(await Promise.all([draft, planned, shown, ended, withdrawn].map(stateOf))).toEqual([
      'DRAFT',
      'PLANNED',
      'SHOWN',
      'ENDED',
      'WITHDRAWN',
    ])
  })

  it('by the period that visitors know, not by one that was only saved', async () => {
    const id = await site.write(pieces.BANNER)
    await site.save(id, { ...pieces.BANNER, fromAt: hours(1) })
    expect(await site.get(id)).toMatchObject({ contentState: 'SHOWN', changed: true, version: 2 })
    await site.publish(id)
    expect(await site.get(id)).toMatchObject({ contentState: 'PLANNED', changed: false })
  })

  it('and says whether what was saved last is what visitors see', async () => {
    const id = await site.write(pieces.NEWS, { publish: false })
    await site.save(id, { ...pieces.NEWS, titleZh: '第二稿' })
    expect(await site.get(id)).toMatchObject({ changed: false, publishedAt: null, version: 2 })
    await site.publish(id)
    expect(await site.get(id)).toMatchObject({ changed: false, publishedAt: expect.any(String) as unknown })
    await site.save(id, { ...pieces.NEWS, titleZh: '第三稿' })
    expect(await site.get(id)).toMatchObject({ changed: true, titleZh: '第三稿' })
  })

  it('where each step fits: nothing is published twice, withdrawn unpublished or deleted once read', async () => {
    const draft = await site.write(pieces.NEWS, { publish: false })
    const id = await site.write(pieces.NEWS)
    expect(await site.staff(calls.withdraw, on(draft))).toMatchObject(wrongState)
    expect(await site.publish(id)).toMatchObject(wrongState)
    expect(await site.staff(calls.remove, on(id))).toMatchObject(wrongState)
    await site.staff(calls.withdraw, on(id))
    expect(await site.staff(calls.withdraw, on(id))).toMatchObject(wrongState)
    expect(await site.staff(calls.remove, on(id))).toMatchObject(wrongState)
    expect((await site.staff(calls.remove, on(draft))).success).toBe(true)
    expect(await site.staff(calls.get, on(draft))).toMatchObject(notFound)
    expect((await site.publish(id)).success).toBe(true)
    expect(await stateOf(id)).toBe('SHOWN')
  })
})

describe('saving', () => {
  it('goes over nobody else’s change, and shows it', async () => {
    const id = await site.write(pieces.NEWS)
    const save = (version: number, titleZh: string) =>
      site.staff(calls.update, { ...on(id), body: { ...pieces.NEWS, titleZh, version } })
    expect((await save(1, '第二稿')).data).toEqual({ version: 2 })
    expect(await save(1, '第三稿')).toMatchObject({
      errorCode: 'conflict',
      data: { current: { id, titleZh: '第二稿', version: 2, contentZh: '<p>今晚维护。</p>' } },
    })
    expect(await site.get(id)).toMatchObject({ titleZh: '第二稿', version: 2 })
  })

  it('two at once from the same version keeps one and tells the other', async () => {
    const id = await site.write(pieces.NEWS)
    const body = { ...pieces.NEWS, version: 1 }
    const replies = await Promise.all([1, 2, 3].map(() => site.staff(calls.update, { ...on(id), body })))
    expect(replies.map((r) => r.errorCode ?? 'saved').toSorted()).toEqual(['conflict', 'conflict', 'saved'])
    expect((await site.get(id)).version).toBe(2)
  })

  it('makes no other kind of it', async () => {
    const id = await site.write(pieces.NEWS)
    const reply = await site.save(id, pieces.PARTNER)
    expect(reply).toMatchObject({ errorCode: 'bad-parameter' })
    expect(problems(reply)).toEqual(['kind notAChoice'])
    expect(await site.get(id)).toMatchObject({ kind: 'NEWS', version: 1 })
  })

  it('wrongly keeps what was saved before', async () => {
    const id = await site.write(pieces.NEWS)
    expect(problems(await site.save(id, { ...pieces.NEWS, contentZh: '' }))).toEqual(['contentZh required'])
    expect((await site.get(id)).version).toBe(1)
  })
})

describe('versions', () => {
  it('say newest first what each changed, and which one visitors see', async () => {
    const id = await site.write(pieces.NEWS)
    await site.save(id, { ...pieces.NEWS, titleZh: '改题', contentZh: '<p>改文。</p>' })
    await site.save(id, { ...pieces.NEWS, titleZh: '改题', contentZh: '<p>改文。</p>', untilAt: hours(1) })
    const versions = async () => (await site.staff(calls.versions, on(id))).data.list
    expect((await versions()).map(({ version, shown, changes }) => [version, shown, changes.toSorted()])).toEqual([
      [3, false, ['untilAt']],
      [2, false, ['contentZh', 'titleZh']],
      [1, true, []],
    ])
    await site.publish(id)
    expect((await versions()).filter((v) => v.shown).map((v) => v.version)).toEqual([3])
    await site.staff(calls.withdraw, on(id))
    expect((await versions()).some((v) => v.shown)).toBe(false)
  })

  it('are read, and one of them is saved once more as the newest that nobody sees yet', async () => {
    const id = await site.write({ ...pieces.HELP, titleEn: 'Capture', contentEn: '<p>Enter a URL.</p>' })
    await site.save(id, { ...pieces.HELP, titleZh: '改题', helpSection: 'OPEN' })
    await site.publish(id)
    const first = (await site.staff(calls.version, { params: { id, version: 1 } })).data
    expect(first).toMatchObject({ ...pieces.HELP, titleEn: 'Capture', contentEn: '<p>Enter a URL.</p>' })
    expect((await site.staff(calls.restore, { params: { id, version: 1 } })).data).toEqual({ version: 3 })
    expect(await site.get(id)).toMatchObject({ ...first, version: 3, changed: true })
    expect(await site.titles('HELP')).toEqual(['改题'])
    await site.publish(id)
    expect(await site.titles('HELP')).toEqual([pieces.HELP.titleZh])
  })

  it('that there are none of are not found', async () => {
    const id = await site.write(pieces.NEWS)
    expect(await site.staff(calls.version, { params: { id, version: 2 } })).toMatchObject(notFound)
    expect(await site.staff(calls.restore, { params: { id, version: 2 } })).toMatchObject(notFound)
    expect(await site.staff(calls.version, { params: { id: newId(), version: 1 } })).toMatchObject(notFound)
    expect((await site.get(id)).version).toBe(1)
  })
})
