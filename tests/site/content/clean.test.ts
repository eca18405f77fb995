import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentCalls, mostContent } from '../../../contract/content/content.ts'
import { cleanHtml, picturesIn, textOf } from '../../../server/content/clean-html.ts'
import { newId } from '../../../server/kit/ids.ts'
import { dangers, hostileMarkup } from '../../kit/hostile-markup.ts'
import { english, openSite, pieces, type Site } from './content-kit.ts'

const shownAt = (id: string) => `/shimakaze/file/shown/${id}`
const begins = (text: string) => text.slice(0, 120)

describe('markup that somebody hostile wrote', () => {
  it('is harmless once it is cleaned', () => {
    const left = hostileMarkup.flatMap((vector) => {
      const found = dangers(cleanHtml(vector) ?? '')
      return found.length ? [{ vector: begins(vector), found: found.map(begins) }] : []
    })
    expect(left).toEqual([])
  })

  it('stays as it is when it is cleaned again', () => {
    const changed = hostileMarkup.flatMap((vector) => {
      const once = cleanHtml(vector)
      const twice = cleanHtml(once)
      return once === twice ? [] : [{ vector: begins(vector), once: begins(once ?? ''), twice: begins(twice ?? '') }]
    })
    expect(changed).toEqual([])
  })

  it('shows no picture and names none', () => {
    for (const vector of hostileMarkup) {
      const clean = cleanHtml(vector)
      expect(clean ?? '').not.toMatch(/<img/i)
      expect(picturesIn(clean)).toEqual([])
    }
  })

  it('beside words leaves the words', () => {
    for (const vector of hostileMarkup) expect(cleanHtml(`<p>正文</p>${vector}`)).toMatch(/^<p>正文<\/p>/)
  })
})

describe('what editors write', () => {
  const picture = shownAt(newId())

  it.each([
    ['headings and paragraphs', '<h2>一</h2><h3>二</h3><p>三<br />四</p>'],
    ['lists', '<ul><li>一</li><li>二<ul><li>三</li></ul></li></ul><ol start="3"><li>四</li></ol>'],
    ['emphasis and quotes', '<p><strong>重</strong><em>点</em></p><blockquote>引</blockquote><hr />'],
    ['links within the site', '<p><a href="/pricing?a=1&amp;b=2#c">价目</a></p>'],
    [
      'links elsewhere',
      ['https://a.example/', 'http://a.example/', 'mailto:a@b.cn', 'tel:10086']
        .map((to) => `<a href="${to}" rel="noopener noreferrer">去</a>`)
        .join(''),
    ],
    ['pictures of ours', `<p>图</p><img src="${picture}" alt="一&amp;二" loading="lazy" />`],
    ['signs', '<p>R&amp;D &lt;p&gt; "引" ‘号’ © 👩‍⚖️</p>'],
    ['bare text', '没有标记'],
  ])('stays: %s', (_, html) => {
    expect(cleanHtml(html)).toBe(html)
  })

  it.each([
    ['<h1>一</h1><h4>二</h4><div>三</div>', '<h2>一</h2><h3>二</h3><p>三</p>'],
    ['<b>一</b><i>二</i>', '<strong>一</strong><em>二</em>'],
    ['<p class="x" style="color:red" id="y">一</p>', '<p>一</p>'],
    ['<span>一</span><u>二</u><font>三</font>', '一二三'],
    [
      '<a href="https://a.example/" target="_blank" rel="opener">一</a>',
      '<a href="https://a.example/" rel="noopener noreferrer">一</a>',
    ],
    ['<p>一</p><script>二</script><style>三</style><!-- 四 -->', '<p>一</p>'],
    ['  <p>一</p>\n', '<p>一</p>'],
  ])('is put into our own few tags: %s', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
  })

  it.each([
    'https://tracker.example/pixel.png',
    `https://other.example${picture}`,
    `//other.example${picture}`,
    `${picture}?who=me`,
    `${picture}#x`,
    `${picture}/../../../sent/1`,
    picture.toUpperCase(),
    '/shimakaze/file/sent/0192a1b2-0000-7000-8000-000000000000',
    '/shimakaze/logout',
    'data:image/png;base64,iVBORw0KGgo=',
    '',
  ])('keeps no picture from %s', (src) => {
    expect(cleanHtml(`<p>一</p><img src="${src}" alt="x">`)).toBe('<p>一</p>')
  })

  it('names the pictures that it shows, each where it stands', () => {
    const [one, two] = [newId(), newId()]
    const html = cleanHtml(`<img alt=">" src="${shownAt(one)}"><p>x</p><img src='${shownAt(two)}'><img src="/x">`)
    expect(picturesIn(html)).toEqual([one, two])
    expect(picturesIn(null)).toEqual([])
    expect(picturesIn(`&lt;img src="${shownAt(one)}"&gt;`)).toEqual([])
  })

  it.each([
    '',
    '   ',
    '<p></p>',
    '<p><br></p>',
    '<p>&nbsp;\u200b\ufeff</p>',
    '<hr>',
    '<script>x</script>',
    '<!-- x -->',
  ])('that nobody can read counts as nothing: %j', (html) => {
    expect(cleanHtml(html)).toBeNull()
  })

  it('that is one picture alone can be seen', () => {
    expect(cleanHtml(`<img src="${picture}">`)).toBe(`<img src="${picture}" alt="" loading="lazy" />`)
    expect(cleanHtml(null)).toBeNull()
  })

  it('is read in one line without its markup', () => {
    expect(textOf('<h2>一</h2><p>二<br>三</p><ul><li>四</li><li>五</li></ul>')).toBe('一 二 三 四 五')
  })
})

