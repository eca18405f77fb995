import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, openVisitor, type Visitor } from '../../kit/browser/browser.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { gadgetWords } from '../../kit/sample-console/words.ts'
import { browser, service, withGadgets } from './gadget-kit.ts'

withGadgets()

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
