import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import {
  named,
  openVisitor,
  type Setting,
  shareBrowser,
  type SharedBrowser,
  type Visitor,
} from '../../kit/browser/browser.ts'
import { signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'
import type { Account } from '../../kit/browser/start-service.ts'
import { png } from '../../kit/pictures.ts'

const { service } = inject('world')
let browser: SharedBrowser
let here: Visitor
tellOnFailure(service, () => [here].filter(Boolean))
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser.close())

async function as(setting: Setting, account: Account | undefined, visit: (visitor: Visitor) => Promise<void>) {
  const visitor = await openVisitor(browser, service.url, setting)
  here = visitor
  if (account) await signInByCalls(visitor, account)
  await visit(visitor)
  expect(visitor.problems).toEqual([])
  await visitor.close()
}

const press = async ({ page }: Visitor, name: string) =>
  page
    .getByRole('button', { name: named(name) })
    .last()
    .click()
const field = ({ page, say }: Visitor, name: string, words = 'messages') =>
  page.getByLabel(say(words, `field.${name}`), { exact: true })
interface Picture {
  naturalWidth: number
  decode(): Promise<void>
}
/** Of a picture that the browser could draw. */
const widthOf = (picture: unknown) => (picture as Picture).decode().then(() => (picture as Picture).naturalWidth)
const settings: Setting[] = [
  { language: 'zh-CN', device: 'desktop', theme: 'light' },
  { language: 'en', device: 'phone', theme: 'dark' },
]

