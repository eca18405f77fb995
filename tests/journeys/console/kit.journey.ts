import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { launchBrowser, named, openVisitor, type Setting, type Visitor } from '../../kit/browser/browser.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { buildConsoleWithGadgets } from '../../kit/sample-console/build-console.ts'
import { type GadgetService, idOf, refusal, startGadgetService } from '../../kit/sample-console/service.ts'
import { gadgetWords } from '../../kit/sample-console/words.ts'

const setting: Setting = { language: 'en', device: 'desktop', theme: 'light' }
const w = gadgetWords.en
let built: Awaited<ReturnType<typeof buildConsoleWithGadgets>>
let browser: Browser
let service: GadgetService
let visitor: Visitor

beforeAll(async () => {
  built = await buildConsoleWithGadgets()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await built?.remove()
})
beforeEach(async () => {
  service = await startGadgetService(built.dist, 42)
  visitor = await openVisitor(browser, service.url, setting)
})
afterEach(async () => {
  expect(visitor.problems).toEqual([])
  await visitor.close()
  await service.close()
})

const row = (n: number) => visitor.page.getByRole('row', { name: `Gadget ${String(n).padStart(6, '0')}`, exact: true })
const names = () =>
  visitor.page
    .locator('.skz-table tbody tr[data-index]')
    .evaluateAll((rows: { getAttribute(name: string): string }[]) =>
      rows.map((r) => Number(r.getAttribute('aria-label').slice(7))),
    )
const shows = (wanted: number[]) => expect.poll(names).toEqual(wanted)
const button = (name: string) => visitor.page.getByRole('button', { name: named(name) })
const params = () => Object.fromEntries(new URL(visitor.page.url()).searchParams)
const lists = () => service.asked.filter((a) => a.path === 'gadgets/list')
const common = (key: string, values?: Record<string, unknown>) => visitor.say('common', key, values)
const dialog = () => visitor.page.getByRole('dialog')

describe('a resource declared in one file', () => {
  it('has its place in the menu, a list, a form, a page, and is found by name', async () => {
    const { page } = visitor
    await visitor.go('/browse')
    await page.getByRole('navigation').getByRole('link', { name: w.resource.gadgets.title }).click()
    await page.getByRole('heading', { level: 1, name: w.resource.gadgets.title }).waitFor()
    await shows([42, 41, 40, 39, 38, 37, 36, 35, 34, 33])
    await expectAccessible(visitor)
    await button(w.resource.gadgets.add).click()
    await dialog().getByLabel(w.field.name).fill('New one')
    await expectAccessible(visitor)
    await dialog()
      .getByRole('button', { name: named(common('save')) })
      .click()
    await dialog().waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'New one' }).click()
    await page.getByRole('heading', { level: 1, name: 'New one' }).waitFor()
    await expectAccessible(visitor)
    expect(service.gadgets.at(-1)).toMatchObject({ name: 'New one', kind: 'small' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Gadget 00000')
    await page.getByRole('option', { name: 'Gadget 000009' }).waitFor()
    await expectAccessible(visitor)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Gadget 00000\d/ }).waitFor()
  })

  it('is judged in the form as the service judges, and asks for what the choice needs', async () => {
    await visitor.go('/gadgets?form=new')
    const save = dialog().getByRole('button', { name: named(common('save')) })
    await save.click()
    await dialog().getByText(visitor.say('errors', 'field.required')).waitFor()
    expect(service.asked.some((a) => a.path === 'gadgets')).toBe(false)
    await dialog().getByLabel(w.field.name).fill('Gadget 000001')
    await dialog().getByRole('radio', { name: w.choice.kind.large }).check()
    await save.click()
    await visitor.page
      .locator('.ant-form-item')
      .filter({ has: visitor.page.getByLabel(w.field.note) })
      .getByText(visitor.say('errors', 'field.required'))
      .waitFor()
    await expect.poll(() => dialog().getByText(visitor.say('errors', 'field.required')).count()).toBe(1)
    await dialog().getByLabel(w.field.note).fill('heavy')
    await save.click()
    await dialog().getByText('The same record is already there').waitFor()
  })

  it('is used on a phone, in Chinese', async () => {
    const phone = await openVisitor(browser, service.url, { language: 'zh-CN', device: 'phone', theme: 'dark' })
    await phone.go('/gadgets')
    await phone.page
      .locator('.skz-card')
      .filter({ hasText: 'Gadget 000042' })
      .getByText('大型')
      .or(phone.page.getByText('小型'))
      .first()
      .waitFor()
    await expectAccessible(phone)
    await phone.page.getByRole('button', { name: named('添加器件') }).click()
    await phone.page.getByRole('dialog').getByLabel('名称').fill('手机添加')
    await expectAccessible(phone)
    await phone.page
      .getByRole('dialog')
      .getByRole('button', { name: named('保存') })
      .click()
    await phone.page.locator('.skz-card').filter({ hasText: '手机添加' }).waitFor()
    expect(phone.problems).toEqual([])
    await phone.close()
  })
})

