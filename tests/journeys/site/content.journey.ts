import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import { contentCalls } from '../../../contract/content/content.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import {
  named,
  openVisitor,
  type Setting,
  shareBrowser,
  type SharedBrowser,
  type Visitor,
} from '../../kit/browser/browser.ts'
import { callAs } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'
import { until } from '../../kit/browser/until.ts'
import { hostileMarkup } from '../../kit/hostile-markup.ts'
import { png } from '../../kit/pictures.ts'

const { service } = inject('world')
let browser: SharedBrowser
let operator: Visitor
let reader: Visitor
tellOnFailure(service, () => [operator, reader].filter(Boolean))
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser.close())

/** An operator in the console, and somebody on the website who is not signed in, for all journeys of a suite. */
function withBoth(setting: Setting) {
  let isFit = false
  beforeEach(async () => {
    if (isFit) return
    operator = await openVisitor(browser, service.url, setting)
    await callAs(operator, sessionCalls.login, { body: service.accounts.operator })
    reader = await openVisitor(browser, service.url, setting)
  })
  afterEach(({ task }) => {
    // Pages of a test that failed are no start for another.
    isFit = task.result?.state !== 'fail'
    expect(operator.problems.splice(0).filter((problem) => !problem.includes(kept))).toEqual([])
    expect(reader.problems.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await operator.close()
    await reader.close()
  })
}

const field = ({ page, say }: Visitor, name: string) =>
  page.getByLabel(say('content', `field.${name}`), { exact: true })
const text = ({ page, say }: Visitor, name: string) =>
  page.getByRole('textbox', { name: say('content', `field.${name}`), exact: true })
const tool = ({ page, say }: Visitor, name: string, of: string) =>
  page
    .locator('.skz-rich')
    .filter({ has: text({ page, say } as Visitor, of) })
    .getByRole('button', { name: say('common', `richText.${name}`), exact: true })
const save = ({ page, say }: Visitor) => page.getByRole('button', { name: named(say('common', 'save')) }).click()

/** A page of the website as the service sends it to the reader, drawn by no browser. */
const served = async (path: string) => (await reader.context.request.get(path)).text()

/** By the menu of a row in the list. */
async function act(visitor: Visitor, title: string, name: string, isAsked = true) {
  const { page, say } = visitor
  const menu = rowOf(visitor, title).getByRole('button', {
    name: say('common', 'actionsOf', { name: title }),
    exact: true,
  })
  const item = page.getByRole('menuitem', { name: say('content', `action.${name}.label`), exact: true })
  await menu.click()
  await item.click()
  if (isAsked)
    await page
      .getByRole('button', { name: named(say('content', `action.${name}.label`)) })
      .last()
      .click()
}

/** The editor reads what is pasted in a document where nothing runs; the browser says what the page's policy would keep from running. */
const kept = 'violates the following Content Security Policy'

/** One after another, as if they came from another page; in the end they have been drawn. */
const pasted = `async (all) => {
  for (const html of all) {
    const data = new DataTransfer()
    data.setData('text/html', html)
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }
  for (let frames = 2; frames > 0; frames--) await new Promise(requestAnimationFrame)
}`

const settings: Setting[] = [
  { language: 'zh-CN', device: 'desktop', theme: 'light' },
  { language: 'en', device: 'phone', theme: 'dark' },
  { language: 'en', device: 'desktop', theme: 'light' },
  { language: 'zh-CN', device: 'phone', theme: 'dark' },
]

describe.each(dressed(settings))('in $language on a $device', (setting) => {
  withBoth(setting)
  const mark = randomUUID().slice(0, 8)
  const [zh, en] = [`平台可以核验证据包了 ${mark}`, `You can verify packages ${mark}`]
  const title = setting.language === 'en' ? en : zh

  it('an operator writes news in both languages, looks at it as visitors will, and publishes it', async () => {
    const { page, go, say } = operator
    await go('/operator/content/new')
    await page.getByRole('heading', { level: 1, name: say('content', 'resource.siteContent.add') }).waitFor()
    await page.getByRole('radio', { name: say('content', 'choice.newsType.PRODUCT') }).check()
    await field(operator, 'titleZh').fill(zh)
    await field(operator, 'summaryZh').fill('不依赖平台也能核验。')
    await text(operator, 'contentZh').click()
    await tool(operator, 'large', 'contentZh').click()
    await page.keyboard.type('怎样核验')
    await page.keyboard.press('Enter')
    await page.keyboard.type('打开核验页面，选择证据包。')
    await field(operator, 'titleEn').fill(en)
    await save(operator)
    await page
      .locator('.ant-form-item')
      .filter({ has: text(operator, 'contentEn') })
      .getByText(say('errors', 'field.required'))
      .waitFor()
    await field(operator, 'summaryEn').fill('You don’t need us for it.')
    await text(operator, 'contentEn').fill('Open the page and choose a package.')
    await expectAccessible(operator)
    await save(operator)
    await rowOf(operator, zh).getByText(say('content', 'choice.contentState.DRAFT'), { exact: true }).waitFor()

    await act(operator, zh, 'preview', false)
    await page.getByRole('button', { name: named(say('content', 'preview.make')) }).click()
    const link = page.getByRole('link', {
      name: say('content', setting.language === 'en' ? 'preview.en' : 'preview.zh'),
    })
    const address = (await link.getAttribute('href'))!
    await reader.page.goto(address)
    await reader.page.getByRole('heading', { level: 1, name: title }).waitFor()
    await reader.page.getByText(say('site', 'preview.text')).waitFor()
    await reader.go('/website-show/news')
    await reader.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await reader.page.getByRole('link', { name: title }).count()).toBe(0)
    await page.keyboard.press('Escape')

    await act(operator, zh, 'publish')
    await rowOf(operator, zh).getByText(say('content', 'choice.contentState.SHOWN'), { exact: true }).waitFor()
  })

  it('a visitor finds and reads it, and sees a correction once it is published', async () => {
    const { page, go, say } = reader
    await go('/website-show/news')
    await page.getByRole('searchbox', { name: say('site', 'news.search') }).fill(mark)
    await page.getByRole('button', { name: say('site', 'search.submit'), exact: true }).click()
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    if (setting.language === 'zh-CN')
      await page.getByRole('heading', { level: 2, name: '怎样核验', exact: true }).waitFor()
    await expectAccessible(reader)
    const article = page.url()
    const corrected = setting.language === 'en' ? `Corrected: ${en}` : `更正：${zh}`

    const { list } = await callAs(operator, contentCalls.list, { query: { keyWord: mark } })
    const params = { id: list[0]!.id }
    const { version: _version, ...now } = await callAs(operator, contentCalls.get, { params })
    await callAs(operator, contentCalls.update, {
      params,
      body: { ...now, titleZh: `更正：${zh}`, titleEn: `Corrected: ${en}` } as never,
    })
    await reader.page.goto(article)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await operator.go('/operator/content')
    await rowOf(operator, `更正：${zh}`).getByText(say('content', 'field.changed')).first().waitFor()
    await act(operator, `更正：${zh}`, 'publish')
    await until('the correction', async () => (await served(article)).includes(corrected) || undefined)
    await page.goto(article)
    await page.getByRole('heading', { level: 1, name: corrected, exact: true }).waitFor()

    await operator.go(`/operator/content/${params.id}?tab=versions`)
    await operator.page
      .getByRole('button', {
        name: `${say('content', 'versions.restore')}: ${say('content', 'versions.version', { version: 1 })}`,
      })
      .click()
    await operator.page
      .getByRole('tooltip')
      .getByRole('button', { name: named(say('content', 'versions.restore')) })
      .click()
    await operator.page.getByText(say('content', 'versions.version', { version: 3 })).waitFor()
    await expectAccessible(operator)
  })

  it('an operator plans a banner, and it comes and goes by the clock', async () => {
    const { page, go, say } = operator
    const banner = `限时开放 ${mark}`
    const minute = (hours: number) => new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 16)
    await go('/operator/content/new')
    await page.getByRole('combobox', { name: named(say('content', 'field.kind')) }).click()
    await page
      .locator('.ant-select-item-option')
      .filter({ hasText: say('content', 'choice.kind.BANNER') })
      .click()
    await page.getByRole('radio', { name: say('content', 'choice.place.HOME_TOP') }).check()
    await field(operator, 'titleZh').fill(banner)
    await field(operator, 'fromAt').fill(minute(24))
    await field(operator, 'untilAt').fill(minute(48))
    await expectAccessible(operator)
    await save(operator)
    await act(operator, banner, 'publish')
    await rowOf(operator, banner).getByText(say('content', 'choice.contentState.PLANNED'), { exact: true }).waitFor()

    // Of the same banner the clock is waited for, in seconds instead of days.
    const { list } = await callAs(operator, contentCalls.list, { query: { keyWord: banner } as never })
    const { id } = list[0]!
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
    const body = { kind: 'BANNER', place: 'HOME_TOP', titleZh: banner, fromAt: at(4), untilAt: at(16) } as const
    await callAs(operator, contentCalls.update, { params: { id }, body })
    await callAs(operator, contentCalls.publish, { params: { id } })
    const isServed = async () => (await served('/')).includes(banner)
    const count = async () => {
      await reader.go('/')
      await reader.page.getByRole('heading', { level: 1 }).waitFor()
      return reader.page.getByText(banner).count()
    }
    expect(await isServed()).toBe(false)
    await expect.poll(isServed, { interval: 500 }).toBe(true)
    expect(await count()).toBe(1)
    await expect.poll(isServed, { interval: 500 }).toBe(false)
    expect(await count()).toBe(0)
  })

  it('an activity is told of in a corner until a visitor puts it away', async () => {
    const { page, go, say } = reader
    const name = `体验活动 ${mark}`
    const { id } = await callAs(operator, contentCalls.create, {
      body: { kind: 'ACTIVITY', titleZh: name, summaryZh: '送一次取证。', sort: 0, link: '/registry' },
    })
    await callAs(operator, contentCalls.publish, { params: { id } })
    await go('/')
    const card = page.getByRole('complementary', { name: say('site', 'home.activity.label') })
    await card.getByText(name).waitFor()
    await expectAccessible(reader)
    await card.getByRole('button', { name: say('site', 'home.activity.hide') }).click()
    await card.waitFor({ state: 'detached' })
    await go('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await card.count()).toBe(0)
    await callAs(operator, contentCalls.withdraw, { params: { id } })
  })
})