describe('through the service', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.t.close())

  /** What a visitor reads of it in either language, and what staff do. */
  async function everywhere(id: string) {
    const staff = await site.get(id)
    const version = (await site.staff(contentCalls.version, { params: { id, version: staff.version } })).data
    const read = await Promise.all(
      [{}, english].map(async (headers) => (await site.news(id, { headers })).data.content),
    )
    return [...read, staff.contentZh, staff.contentEn, version.contentZh, version.contentEn].map(String)
  }
  const fits = hostileMarkup.filter((vector) => vector.length < mostContent - 100)
  const every = Math.floor(fits.length / 40)
  const sample = fits.filter((_, n) => n % every === 0).slice(0, 40)

  it('hostile markup that is saved comes back harmless to visitors and staff', async () => {
    expect(sample).toHaveLength(40)
    for (const vector of sample) {
      const text = `<p>正文</p>${vector}`
      const id = await site.write({ ...pieces.NEWS, titleEn: 'News', contentZh: text, contentEn: text })
      for (const html of await everywhere(id)) {
        expect(html).toMatch(/^<p>正文<\/p>/)
        expect({ vector, found: dangers(html) }).toEqual({ vector, found: [] })
      }
    }
  })

  it('what was made hostile in the database is cleaned when it is read', async () => {
    const id = await site.write({ ...pieces.NEWS, titleEn: 'News', contentEn: '<p>A text.</p>' })
    const help = await site.write({ ...pieces.HELP, titleEn: 'Help', contentEn: '<p>A text.</p>' })
    for (const vector of sample) {
      await site.asOwner('update content_version set content_zh = $1, content_en = $1', [`<p>正文</p>${vector}`])
      for (const html of await everywhere(id)) {
        expect(html).toMatch(/^<p>正文<\/p>/)
        expect({ vector, found: dangers(html) }).toEqual({ vector, found: [] })
      }
    }
    const hostile = '<p onclick="window.ran=1">正文</p><script>window.ran=1</script><img src=x onerror=window.ran=1>'
    await site.asOwner('update content_version set content_zh = $1, content_en = $1', [hostile])
    expect(await everywhere(id)).toEqual(Array.from({ length: 6 }, () => '<p>正文</p>'))
    for (const headers of [{}, english])
      expect(await site.helpOf(help, headers)).toMatchObject({ content: '<p>正文</p>' })
  })
})