describe('the address of a list', () => {
  it('is its state: a link inside the console changes the rows', async () => {
    await visitor.go('/gadgets?kind=large&sort=name')
    await shows([1, 4, 7, 10, 13, 16, 19, 22, 25, 28])
    await visitor.page.evaluate(
      `history.pushState({}, '', '/gadgets?sort=-name'); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
    )
    await shows([42, 41, 40, 39, 38, 37, 36, 35, 34, 33])
    await visitor.page.getByRole('listitem', { name: '3', exact: true }).click()
    await shows([22, 21, 20, 19, 18, 17, 16, 15, 14, 13])
    await visitor.page.goBack()
    await shows([42, 41, 40, 39, 38, 37, 36, 35, 34, 33])
  })

  it('takes several orders, by Shift or in words', async () => {
    await visitor.go('/gadgets')
    const head = (name: string) =>
      visitor.page.getByRole('columnheader', { name: new RegExp(`^${name}`) }).getByRole('button')
    await head(w.field.kind).click()
    await head(w.field.name).click({ modifiers: ['Shift'] })
    await expect.poll(params).toEqual({ sort: 'kind,name' })
    await shows([1, 4, 7, 10, 13, 16, 19, 22, 25, 28])
    await button(common('list.arrange')).click()
    await dialog()
      .getByRole('combobox', { name: common('list.orderBy', { n: 3 }) })
      .click()
    await visitor.page
      .locator('.ant-select-item-option')
      .filter({ hasText: `${w.field.madeAt} ↓` })
      .click()
    await expect.poll(params).toEqual({ sort: 'kind,name,-madeAt' })
  })

  it.each([
    'endpoint=/evil&method=delete&headers[X]=1&meta[path]=evil',
    'sort=version&size=7&page=0',
    '__proto__=1&constructor=2',
  ])('smuggles nothing into a request: %s', async (query) => {
    await visitor.go(`/gadgets?${query}`)
    await shows([42, 41, 40, 39, 38, 37, 36, 35, 34, 33])
    expect(lists().map((a) => a.body)).toEqual([{ pageNum: 1, pageSize: 10, sort: '-madeAt' }])
    expect(
      service.asked.every((a) =>
        ['login/bean', 'dict', 'user/user/news/count', 'list-views', 'gadgets/list'].includes(a.path),
      ),
    ).toBe(true)
  })
})

describe('what the service answers', () => {
  it('is told at once where it refuses, without asking again', async () => {
    service.instead.set('gadgets/list', { envelope: refusal('forbidden', '500003', 'Not for you.') })
    await visitor.go('/gadgets')
    await visitor.page.getByText('Not for you.').waitFor()
    expect(lists()).toHaveLength(1)
    service.instead.clear()
    await button(common('retry')).click()
    await shows([42, 41, 40, 39, 38, 37, 36, 35, 34, 33])
  })

  it('never stands for another record, however slow', async () => {
    await visitor.go(`/gadgets/${idOf(1)}`)
    await visitor.page.getByRole('heading', { level: 1, name: 'Gadget 000001' }).waitFor()
    const looked = Promise.withResolvers<void>()
    service.instead.set(`gadgets/${idOf(2)}`, { after: looked.promise })
    await visitor.page.evaluate(
      `history.pushState({}, '', '/gadgets/${idOf(2)}'); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
    )
    await visitor.page.getByRole('heading', { level: 1, name: w.resource.gadgets.one, exact: true }).waitFor()
    expect(await visitor.page.getByText('Gadget 000001').count()).toBe(0)
    looked.resolve()
    await visitor.page.getByRole('heading', { level: 1, name: 'Gadget 000002' }).waitFor()
  })

  it('once it says that the session has gone, leads to one sign-in, and what was typed is there afterwards', async () => {
    await visitor.go('/gadgets?form=new')
    await dialog().getByLabel(w.field.name).fill('Half typed')
    const gone = { envelope: refusal('session-gone', '500002', 'Please sign in.') }
    for (const path of ['gadgets', 'gadgets/list', 'list-views']) service.instead.set(path, gone)
    await visitor.context.route('**/login?*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Sign in</h1>' }),
    )
    await dialog()
      .getByRole('button', { name: named(common('save')) })
      .click()
    await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(visitor.page.url()).searchParams.toString()).toContain('gadgets')
    service.instead.clear()
    await visitor.go('/gadgets?form=new')
    await expect.poll(() => dialog().getByLabel(w.field.name).inputValue()).toBe('Half typed')
    await dialog()
      .getByRole('button', { name: common('form.giveUp') })
      .click()
    await expect.poll(() => dialog().getByLabel(w.field.name).inputValue()).toBe('')
  })
})