describe.each(dressed(settings.slice(0, 1)))('what an operator sends', (setting) => {
  withBoth(setting)

  it('pasted from elsewhere runs neither in the editor nor on the website, and a picture is sent with its description', async () => {
    const { page, go, say } = operator
    const name = `粘贴 ${randomUUID().slice(0, 8)}`
    await go('/operator/content/new')
    await page.getByRole('radio', { name: say('content', 'choice.newsType.LAW') }).check()
    await field(operator, 'titleZh').fill(name)
    const editor = text(operator, 'contentZh')
    await editor.click()
    await page.evaluate(`(${pasted})(${JSON.stringify(hostileMarkup.filter((m) => m.length < 2_000))})`)
    // Nearly all of them leave their word in the text: each was pasted.
    expect((await editor.textContent())?.match(/canary/g)?.length).toBeGreaterThan(500)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('canary 正文')
    await tool(operator, 'picture', 'contentZh').click()
    await page.locator('.skz-rich-panel input[type=file]').setInputFiles({
      name: 'picture.png',
      mimeType: 'image/png',
      buffer: png(),
    })
    await page.locator('.skz-rich-panel img').waitFor()
    await page.getByLabel(say('common', 'richText.pictureText')).fill('证据包的样子')
    await page.getByRole('button', { name: named(say('common', 'richText.pictureSet')) }).click()
    await save(operator)
    await rowOf(operator, name).waitFor()
    expect(await page.evaluate('typeof window.ran')).toBe('undefined')
    await act(operator, name, 'publish')
    await rowOf(operator, name).getByText(say('content', 'choice.contentState.SHOWN'), { exact: true }).waitFor()
    await reader.go('/website-show/news')
    await reader.page.getByRole('link', { name }).click()
    await reader.page.getByRole('img', { name: '证据包的样子' }).waitFor()
    expect(await reader.page.evaluate('typeof window.ran')).toBe('undefined')
  })

  it('as a video of help has words for what it shows, and visitors play it', async () => {
    const { page, go, say } = operator
    const name = `录屏 ${randomUUID().slice(0, 8)}`
    await go('/operator/content/new')
    await field(operator, 'kind').click()
    await page.locator(`.ant-select-item-option[title="${say('content', 'choice.kind.HELP')}"]`).click()
    await page.getByRole('radio', { name: say('content', 'choice.helpSection.VIDEO') }).check()
    await field(operator, 'titleZh').fill(name)
    await text(operator, 'contentZh').fill('从填写网址到下载证书。')
    await page.locator('input[type=file][accept^="video"]').setInputFiles({
      name: 'film.webm',
      mimeType: 'video/webm',
      buffer: await readFile(join(import.meta.dirname, '../../../src/public/videos/capture-zh.webm')),
    })
    await page.getByRole('button', { name: say('common', 'media.remove') }).waitFor()
    const captions = page
      .locator('.ant-form-item')
      .filter({ hasText: say('content', 'help.captionsZh') })
      .locator('input[type=file]')
    const sendCaptions = (text: string) =>
      captions.setInputFiles({ name: 'film.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(text) })
    await sendCaptions('1\n00:00:09,000 --> 00:00:01,000\n填写网址\n')
    await page.getByText(say('errors', 'field.captionsEnd', { line: 2 })).waitFor()
    await sendCaptions('1\n00:00:00,000 --> 00:01:00,000\n<b>填写网址</b>，点“开始取证”\n')
    const look = `${say('common', 'media.look')}: ${say('content', 'field.captionsZh')}`
    await page.getByRole('link', { name: look }).waitFor()
    await expectAccessible(operator)
    await save(operator)
    await rowOf(operator, name).waitFor()
    await act(operator, name, 'publish')
    await rowOf(operator, name).getByText(say('content', 'choice.contentState.SHOWN'), { exact: true }).waitFor()
    await reader.go('/website-show/help-document')
    await reader.page.getByRole('heading', { name }).waitFor()
    await expectAccessible(reader)
    const played = `(async () => {
      const film = document.querySelector(${JSON.stringify(`video[aria-label="${name}"]`)})
      film.muted = true
      await film.play()
      return film.videoWidth
    })()`
    expect(await reader.page.evaluate(played)).toBe(1280)
    const cues = `(() => {
      const { textTracks } = document.querySelector(${JSON.stringify(`video[aria-label="${name}"]`)})
      const [{ mode, language, activeCues }] = textTracks
      return mode === 'showing' && activeCues?.length ? [textTracks.length, language, activeCues[0].text] : undefined
    })()`
    const shown = await until('a cue', async () => (await reader.page.evaluate<unknown>(cues)) ?? undefined)
    expect(shown).toEqual([1, 'zh-CN', '填写网址，点“开始取证”'])
  })
})
