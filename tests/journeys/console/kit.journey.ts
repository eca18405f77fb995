import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, openVisitor } from '../../kit/browser/browser.ts'
import { idOf, refusal } from '../../kit/sample-console/service.ts'
import { browser, button, common, dialog, lists, row, service, shows, visitor, w, withGadgets } from './gadget-kit.ts'

withGadgets()

const params = () => Object.fromEntries(new URL(visitor.page.url()).searchParams)

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

  it.each([
    [1, '.ant-message-warning', 'Stuck.'],
    [2, '.ant-message-error', 'Stuck.'],
    [4, '.ant-notification', 'wrong-state'],
  ])('is told by its show type: %s', async (showType, where, text) => {
    service.instead.set('gadgets', { envelope: { ...refusal('wrong-state', '500033', 'Stuck.'), showType } })
    await visitor.go('/gadgets?form=new')
    await dialog().getByLabel(w.field.name).fill('Any')
    await dialog()
      .getByRole('button', { name: named(common('save')) })
      .click()
    await visitor.page.locator(where).getByText(text).first().waitFor()
    await visitor.page.locator(where).getByText('Stuck.').first().waitFor()
  })

  it('is waited for beneath a line along the top, which is gone with the answer', async () => {
    const looked = Promise.withResolvers<void>()
    service.instead.set('gadgets/list', { after: looked.promise })
    await visitor.go('/gadgets')
    await visitor.page.locator('.skz-busy').waitFor()
    looked.resolve()
    await shows([42, 41, 40, 39, 38, 37, 36, 35, 34, 33])
    await visitor.page.locator('.skz-busy').waitFor({ state: 'detached' })
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
    await visitor.page.getByRole('link', { name: named(common('home')) }).click()
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