describe('a form', () => {
  const edit = async (n: number, query = '') => {
    await visitor.go(`/gadgets?${query}form=${idOf(n)}`)
    await expect.poll(() => dialog().getByLabel(w.field.name).inputValue()).toBe(`Gadget ${String(n).padStart(6, '0')}`)
  }

  it('keeps what is typed while the list behind it is asked anew', async () => {
    await edit(5, 'sort=name&')
    await dialog().getByLabel(w.field.name).fill('Mine')
    service.gadgets[4]!.name = 'Gadget 000005 of theirs'
    await button(common('refresh')).dispatchEvent('click')
    await visitor.page.getByRole('row', { name: 'Gadget 000005 of theirs', includeHidden: true }).waitFor()
    expect(await dialog().getByLabel(w.field.name).inputValue()).toBe('Mine')
  })

  it('asks before it is left, and is brought back when it is opened again', async () => {
    await edit(5)
    await dialog().getByLabel(w.field.name).fill('Mine')
    await dialog()
      .getByRole('button', { name: named(common('cancel')) })
      .click()
    await visitor.page.locator('.ant-modal-confirm-title', { hasText: common('form.leaveTitle') }).waitFor()
    await visitor.page.getByRole('button', { name: named(common('form.leaveNo')) }).click()
    expect(await dialog().getByLabel(w.field.name).inputValue()).toBe('Mine')
    await dialog()
      .getByRole('button', { name: named(common('cancel')) })
      .click()
    await visitor.page.getByRole('button', { name: named(common('form.leaveYes')) }).click()
    await expect.poll(params).toEqual({})
    await visitor.go(`/gadgets?form=${idOf(5)}`)
    await expect.poll(() => dialog().getByLabel(w.field.name).inputValue()).toBe('Mine')
  })

  it('left as it was, closes without a word', async () => {
    await edit(5)
    await dialog()
      .getByRole('button', { name: named(common('cancel')) })
      .click()
    await expect.poll(() => dialog().count()).toBe(0)
  })

  it.each([
    ['keepMine', 'Mine'],
    ['takeTheirs', 'Theirs'],
  ] as const)('lets two people choose: %s', async (choice, kept) => {
    await edit(5)
    await dialog().getByLabel(w.field.name).fill('Mine')
    Object.assign(service.gadgets[4]!, { name: 'Theirs', version: 2 })
    await dialog()
      .getByRole('button', { name: named(common('save')) })
      .click()
    await dialog().getByText(common('form.conflict')).waitFor()
    await dialog().getByRole('cell', { name: 'Theirs' }).waitFor()
    await expectAccessible(visitor)
    await dialog()
      .getByRole('button', { name: common(`form.${choice}`) })
      .click()
    if (choice === 'takeTheirs')
      await dialog()
        .getByRole('button', { name: named(common('save')) })
        .click()
    await expect.poll(() => dialog().count()).toBe(0)
    expect(service.gadgets[4]).toMatchObject({ name: kept, version: 3 })
  })
})

