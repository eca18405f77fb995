import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { lawyerCalls } from '../../../contract/content/lawyers.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import {
  named,
  openVisitor,
  type Setting,
  shareBrowser,
  type SharedBrowser,
  type Visitor,
} from '../../kit/browser/browser.ts'
import { callAs, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { newPhone, passCaptcha, takeCode } from '../../kit/browser/sign-in.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'

const { service } = inject('world')
let browser: SharedBrowser
let reader: Visitor
let operator: Visitor
tellOnFailure(service, () => [reader, operator].filter(Boolean))
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser.close())

const settings: Setting[] = [
  { language: 'zh-CN', device: 'phone', theme: 'light' },
  { language: 'en', device: 'desktop', theme: 'dark' },
]

describe.each(dressed(settings))('in $language on a $device', (setting) => {
  it('a visitor reads the news, finds a lawyer and asks; an operator accepts and answers', async () => {
    reader = await openVisitor(browser, service.url, setting)
    const { page, go, say } = reader
    await go('/website-show/news')
    await page.getByRole('main').getByRole('link').first().waitFor()
    await go('/website-show/lawyers')
    const { list: fields } = await callAs(reader, lawyerCalls.fields, { query: undefined as never })
    const field = fields.find(({ count }) => count > 0)!
    await page
      .getByRole('combobox', { name: say('site', 'lawyers.filter.field'), exact: true })
      .first()
      .selectOption(field.fid)
    await page
      .getByRole('button', { name: say('site', 'search.submit'), exact: true })
      .first()
      .click()
    await page.waitForURL(`**field=${field.fid}**`)
    const { list: found } = await callAs(reader, lawyerCalls.list, { body: { fid: field.fid } })
    await expectAccessible(reader)
    await page.getByRole('link', { name: found[0]!.name }).first().click()
    await page.getByRole('heading', { level: 1, name: found[0]!.name }).waitFor()

    const title = `图片被盗用 ${Date.now() % 1_000_000}`
    const phone = newPhone()
    await page.getByLabel(say('site', 'lawyers.case.name'), { exact: true }).fill('沈青')
    await page.getByLabel(say('site', 'login.phone'), { exact: true }).fill(phone)
    await page.getByLabel(say('site', 'lawyers.case.subject'), { exact: true }).fill(title)
    await page.getByLabel(say('site', 'lawyers.case.content'), { exact: true }).fill('某店铺盗用了我的照片。')
    await passCaptcha(reader)
    await takeCode(reader, service, phone)
    await page.getByRole('button', { name: say('site', 'lawyers.case.submit'), exact: true }).click()
    await page.getByText(say('errors', 'field.caseConsent')).waitFor()
    await page.getByRole('checkbox').check()
    await expectAccessible(reader)
    await page.getByRole('button', { name: say('site', 'lawyers.case.submit'), exact: true }).click()
    await page.getByRole('heading', { name: say('site', 'lawyers.case.sent.title') }).waitFor()

    operator = await openVisitor(browser, service.url, setting)
    await signInByCalls(operator, service.accounts.operator)
    const o = operator
    await o.go('/operator/case-forms')
    const act = async (name: string) => {
      await rowOf(o, title)
        .getByRole('button', { name: o.say('common', 'actionsOf', { name: title }), exact: true })
        .click()
      await o.page.getByRole('menuitem', { name: o.say('content', `action.${name}.label`), exact: true }).click()
    }
    await rowOf(o, title).getByText(o.say('content', 'choice.caseState.NEW'), { exact: true }).waitFor()
    await act('accept')
    await rowOf(o, title).getByText(o.say('content', 'choice.caseState.ACCEPTED'), { exact: true }).waitFor()
    await act('answer')
    const dialog = o.page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('请先固化侵权页面，再联系律师函告。')
    await expectAccessible(o)
    await dialog.getByRole('button', { name: named(o.say('content', 'caseForm.send')) }).click()
    await rowOf(o, title).getByText(o.say('content', 'choice.caseState.ANSWERED'), { exact: true }).waitFor()
    expect([...reader.problems, ...o.problems]).toEqual([])
    await reader.close()
    await operator.close()
  })
})