describe.each(dressed(settings))('in $language on a $device', (setting) => {
  const tag = setting.language
  const zh = `系统维护通知 ${tag}`
  const en = `Maintenance ${tag}`

  it('an operator writes an announcement and publishes it', () =>
    as(setting, service.accounts.operator, async (visitor) => {
      const { page, go, say } = visitor
      await go('/operator/announcements')
      await page
        .getByRole('heading', { level: 1, name: say('messages', 'resource.operatorAnnouncements.title') })
        .waitFor()
      await page
        .getByRole('link', { name: say('messages', 'resource.operatorAnnouncements.add') })
        .first()
        .click()
      await field(visitor, 'titleZh').fill(zh)
      await field(visitor, 'contentZh').fill('今晚十点起维护两小时。\n\n请提前保存。')
      await field(visitor, 'titleEn').fill(en)
      await press(visitor, say('common', 'save'))
      await page
        .locator('.ant-form-item')
        .filter({ has: field(visitor, 'contentEn') })
        .getByText(say('errors', 'field.required'))
        .waitFor()
      await field(visitor, 'contentEn').fill('Tonight from ten for two hours.\n\nPlease save before.')
      await field(visitor, 'fromAt').fill('2026-01-01T00:00')
      await expectAccessible(visitor)
      await press(visitor, say('common', 'save'))
      await rowOf(visitor, zh).getByText(say('messages', 'choice.announcementState.DRAFT'), { exact: true }).waitFor()
      const act = async (name: string) => {
        await rowOf(visitor, zh)
          .getByRole('button', { name: say('common', 'actionsOf', { name: zh }), exact: true })
          .click()
        await page.getByRole('menuitem', { name: say('messages', `action.${name}.label`), exact: true }).click()
      }
      await act('publish')
      await expectAccessible(visitor)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: named(say('messages', 'action.publish.label')) })
        .click()
      await rowOf(visitor, zh).getByText(say('messages', 'choice.announcementState.SHOWN'), { exact: true }).waitFor()
      await act('pin')
      await rowOf(visitor, zh)
        .getByText(say('messages', 'field.top'), { exact: true })
        .filter({ visible: true })
        .last()
        .waitFor()
      await expectAccessible(visitor)
    }))

  it('a customer reads it, in the language of the page', () =>
    as(setting, service.accounts.personal, async (visitor) => {
      const { page, go, say } = visitor
      const title = tag === 'en' ? en : zh
      await go('/accountSetting/messageNotification/announcements')
      await rowOf(visitor, title).first().waitFor()
      await expectAccessible(visitor)
      await page.getByRole('link', { name: title }).first().click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      const paragraphs = page.locator('article .skz-long')
      await paragraphs.first().waitFor()
      expect(await paragraphs.allInnerTexts()).toEqual(
        tag === 'en'
          ? ['Tonight from ten for two hours.', 'Please save before.']
          : ['今晚十点起维护两小时。', '请提前保存。'],
      )
      await expectAccessible(visitor)
      for (const path of ['/operator/announcements', '/operator/dictionary', '/operator/platform']) {
        await go(path)
        await page.getByText(say('common', 'forbidden')).waitFor()
      }
    }))

  /** What the platform offers, in the form of a capture. */
  const choosesLabel = async ({ page, go, say }: Visitor) => {
    await go('/onlineForensics/web/add')
    const labels = page.getByRole('combobox', { name: say('evidence', 'field.tags'), exact: true })
    await labels.fill(`诉讼 ${tag}`)
    await page.getByText(say('evidence', 'labels.offered'), { exact: true }).waitFor()
    await labels.press('Enter')
    await page.locator('.ant-select-selection-item', { hasText: `诉讼 ${tag}` }).waitFor()
  }

  it('an administrator adds a label that a customer chooses, takes it away, and sets phone, mail and logo', () =>
    as(setting, service.accounts.administrator, async (visitor) => {
      const { page, go, say } = visitor
      const words = (key: string, params?: Record<string, unknown>) => say('operator', key, params)
      await go('/operator/dictionary?form=new')
      await field(visitor, 'code', 'operator').fill(`court-${tag}`)
      await field(visitor, 'name', 'operator').fill(`诉讼 ${tag}`)
      await expectAccessible(visitor)
      await press(visitor, say('common', 'save'))
      const row = rowOf(visitor, `诉讼 ${tag}`)
      await row.waitFor()
      await as(setting, service.accounts.personal, choosesLabel)
      here = visitor
      await row.getByRole('button', { name: say('common', 'actionsOf', { name: `诉讼 ${tag}` }), exact: true }).click()
      await page.getByRole('menuitem', { name: words('action.disable.label'), exact: true }).click()
      await page.getByText(words('action.disable.done')).first().waitFor()
      await expectAccessible(visitor)

      await go('/operator/platform')
      await field(visitor, 'consultationPhone', 'operator').fill('12')
      await field(visitor, 'consultationPhone', 'operator').blur()
      await page.getByText(say('errors', 'field.anyPhone')).waitFor()
      await field(visitor, 'consultationPhone', 'operator').fill('0591-87654321')
      await field(visitor, 'fullName', 'operator').fill('示例市示例公证处')
      const chooser = page.waitForEvent('filechooser')
      await page
        .getByRole('button', {
          name: `${say('common', 'media.choose.picture')}: ${words('field.whiteBottomLogo')}`,
          exact: true,
        })
        .click()
      await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(120, 40) })
      const preview = page.getByRole('img', { name: words('field.whiteBottomLogo') })
      await preview.waitFor()
      expect(await preview.evaluate(widthOf)).toBe(120)
      await expectAccessible(visitor)
      await press(visitor, say('common', 'save'))
      await page.getByText(say('common', 'form.saved')).waitFor()
    }))

  it('a visitor and a customer see them; what is taken away is gone', async () => {
    await as(setting, undefined, async (visitor) => {
      const { page, go } = visitor
      await go('/')
      await page.getByRole('contentinfo').getByRole('link', { name: '0591-87654321' }).waitFor()
      await page.getByRole('contentinfo').getByText('示例市示例公证处').waitFor()
      const logo = page.getByRole('banner').locator('img:visible')
      expect(await logo.evaluate(widthOf)).toBe(120)
      await expectAccessible(visitor)
    })
    await as(setting, service.accounts.personal, async (visitor) => {
      const { page, go } = visitor
      await go('/browse')
      await page.getByRole('contentinfo').getByRole('link', { name: '0591-87654321' }).waitFor()
      await expectAccessible(visitor)
    })
    await as(setting, service.accounts.administrator, async (visitor) => {
      const { page, go, say } = visitor
      await go('/operator/platform')
      for (const name of ['consultationPhone', 'fullName']) await field(visitor, name, 'operator').fill('')
      await page
        .getByRole('button', {
          name: `${say('common', 'media.remove')}: ${say('operator', 'field.whiteBottomLogo')}`,
          exact: true,
        })
        .click()
      await press(visitor, say('common', 'save'))
      await page.getByText(say('common', 'form.saved')).waitFor()
      await go('/')
      await page.getByRole('banner').locator('img[src="/mark.svg"]').waitFor()
      expect(await page.getByRole('contentinfo').getByText('0591').count()).toBe(0)
    })
  })
})
