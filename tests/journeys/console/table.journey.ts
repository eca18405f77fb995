import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { idOf } from '../../kit/sample-console/service.ts'
import { named, openVisitor } from '../../kit/browser/browser.ts'
import {
  browser,
  button,
  common,
  dialog,
  lists,
  row,
  service,
  setting,
  shows,
  visitor,
  w,
  withGadgets,
} from './gadget-kit.ts'

withGadgets()

type Sizes = { scrollTop: number; scrollHeight: number; clientHeight: number }

describe('the table', () => {
  it('scrolls through everything by cursor, without drawing everything', async () => {
    await service.beginAnew(3_000)
    await visitor.go(`/gadgets?mode=scroll&sort=name`)
    await row(1).waitFor()
    const box = visitor.page.locator('.skz-table-scroll')
    await expect
      .poll(async () => {
        await box.evaluate((b: Sizes) => (b.scrollTop = b.scrollHeight))
        return row(3_000).count()
      })
      .toBe(1)
    expect(await visitor.page.locator('.skz-table tbody tr[data-index]').count()).toBeLessThan(80)
    expect(lists().map((a) => a.body['pageSize'])).toEqual([100, ...Array<number>(6).fill(500)])
    visitor.problems.length = 0
  })

  it('asks for more a hundred pixels before the end, and not before', async () => {
    await service.beginAnew(300)
    await visitor.go(`/gadgets?mode=scroll&sort=name`)
    await row(1).waitFor()
    const asked = lists().length
    const box = visitor.page.locator('.skz-table-scroll')
    const leave = (left: number) =>
      box.evaluate((b: Sizes, pixels: number) => (b.scrollTop = b.scrollHeight - b.clientHeight - pixels), left)
    // Rows have their height once they are drawn.
    for (const left of [900, 600, 400, 250, 140]) await leave(left)
    await row(95).waitFor()
    expect(lists()).toHaveLength(asked)
    await leave(95)
    await expect.poll(() => lists().length).toBe(asked + 1)
    visitor.problems.length = 0
  })

  it('asks for a page once, however often it is scrolled before it is drawn anew', async () => {
    await service.beginAnew(700)
    await visitor.go(`/gadgets?mode=scroll&sort=name`)
    await row(1).waitFor()
    const asked: string[] = []
    visitor.page.on('request', (request) => asked.push(request.url()))
    await visitor.page.locator('.skz-table-scroll').evaluate(async (b: EventTarget & Sizes) => {
      b.scrollTop = b.scrollHeight
      for (let i = 0; i < 3; i++) {
        b.dispatchEvent(new Event('scroll'))
        // The request leaves in this time, and nothing is drawn.
        for (let turn = 0; turn < 200; turn++) await Promise.resolve()
      }
    })
    await row(101).waitFor()
    expect(asked.filter((url) => url.endsWith('gadgets/list'))).toHaveLength(1)
    visitor.problems.length = 0
  })

  it('keeps an open menu beside its row, whatever comes in meanwhile', async () => {
    const { page } = visitor
    await visitor.go('/gadgets?sort=name')
    const name = 'Gadget 000010'
    const menu = row(10).getByRole('button', { name: common('actionsOf', { name }), exact: true })
    const item = page.getByRole('menuitem', { name: w.action.edit.label, exact: true })
    await menu.click()
    await item.waitFor()
    // The row stands on the next page from now on.
    service.gadgets.unshift({ ...service.gadgets[0]!, id: idOf(900), name: 'Gadget 000000' })
    const answer = page.waitForResponse((r) => r.url().endsWith('gadgets/list'))
    await button(common('refresh')).dispatchEvent('click')
    await (await answer).finished()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await shows([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await item.isVisible()).toBe(true)
    await item.click()
    await expect.poll(() => dialog().getByLabel(w.field.name).inputValue()).toBe(name)
    await page.keyboard.press('Escape')
    await shows([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
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