describe('the table', () => {
  it('scrolls through everything by cursor, without drawing everything', async () => {
    await service.close()
    service = await startGadgetService(built.dist, 3_000)
    await visitor.go(`${service.url}/gadgets?mode=scroll&sort=name`)
    await row(1).waitFor()
    const box = visitor.page.locator('.skz-table-scroll')
    await expect
      .poll(async () => {
        await box.evaluate((b: { scrollTop: number; scrollHeight: number }) => (b.scrollTop = b.scrollHeight))
        return row(3_000).count()
      })
      .toBe(1)
    expect(await visitor.page.locator('.skz-table tbody tr[data-index]').count()).toBeLessThan(80)
    expect(lists().map((a) => a.body['pageSize'])).toEqual([100, ...Array<number>(6).fill(500)])
    visitor.problems.length = 0
  })

  it('keeps a choice while pages are turned, and tells what became of each', async () => {
    await visitor.go('/gadgets?sort=name')
    await row(2).getByRole('checkbox').check()
    await row(5)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await visitor.page.getByRole('listitem', { name: '2', exact: true }).click()
    await row(12).getByRole('checkbox').check()
    await visitor.page.getByText(common('selected', { count: 5 })).waitFor()
    await button(w.action.break.label).click()
    await dialog()
      .getByRole('button', { name: named(w.action.break.label) })
      .click()
    // Of 2, 3, 4, 5 and 12 the third and the fifth have counts that are stuck.
    await visitor.page.getByText(common('bulk.count', { done: 3, refused: 2, all: 5 })).waitFor()
    await dialog().getByText('It is stuck.').first().waitFor()
    await expectAccessible(visitor)
    await button(common('bulk.again', { count: 2 })).click()
    await visitor.page.getByText(common('bulk.count', { done: 3, refused: 2, all: 5 })).waitFor()
    expect(
      service.asked.filter((a) => a.path === 'gadgets/break').map((a) => (a.body['ids'] as string[]).length),
    ).toEqual([5, 2])
  })

  it('chooses all that fit, on whatever page', async () => {
    await visitor.go('/gadgets?kind=small')
    await visitor.page.getByRole('checkbox', { name: common('list.selectPage') }).check()
    await button(common('list.chooseAll', { n: 28 })).click()
    await visitor.page.getByText(common('selected', { count: 28 })).waitFor()
  })

  it('shows the columns one wants, in order and width, and remembers them', async () => {
    const { page } = visitor
    const heads = () =>
      page
        .getByRole('columnheader')
        .locator('.skz-sort, :scope:not(:has(.skz-sort))')
        .allInnerTexts()
        .then((all) => all.map((t) => t.replace(/[↕↑↓\d\s]+$/, '').trim()).filter(Boolean))
    await visitor.go('/gadgets')
    await row(42).waitFor()
    await button(common('list.arrange')).click()
    await expectAccessible(visitor)
    await dialog().getByRole('checkbox', { name: w.field.note }).check()
    await dialog().getByRole('checkbox', { name: w.field.count }).uncheck()
    await dialog()
      .getByRole('button', { name: common('list.moveUp', { name: w.field.kind }) })
      .click()
    await dialog()
      .getByRole('radio', { name: common('list.compact') })
      .check()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog().count()).toBe(0)
    const edge = page.getByRole('separator', { name: common('list.widthOf', { name: w.field.madeAt }) })
    await edge.press('ArrowRight')
    await expect
      .poll(() => service.layout)
      .toMatchObject({
        density: 'compact',
        columns: [{ name: 'kind' }, { name: 'name' }, { name: 'madeAt', width: 192 }, { name: 'note' }],
      })
    await page.reload()
    await row(42).waitFor()
    await expect
      .poll(async () => (await heads()).slice(0, 4))
      .toEqual([w.field.kind, w.field.name, w.field.madeAt, w.field.note])
  })

  it('is kept as a view whose link shows a colleague the same', async () => {
    await visitor.go('/gadgets?kind=large&sort=name')
    await row(1).waitFor()
    await button(common('views.title')).click()
    await visitor.page.getByRole('menuitem', { name: common('views.keep') }).click()
    await dialog().getByLabel(common('views.name')).fill('Large by name')
    await dialog()
      .getByRole('checkbox', { name: common('views.share') })
      .check()
    await expectAccessible(visitor)
    await dialog()
      .getByRole('button', { name: named(common('save')) })
      .click()
    await button('Large by name').waitFor()
    expect(service.views).toMatchObject([{ name: 'Large by name', shared: true, query: 'kind=large&sort=name' }])
    const colleague = await openVisitor(browser, service.url, setting)
    await colleague.go(new URL(visitor.page.url()).pathname + new URL(visitor.page.url()).search)
    await colleague.page.getByRole('button', { name: named('Large by name') }).waitFor()
    await expect
      .poll(() => colleague.page.locator('tbody tr[data-index]').first().getAttribute('aria-label'))
      .toBe('Gadget 000001')
    await colleague.close()
  })

  it('is walked, chosen from and opened by keyboard', async () => {
    const { page } = visitor
    await visitor.go('/gadgets?sort=name')
    await row(1).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Gadget 000003')
    await page.keyboard.press(' ')
    await visitor.page.getByText(common('selected', { count: 1 })).waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('/')
    await page.keyboard.type('0042')
    await shows([42])
    await page.keyboard.press('Escape')
    await page.locator('tbody tr[data-index]').first().focus()
    await page.keyboard.press('?')
    await dialog().getByText(common('keys.title')).first().waitFor()
    await expectAccessible(visitor)
    await dialog()
      .getByRole('checkbox', { name: common('keys.single') })
      .uncheck()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog().count()).toBe(0)
    await page.locator('tbody tr[data-index]').first().focus()
    await page.keyboard.press('n')
    expect(await dialog().count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Gadget 000042' }).waitFor()
  })
})

