import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Locator } from 'playwright-core'
import { expectAccessible } from '../../kit/browser/axe.ts'
import type { Visitor } from '../../kit/browser/browser.ts'
import { captureByCalls, registerByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { openTab, unfold } from '../../kit/browser/evidence-page.ts'
import { somebody } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service, shop } = inject('world')

/** Pictures of a region that have come, by their own sizes. */
const sizes = (region: Locator) =>
  region
    .locator('img')
    .evaluateAll((all: { naturalWidth: number; naturalHeight: number }[]) =>
      all.filter((one) => one.naturalWidth > 0).map((one) => [one.naturalWidth, one.naturalHeight]),
    )

describe.each(dressed(bothLanguages))('in $language on a $device, a page that scrolls inside itself', (setting) => {
  const open = openVisitors(service)
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await open(setting)
    await registerByCalls(visitor, service, somebody(setting.language === 'en' ? 'Mary Stone' : '林小雨', 'personal'))
    await captureByCalls(visitor, { urls: [`${shop}/messages`], name: '群聊记录' })
  })

  it('is whole, and says by which pictures it is shown', async () => {
    const { page, say } = visitor
    await visitor.go('/onlineForensics/url')
    await rowOf(visitor, '群聊记录').getByRole('link').first().click()
    await page.waitForURL('**/attestation/*')
    const pictures = page.getByRole('tab', { name: say('evidence', 'tab.screenshot') })
    await pictures.waitFor()
    if (setting.device === 'phone') {
      const { y } = (await pictures.boundingBox())!
      expect(y).toBeLessThan(844)
      await expectAccessible(visitor)
    }
    await unfold(visitor)
    const notes = page.getByRole('alert').filter({ hasText: say('evidence', 'noteTitle') })
    await notes.getByText(say('captures', 'note.scrolls-inside', { windows: 3 })).waitFor()
    expect(await page.getByText(say('evidence', 'partialTitle')).count()).toBe(0)
  })

  it('is looked at put together, as seen, and as laid out', async () => {
    const { page, say } = visitor
    const panel = await openTab(visitor, 'screenshot')
    const views = panel.getByRole('radiogroup', { name: say('captures', 'pictures.views') })
    await expect.poll(() => views.getByRole('radio').count()).toBe(3)
    const region = (view: string) =>
      panel.getByRole('region', { name: say('captures', `pictures.view.${view}`, { count: 3 }) })
    const whole = region('composed').getByRole('img', {
      name: say('captures', 'pictures.alt.composed', { name: '群聊记录' }),
    })
    const tall = await whole.evaluate((one: { offsetHeight: number }) => one.offsetHeight)
    expect(tall).toBeGreaterThan(1_200)
    await expect.poll(async () => (await sizes(whole)).length).toBeGreaterThan(2)
    await expectAccessible(visitor)

    await views.getByText(say('captures', 'pictures.view.seen', { count: 3 })).click()
    await expect.poll(async () => await sizes(region('seen'))).toContainEqual([1_280, 800])
    await region('seen')
      .getByRole('img', { name: say('captures', 'pictures.alt.window', { name: '群聊记录', number: 1 }) })
      .waitFor()
    await expectAccessible(visitor)

    await views.getByText(say('captures', 'pictures.view.tall')).click()
    await page.getByRole('img', { name: say('evidence', 'tileAlt', { name: '群聊记录', part: 1, parts: 1 }) }).waitFor()
    await expectAccessible(visitor)
  })
})
