import { beforeAll, describe, expect, inject, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls, captureByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { captureTime, rowOf } from '../../kit/browser/evidence-list.ts'
import { somebody } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service, closed } = inject('world')
const list = '/accountSetting/messageNotification'
const open = openVisitors(service)

const heading = ({ page }: Visitor, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const bell = ({ page, say }: Visitor, count: number) =>
  page.getByRole('banner').getByRole('button', {
    name: count ? say('common', 'notices.unseen', { count }) : say('common', 'notices.title'),
    exact: true,
  })

/** Writes to a person, found by their whole phone, as staff do. */
async function write(visitor: Visitor, { phone, name }: { phone: string; name: string }, title: string) {
  const { page, say, go } = visitor
  await go(`/operator/people?keyWord=${phone}`)
  await rowOf(visitor, name)
    .getByRole('button', { name: say('common', 'actionsOf', { name }), exact: true })
    .click()
  await page.getByRole('menuitem', { name: say('operator', 'action.write.label'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: named(say('messages', 'write.send')) })
  await send.click()
  await dialog.getByText(say('common', 'required')).first().waitFor()
  await dialog.getByLabel(say('messages', 'field.title')).fill(title)
  await dialog.getByLabel(say('messages', 'field.content')).fill('第一段\n第二段')
  await expectAccessible(visitor)
  await send.click()
  await dialog.waitFor({ state: 'hidden' })
}

describe.each(dressed(bothLanguages))('messages ($language, $device)', (setting) => {
  const person = somebody(`周远${setting.device}`, 'personal')
  let reader: Visitor
  let staff: Visitor
  beforeAll(async () => {
    reader = await open(setting)
    await registerByCalls(reader, service, person, '/browse')
    staff = await open(setting)
    await signInByCalls(staff, service.accounts.operator)
  })

  it('from staff appear by themselves, are read, and staff see that they were', async () => {
    const { page, say } = reader
    const title = `请补充资料 ${setting.device}`
    await bell(reader, 0).waitFor()
    await write(staff, person, title)
    await bell(reader, 1).waitFor()
    await bell(reader, 1).click()
    const drawer = page.getByRole('dialog', { name: say('messages', 'bell.title') })
    await drawer.getByRole('link', { name: title }).waitFor()
    await expectAccessible(reader)
    await drawer.getByRole('link', { name: title }).click()
    await heading(reader, title).waitFor()
    await page.getByText('第二段').waitFor()
    await expectAccessible(reader)
    await bell(reader, 0).waitFor()
    await staff.go('/operator/messages')
    await rowOf(staff, title).waitFor()
    await expectAccessible(staff)
    await rowOf(staff, title).getByRole('link').first().click()
    await heading(staff, title).waitFor()
    await staff.page.getByText(staff.say('messages', 'field.readAt')).waitFor()
  })

  it('of a capture that failed lead to it, and can be deleted', async () => {
    const { page, say, go } = reader
    await captureByCalls(reader, { urls: [`${closed}/`], name: '打不开的页面' })
    const title = say('news', 'kind.captureFailed.title', { name: '打不开的页面' })
    await bell(reader, 1).waitFor({ timeout: captureTime })
    await go(`${list}?isRead=false`)
    await rowOf(reader, title).getByText(say('messages', 'unread')).waitFor()
    await expectAccessible(reader)
    await rowOf(reader, title).getByRole('link', { name: title }).click()
    await heading(reader, title).waitFor()
    await page.getByRole('link', { name: named(say('messages', 'action.open.label')) }).click()
    await heading(reader, '打不开的页面').waitFor()
    await go(list)
    await rowOf(reader, title).getByRole('link', { name: title }).click()
    const remove = page.getByRole('main').getByRole('button', { name: named(say('messages', 'action.remove.label')) })
    await remove.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: named(say('common', 'cancel')) })
      .click()
    await heading(reader, title).waitFor()
    await remove.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: named(say('messages', 'action.remove.label')) })
      .click()
    await page.waitForURL(`**${list}`)
    await heading(reader, say('messages', 'resource.messages.title')).waitFor()
    await rowOf(reader, title).waitFor({ state: 'hidden' })
  })

  it('take the ways that their reader chose', async () => {
    const { page, say, go } = reader
    await go(list)
    await page.getByRole('link', { name: named(say('messages', 'toSettings')) }).click()
    const choice = page.getByRole('switch', {
      name: say('messages', 'settings.switch', {
        kind: say('messages', 'choice.subtype.captureFailed'),
        way: say('messages', 'settings.page'),
      }),
      exact: true,
    })
    await choice.waitFor()
    await expectAccessible(reader)
    await choice.click()
    await page.getByText(say('messages', 'settings.saved')).first().waitFor()
    await page.reload()
    await choice.waitFor()
    expect(await choice.getAttribute('aria-checked')).toBe('false')
    expect(
      await page
        .getByRole('switch', {
          name: say('messages', 'settings.switch', {
            kind: say('messages', 'choice.subtype.newDevice'),
            way: say('messages', 'settings.page'),
          }),
          exact: true,
        })
        .count(),
    ).toBe(0)
  })
})
