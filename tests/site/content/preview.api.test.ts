import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentCalls } from '../../../contract/content/content.ts'
import { type ContentKind, contentKinds } from '../../../contract/content/kinds.ts'
import { shownCalls } from '../../../contract/content/shown.ts'
import { newSecret } from '../../../server/kit/ids.ts'
import type { Member } from '../../kit/build-test-app.ts'
import { type Body, english, hours, inEnglish, openSite, pieces, type Site } from './content-kit.ts'

const start = new Date('2026-11-24T04:00:00Z')
let site: Site
beforeAll(async () => {
  site = await openSite(start)
})
beforeEach(async () => {
  await setClock(start)
  await site.clear()
})
afterAll(() => site.t.close())

const notFound = { errorCode: 'not-found' }

/** Connections that are open keep their time, so each is held until all have been told. */
async function setClock(instant: Date) {
  const open = 6
  const { promise: all, resolve } = Promise.withResolvers<void>()
  let told = 0
  const tell = () =>
    site.t.services.db.asSystem(async (tx) => {
      await sql`select set_config('app.clock', ${instant.toISOString()}, false)`.execute(tx)
      if (++told === open) resolve()
      await all
    })
  const database = new URL(site.t.databaseUrl).pathname.slice(1)
  await site.asOwner(`alter database ${database} set app.clock = '${instant.toISOString()}'`)
  await Promise.all(Array.from({ length: open }, tell))
}
const after = (seconds: number) => setClock(new Date(start.getTime() + seconds * 1_000))

const askPreview = async (id: string) => (await site.staff(contentCalls.preview, { params: { id } })).data
const secretIn = (path: string) => new URL(path, 'https://site.example').searchParams.get('preview')!
const previewOf = async (id: string) => secretIn((await askPreview(id)).path)

interface Look {
  preview?: string
  headers?: Record<string, string>
  as?: Member
}
/** What a visitor sees of a kind by the call that takes a preview: of news one article, of all others the list. */
async function seen(kind: ContentKind, id: string, look: Look) {
  if (kind !== 'NEWS') return site.titles(kind, look)
  const reply = await site.news(id, look)
  return reply.success ? [reply.data.title] : []
}

describe.each(contentKinds)('the address of a preview of kind %s', (kind) => {
  const piece: Body = pieces[kind]
  const second = { ...piece, titleZh: '第二稿' }

  it('shows what was saved last in place of what visitors see, also when it is saved after', async () => {
    const id = await site.write(piece)
    await site.save(id, second)
    const preview = await previewOf(id)
    expect(await seen(kind, id, {})).toEqual([piece.titleZh])
    expect(await seen(kind, id, { preview })).toEqual(['第二稿'])
    await site.save(id, { ...piece, titleZh: '第三稿' })
    expect(await seen(kind, id, { preview })).toEqual(['第三稿'])
  })

  it('shows a draft, what is withdrawn, and what is not yet or no longer shown', async () => {
    for (const period of [
      {},
      { fromAt: hours(2, +start) },
      { fromAt: hours(-2, +start), untilAt: hours(-1, +start) },
    ]) {
      const id = await site.write({ ...piece, ...period }, { publish: false })
      expect(await seen(kind, id, { preview: await previewOf(id) })).toEqual([piece.titleZh])
      await site.publish(id)
      await site.staff(contentCalls.withdraw, { params: { id } })
      expect(await seen(kind, id, { preview: await previewOf(id) })).toEqual([piece.titleZh])
    }
  })

  it('shows no other draft', async () => {
    const other = await site.write(second, { publish: false })
    const id = await site.write(piece, { publish: false })
    const preview = await previewOf(id)
    expect(await seen(kind, id, { preview })).toEqual([piece.titleZh])
    if (kind === 'NEWS') expect(await seen(kind, other, { preview })).toEqual([])
  })

  it('is read in either language by anybody, and ends after an hour', async () => {
    const id = await site.write(
      { ...second, summaryZh: '摘要', contentZh: '<p>文</p>', ...inEnglish },
      { publish: false },
    )
    const preview = await previewOf(id)
    expect(await seen(kind, id, { preview, headers: english })).toEqual(['In English'])
    expect(await seen(kind, id, { preview, as: await site.t.member() })).toEqual(['第二稿'])
    await after(3_599)
    expect(await seen(kind, id, { preview })).toEqual(['第二稿'])
    await after(3_600)
    expect(await seen(kind, id, { preview })).toEqual([])
  })

  it('opens nothing on another platform', async () => {
    const id = await site.write(piece, { publish: false })
    const preview = await previewOf(id)
    expect(await seen(kind, id, { preview, headers: site.there })).toEqual([])
    expect(await seen(kind, id, { preview })).toEqual([piece.titleZh])
  })

  it('shows nothing by a secret that is none of it', async () => {
    const id = await site.write(piece, { publish: false })
    const preview = await previewOf(id)
    const wrong = [
      '',
      '0',
      newSecret(),
      preview.slice(1),
      `${preview}0`,
      preview.toUpperCase(),
      `' or true --`,
      '%',
      id,
    ]
    for (const secret of wrong) expect([secret, await seen(kind, id, { preview: secret })]).toEqual([secret, []])
  })
})

