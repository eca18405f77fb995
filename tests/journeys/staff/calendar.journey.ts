import { expect, inject, it } from 'vitest'
import { daysBetween, isWeekend } from '../../../contract/kit/working-days.ts'
import { calendarCalls } from '../../../contract/platform/calendar.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named } from '../../kit/browser/browser.ts'
import { callAs, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf, takeRowAction } from '../../kit/browser/evidence-list.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service } = inject('world')
const open = openVisitors(service)

it.each(dressed(bothLanguages))(
  'holidays are marked, drawn, listed and taken back ($language, $device)',
  async (setting) => {
    const staff = await open(setting)
    const { page, say, go } = staff
    const words = (key: string, params?: Record<string, unknown>) => say('platform', key, params)
    await signInByCalls(staff, service.accounts.administrator)
    // A year of its own for each dress: the calendar is the platform's.
    const year = setting.language === 'en' ? 2046 : 2040
    const { list } = await callAs(staff, calendarCalls.list, { query: { year, pageSize: 100 } })
    for (const { id } of list) await callAs(staff, calendarCalls.remove, { params: { id } })
    await go('/operator/calendar')
    const now = new Date().getUTCFullYear()
    for (let shown = now; shown < year; shown++)
      await page.getByRole('button', { name: words('calendar.yearOf', { year: shown + 1 }) }).click()
    await page.getByText(words('calendar.none', { year })).waitFor()
    await expectAccessible(staff)

    await page.getByRole('button', { name: named(words('calendar.mark')) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words('calendar.from')).fill(`${year}-01-02`)
    await dialog.getByLabel(words('calendar.to')).fill(`${year}-01-04`)
    await dialog.getByLabel(words('field.name')).fill('元旦')
    await expectAccessible(staff)
    await dialog.getByRole('button', { name: named(say('common', 'save')) }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText(words('calendar.none', { year })).waitFor({ state: 'hidden' })
    const free = daysBetween(`${year}-01-02`, `${year}-01-04`).filter((day) => !isWeekend(day)).length
    const count = daysBetween(`${year}-01-01`, `${year}-12-31`).filter((day) => !isWeekend(day)).length - free
    await page.getByRole('img', { name: words('calendar.drawn', { year, count }) }).waitFor()
    await expectAccessible(staff)

    await rowOf(staff, `${year}-01-04`).getByText(words('choice.dayKind.off')).waitFor()
    await takeRowAction(staff, `${year}-01-04`, words('action.remove.label'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: named(words('action.remove.label')) })
      .click()
    await rowOf(staff, `${year}-01-04`).waitFor({ state: 'hidden' })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  },
)