describe.each(dressed(['zh-CN', 'en'] as const))('a resource of amounts and persons, in %s', (language) => {
  const words = gadgetWords[language]
  let reader: Visitor
  beforeEach(async () => {
    reader = await openVisitor(browser, service.url, {
      language,
      device: 'desktop',
      theme: language === 'en' ? 'light' : 'dark',
    })
  })
  afterEach(async () => {
    expect(reader.problems).toEqual([])
    await reader.close()
  })
  const field = (name: keyof typeof words.field) => reader.page.getByLabel(words.field[name], { exact: true })
  const press = (name: string) => reader.page.getByRole('button', { name: named(name) }).click()
  const shown = (visitor: Visitor) =>
    visitor.page
      .locator('.skz-table tbody tr[data-index]')
      .evaluateAll((rows: { getAttribute(name: string): string }[]) =>
        rows.map((r) => r.getAttribute('aria-label').slice(6)).join(),
      )
  const head = (name: string) => reader.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const at = () => new URL(reader.page.url()).pathname
  const chosen = (name: string) => reader.page.locator('.ant-select-item-option:visible').filter({ hasText: name })
  const crate = () => service.crates[1]!

  it('is filtered by a range and by a person, and the address shows others the same', async () => {
    const { page, say } = reader
    const end = (which: 'least' | 'most') =>
      page.getByRole('textbox', { name: say('common', `filter.${which}`, { name: words.field.priceFen }) })
    await reader.go('/crates?maker=hostile&priceFenTo=1e9&phone=%20')
    await expect.poll(() => shown(reader)).toBe('1,2,3,4,5,6,7,8,9')
    expect(service.asked.find((a) => a.path === 'crates/list')!.body).toEqual({
      pageNum: 1,
      pageSize: 10,
      sort: 'name',
    })
    await reader.go('/crates')
    await end('least').fill('¥200.2')
    await end('most').fill('一千')
    await expect.poll(() => shown(reader)).toBe('2,3,4,5,6,7,8,9')
    expect(await end('most').getAttribute('aria-invalid')).toBe('true')
    await end('most').fill('800.80元')
    await expect.poll(() => shown(reader)).toBe('2,3,4,5,6,7,8')
    expect(await end('least').inputValue()).toBe('¥200.2')
    await page.getByRole('combobox', { name: words.field.maker }).click()
    await chosen('Bo Lund').click()
    await expect.poll(() => shown(reader)).toBe('2,5,8')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      priceFenFrom: '20020',
      priceFenTo: '80080',
      maker: service.crates[1]!.maker!.id,
    })
    const chips = page.getByRole('list', { name: say('common', 'filter.set') })
    expect(await chips.getByRole('listitem').allInnerTexts()).toEqual([
      say('common', 'filter.is', { name: words.field.priceFen, value: '¥200.20 – ¥800.80' }),
      say('common', 'filter.is', { name: words.field.maker, value: 'Bo Lund' }),
    ])
    await expectAccessible(reader)
    const colleague = await openVisitor(browser, service.url, { ...reader.setting, device: 'phone' })
    await colleague.go(page.url())
    await expect
      .poll(() => colleague.page.locator('.skz-card strong').allInnerTexts())
      .toEqual(['Crate 2', 'Crate 5', 'Crate 8'])
    await expectAccessible(colleague)
    await colleague.page
      .getByRole('button', { name: named(say('common', 'clearFilter', { name: words.field.priceFen })) })
      .click()
    await expect.poll(() => colleague.page.url()).not.toContain('priceFen')
    expect(colleague.problems).toEqual([])
    await colleague.close()
    await reader.go(`/crates?maker=${service.crates[2]!.maker!.id}`)
    await expect.poll(() => shown(reader)).toBe('3,6,9')
    await chips.getByText(say('common', 'filter.someone')).waitFor()
    await page.getByRole('row', { name: 'Crate 3', exact: true }).getByText('已离职的周三').waitFor()
    await reader.go('/crates')
    await page.getByRole('textbox', { name: words.field.phone }).fill('138004')
    await expect.poll(() => shown(reader)).toBe('5')
  })

  it('is read by its kinds: amounts at the end of their column, a phone to dial, a hash to copy', async () => {
    const { page, say } = reader
    await reader.go('/crates')
    const row = page.getByRole('row', { name: 'Crate 2', exact: true })
    await expect
      .poll(() =>
        row
          .getByText('¥200.20')
          .evaluate(
            (e: { closest(s: string): object }) =>
              (globalThis as unknown as { getComputedStyle(e: object): { textAlign: string } }).getComputedStyle(
                e.closest('td'),
              ).textAlign,
          ),
      )
      .toBe('end')
    await row.getByText('13800138001').waitFor()
    expect(await row.getByRole('link').count()).toBe(1)
    await row.getByRole('button', { name: say('common', 'copyNamed', { name: words.field.sha256 }) }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(crate().sha256)
    await row.getByRole('link').click()
    await head('Crate 2')
    expect(
      await page
        .getByRole('link', { name: '138 0013 8001' })
        .or(page.getByRole('link', { name: '13800138001' }))
        .getAttribute('href'),
    ).toBe('tel:13800138001')
    await page.getByText(crate().sha256).waitFor()
    await expectAccessible(reader)
  })

  it('is added and changed on pages of their own, which ask before they are left', async () => {
    const { page, say } = reader
    await reader.go('/crates?sort=-priceFen')
    await page.getByRole('link', { name: named(words.resource.crates.add) }).click()
    await head(words.resource.crates.add)
    expect(at()).toBe('/crates/new')
    await press(say('common', 'save'))
    await page.getByText(say('errors', 'field.required')).first().waitFor()
    await field('name').fill('New one')
    await field('priceFen').fill('1,234.5')
    await field('phone').fill('123')
    await press(say('common', 'save'))
    await page.getByText(say('errors', 'field.anyPhone')).waitFor()
    await field('phone').fill('010-88887777')
    await field('maker').click()
    await chosen('林一').click()
    await expectAccessible(reader)
    await page.goBack()
    await page.locator('.ant-modal-confirm-title', { hasText: say('common', 'form.leaveTitle') }).waitFor()
    await press(say('common', 'form.leaveNo'))
    expect([at(), await field('priceFen').inputValue()]).toEqual(['/crates/new', '1234.50'])
    await page.reload()
    await page
      .getByText(/./)
      .filter({ hasText: say('common', 'form.restored', { at: '' }).replace(/\W+$/, '') })
      .first()
      .waitFor()
    expect([await field('name').inputValue(), await field('priceFen').inputValue()]).toEqual(['New one', '1234.50'])
    await press(say('common', 'save'))
    await expect.poll(() => page.url()).toBe(`${service.url}/crates?sort=-priceFen`)
    await page.getByRole('row', { name: 'New one', exact: true }).getByText('¥1,234.50').waitFor()
    expect(service.crates.at(-1)).toMatchObject({
      name: 'New one',
      priceFen: 123_450,
      maker: { name: '林一' },
      phone: '010-88887777',
    })
  })

  it('lets two people choose on a page, keeps who has gone, and goes back where one came from', async () => {
    const { page, say } = reader
    await reader.go(`/crates/${service.crates[2]!.id}`)
    await head('Crate 3')
    await press(words.resource.crates.edit)
    await head(words.resource.crates.edit)
    expect(at()).toBe(`/crates/${service.crates[2]!.id}/edit`)
    await page.getByRole('navigation').getByRole('link', { name: 'Crate 3' }).waitFor()
    await page.locator('.ant-form').getByText('已离职的周三').waitFor()
    await page.goBack()
    await head('Crate 3')
    await page.goForward()
    await field('priceFen').fill('0.1')
    Object.assign(service.crates[2]!, { name: 'Theirs', version: 2 })
    await press(say('common', 'save'))
    await page.getByText(say('common', 'form.conflict')).waitFor()
    await page.getByRole('cell', { name: '¥0.10' }).waitFor()
    expect(await page.getByRole('row', { name: words.field.maker }).count()).toBe(0)
    await expectAccessible(reader)
    await press(say('common', 'form.keepMine'))
    await head('Crate 3')
    await page.getByText('¥0.10').waitFor()
    expect(service.crates[2]).toMatchObject({
      name: 'Crate 3',
      priceFen: 10,
      maker: { name: '已离职的周三' },
      version: 3,
    })
    await reader.go('/crates/nothing/edit')
    await page.getByText('No such record.').waitFor()
  })
})