describe('an address of a preview', () => {
  it('leads to the page on which visitors will find the piece, for an hour from now on', async () => {
    const places = [
      [pieces.HELP, '/website-show/help-document'],
      [pieces.BANNER, '/'],
      [{ ...pieces.BANNER, place: 'NEWS_TOP' }, '/website-show/news'],
      [{ ...pieces.BANNER, place: 'HELP_TOP' }, '/website-show/help-document'],
      [pieces.PRODUCT, '/'],
      [pieces.PARTNER, '/'],
      [pieces.ACTIVITY, '/'],
    ] as const
    for (const [body, page] of places) {
      const { path, until } = await askPreview(await site.write(body, { publish: false }))
      expect([path.split('?')[0], until]).toEqual([page, hours(1, +start)])
    }
    const news = await site.write(pieces.NEWS, { publish: false })
    expect((await askPreview(news)).path).toMatch(new RegExp(`^/website-show/news/${news}\\?preview=[\\w-]{43}$`))
  })

  it('ends the one that was made before', async () => {
    const id = await site.write(pieces.NEWS, { publish: false })
    const [older, newer] = [await previewOf(id), await previewOf(id)]
    expect(await site.news(id, { preview: older })).toMatchObject(notFound)
    expect((await site.news(id, { preview: newer })).success).toBe(true)
  })

  it('made again lasts an hour again', async () => {
    const id = await site.write(pieces.NEWS, { publish: false })
    await previewOf(id)
    await after(3_000)
    const preview = await previewOf(id)
    await after(6_599)
    expect((await site.news(id, { preview })).success).toBe(true)
    await after(6_600)
    expect(await site.news(id, { preview })).toMatchObject(notFound)
  })

  it('leaves what others see, and lists that take no secret, as they are', async () => {
    const id = await site.write(pieces.NEWS, { publish: false })
    await previewOf(id)
    expect(await site.titles('NEWS')).toEqual([])
    expect(await site.get(id)).toMatchObject({ contentState: 'DRAFT', changed: false, publishedAt: null })
  })

  it('shows what is published meanwhile as it stands, and nothing once the draft is deleted', async () => {
    const id = await site.write(pieces.HELP, { publish: false })
    const preview = await previewOf(id)
    await site.publish(id)
    expect(await site.titles('HELP', { preview })).toEqual([pieces.HELP.titleZh])
    const draft = await site.write({ ...pieces.HELP, titleZh: '草稿' }, { publish: false })
    const ofDraft = await previewOf(draft)
    await site.staff(contentCalls.remove, { params: { id: draft } })
    expect(await site.titles('HELP', { preview: ofDraft })).toEqual([pieces.HELP.titleZh])
  })

  it('is kept by us as its hash alone', async () => {
    const id = await site.write(pieces.NEWS, { publish: false })
    const preview = await previewOf(id)
    const { rows } = await sql<{ kept: string }>`select i::text as kept from content_item i`.execute(
      site.t.services.db.system,
    )
    expect(rows).toHaveLength(1)
    for (const hidden of [preview, Buffer.from(preview).toString('hex')]) expect(rows[0]!.kept).not.toContain(hidden)
  })

  it('that is longer than any secret is refused', async () => {
    const id = await site.write(pieces.NEWS)
    expect(await site.news(id, { preview: 'a'.repeat(101) })).toMatchObject({ errorCode: 'bad-parameter' })
  })
})

describe('of several', () => {
  it('a banner that moves shows at its new place in its order, and not at the old one', async () => {
    await site.write({ ...pieces.BANNER, titleZh: '别的', place: 'HELP_TOP', sort: 5 })
    const id = await site.write(pieces.BANNER)
    await site.save(id, { ...pieces.BANNER, titleZh: '移来', place: 'HELP_TOP', sort: 1 })
    const preview = await previewOf(id)
    const at = async (place: 'HOME_TOP' | 'HELP_TOP') =>
      (await site.t.call(shownCalls.banners, { params: { id: place }, body: { preview } })).data.list.map(
        (b) => b.title,
      )
    expect(await at('HELP_TOP')).toEqual(['移来', '别的'])
    expect(await at('HOME_TOP')).toEqual([])
  })

  it('help is searched in what was saved last', async () => {
    const id = await site.write(pieces.HELP)
    await site.save(id, { ...pieces.HELP, contentZh: '<p>改写之后</p>' })
    const preview = await previewOf(id)
    const found = async (keyWord: string) =>
      (await site.t.call(shownCalls.help, { query: { keyWord, preview } })).data.list.length
    expect([await found('改写'), await found('网址')]).toEqual([1, 0])
  })

  it('an article stands between those that are shown', async () => {
    const older = await site.write({ ...pieces.NEWS, titleZh: '其一' })
    await after(60)
    const id = await site.write(pieces.NEWS, { publish: false })
    await after(120)
    const newer = await site.write({ ...pieces.NEWS, titleZh: '其三' })
    expect((await site.news(id, { preview: await previewOf(id) })).data).toMatchObject({
      prev: { id: older },
      next: { id: newer },
    })
  })

  it('an activity is told of although another stands before it', async () => {
    await site.write({ ...pieces.ACTIVITY, titleZh: '别的', sort: 1 })
    const id = await site.write({ ...pieces.ACTIVITY, sort: 9 }, { publish: false })
    expect(await site.titles('ACTIVITY', { preview: await previewOf(id) })).toEqual([pieces.ACTIVITY.titleZh])
    expect(await site.titles('ACTIVITY')).toEqual(['别的'])
  })

  it('an activity is told of although who looks put it away', async () => {
    const id = await site.write(pieces.ACTIVITY)
    await site.staff(shownCalls.hideActivity, { params: { id } })
    const preview = await previewOf(id)
    expect(await site.titles('ACTIVITY', { as: site.operator })).toEqual([])
    expect(await site.titles('ACTIVITY', { as: site.operator, preview })).toEqual([pieces.ACTIVITY.titleZh])
  })
})