describe('the shell', () => {
  it('says when the network is gone and when there is no such page, and tells again what was missed', async () => {
    await visitor.go('/gadgets')
    await row(42).waitFor()
    await visitor.context.setOffline(true)
    await visitor.page.getByText(common('offline')).waitFor()
    await visitor.context.setOffline(false)
    await expect.poll(() => visitor.page.getByText(common('offline')).count()).toBe(0)
    service.gadgets[41]!.count = 2
    await button(common('refresh')).click()
    await row(42).getByRole('button').click()
    await visitor.page.getByRole('menuitem', { name: w.action.break.label }).click()
    await dialog()
      .getByRole('button', { name: named(w.action.break.label) })
      .click()
    await visitor.page.getByText('It is stuck.').waitFor()
    await button(common('notices.unseen', { count: 1 })).click()
    await dialog().getByText('It is stuck.').waitFor()
    await expectAccessible(visitor)
    await visitor.go('/nowhere')
    await visitor.page.getByText(common('noPage')).waitFor()
    await button(common('home')).click()
    await expect.poll(() => new URL(visitor.page.url()).pathname).toBe('/browse')
  })

  it('asks the service for no rights, whatever the number of rows', async () => {
    await visitor.go('/gadgets?size=50')
    await row(1).waitFor()
    await expect
      .poll(() => service.asked.map((a) => a.path).sort())
      .toEqual(['dict', 'gadgets/list', 'list-views', 'login/bean', 'user/user/news/count'])
    expect(lists()[0]!.account).toBe('018f0000-0000-7000-8000-00000000aaaa')
  })
})
