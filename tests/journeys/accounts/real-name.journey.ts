import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { newPhone, somebody } from '../../kit/browser/sign-in.ts'
import { type Service, startService } from '../../kit/browser/start-service.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'
import { newCreditCode, newResidentId } from '../../kit/people/identities.ts'
import { png } from '../../kit/pictures.ts'
import { type CertifyVendor, startCertify } from '../../kit/vendors/alipay-certify.ts'
import { type SettingsFolder, settingsFolder } from '../../kit/vendors/settings.ts'

let alipay: CertifyVendor
let folder: SettingsFolder
let service: Service
/** Numbers that people typed. */
const typed: string[] = []
beforeAll(async () => {
  alipay = await startCertify(5)
  folder = await settingsFolder()
  service = await startService({ SHIMAKAZE_ALIPAY_SETTINGS_FILE: await folder.write('alipay.json', alipay.file) })
})
afterAll(async () => {
  // Neither log nor figures hold what any of the journeys typed.
  const told = (await readFile(service.log, 'utf8')) + (await (await fetch(`${service.url}/metrics`)).text())
  expect(typed.length).toBeGreaterThan(0)
  expect(typed.filter((word) => told.includes(word))).toEqual([])
  await service.stop()
  await alipay.close()
  await folder.remove()
})

const open = openVisitors(() => service)

const settings = '/accountSetting/basicSetting'
const words = (visitor: Visitor, key: string, params?: Record<string, unknown>) => visitor.say('real-name', key, params)
const press = (visitor: Visitor, key: string) =>
  visitor.page.getByRole('button', { name: named(words(visitor, key)) }).click()
const field = ({ page }: Visitor, name: string) => page.getByLabel(name, { exact: true })
const fits = async ({ page }: Visitor) =>
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
const widthOf = (image: Locator) => image.evaluate((e) => (e as unknown as { naturalWidth: number }).naturalWidth)
const known = (visitor: Visitor, of: 'person' | 'enterprise') =>
  visitor.page.getByRole('heading', { name: words(visitor, `${of}.known`), exact: true }).waitFor()
const dialog = ({ page }: Visitor) => page.getByRole('dialog').filter({ visible: true })

async function agree(visitor: Visitor, purpose: string) {
  const { page } = visitor
  await page.getByRole('heading', { name: words(visitor, `consent.${purpose}.title`) }).waitFor()
  expect(await page.getByRole('button', { name: named(words(visitor, 'consent.agree')) }).isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: words(visitor, 'consent.read') }).check()
  await press(visitor, 'consent.agree')
}

/** Sends a picture into the slot of that paper, and waits until it stands there. */
async function send(visitor: Visitor, kind: string) {
  const name = words(visitor, `photo.${kind}`)
  const item = visitor.page
    .locator('.ant-form-item')
    .filter({ has: visitor.page.getByRole('button', { name: `${words(visitor, 'photo.choose')}: ${name}` }) })
  await item
    .locator('input[type=file]')
    .setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: png(600, 380) })
  const image = visitor.page.getByRole('img', { name })
  await image.waitFor()
  await expect.poll(() => widthOf(image)).toBe(600)
}

/** Staff look at what waits for this name, having said why, and decide. */
async function decide(staff: Visitor, masked: string, verdict: 'PASS' | 'REJECT', note = '') {
  const { page, say } = staff
  await staff.go('/operator/identities?status=REVIEWING')
  await page
    .getByRole('button', { name: say('common', 'actionsOf', { name: masked }), exact: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: words(staff, 'action.review.label'), exact: true }).click()
  await dialog(staff)
    .getByRole('button', { name: named(words(staff, 'review.show')) })
    .click()
  await dialog(staff)
    .getByRole('radio', { name: words(staff, `review.${verdict}`) })
    .check()
  for (const image of await dialog(staff).locator('.skz-papers img').all())
    await expect.poll(() => widthOf(image)).toBe(600)
  if (verdict === 'REJECT') {
    await dialog(staff).getByRole('combobox').click()
    await page.getByTitle(words(staff, 'choice.reason.blurred')).click()
    await dialog(staff).getByLabel(words(staff, 'field.note')).fill(note)
  }
  await expectAccessible(staff)
  await dialog(staff)
    .getByRole('button', { name: named(words(staff, 'review.send')) })
    .click()
  await page.getByText(words(staff, 'review.done')).first().waitFor()
}

describe.each(dressed(bothLanguages))('in $language, $theme, on a $device', (setting) => {
  const person = somebody('林晚晴', 'enterprise')
  const company = `晚晴科技${newPhone().slice(-4)}有限公司`
  let visitor: Visitor
  let staff: Visitor
  beforeAll(async () => {
    visitor = await open(setting)
    staff = await open({ ...setting, device: 'desktop' })
    await registerByCalls(visitor, service, person)
    await signInByCalls(staff, service.accounts.operator)
  })

  it('a person is verified by papers: agrees, is told what is wrong, waits, and sees it the moment staff decide', async () => {
    const { page } = visitor
    await visitor.go(settings)
    await page.getByText(words(visitor, 'notVerified')).first().waitFor()
    await expectAccessible(visitor)
    await visitor.go(`${settings}/realName`)
    await expectAccessible(visitor)
    await agree(visitor, 'identity')
    await send(visitor, 'FRONT')
    await send(visitor, 'BACK')
    await field(visitor, words(visitor, 'field.name')).fill(person.name)
    await field(visitor, words(visitor, 'field.idcard')).fill('110105194912310021')
    await field(visitor, words(visitor, 'field.validUntil')).fill('2040-01-01')
    await press(visitor, 'form.submit')
    await page.getByText(visitor.say('errors', 'field.idNumber')).waitFor()
    await expectAccessible(visitor)
    await fits(visitor)
    const number = newResidentId({ female: true })
    typed.push(number)
    await field(visitor, words(visitor, 'field.idcard')).fill(number)
    await press(visitor, 'form.submit')
    await page.getByText(words(visitor, 'choice.status.REVIEWING')).first().waitFor()
    await expectAccessible(visitor)
    await decide(staff, '林**', 'PASS')
    await known(visitor, 'person')
    await page.getByText(`${number.slice(0, 4)}**********${number.slice(-4)}`).waitFor()
    expect(await page.content()).not.toContain(number)
    await expectAccessible(visitor)
    await fits(visitor)
  })

  it('an enterprise is verified after a refusal that said why', async () => {
    const { page } = visitor
    await visitor.go(`${settings}/enterprise`)
    await agree(visitor, 'enterprise')
    const submit = async () => {
      await send(visitor, 'LICENSE')
      await field(visitor, words(visitor, 'field.company')).fill(company)
      await field(visitor, words(visitor, 'field.uscc')).fill(newCreditCode())
      await field(visitor, words(visitor, 'field.legalPerson')).fill('王远')
      await send(visitor, 'LETTER')
      await press(visitor, 'form.submit')
      await page.getByText(words(visitor, 'choice.status.REVIEWING')).first().waitFor()
    }
    await submit()
    await decide(staff, company, 'REJECT', '执照右下角反光')
    await page.getByText(`${words(visitor, 'choice.reason.blurred')} · 执照右下角反光`).waitFor()
    await expectAccessible(visitor)
    await submit()
    await decide(staff, company, 'PASS')
    await known(visitor, 'enterprise')
    await visitor.go(settings)
    await page.getByText(company).first().waitFor()
    await expectAccessible(visitor)
  })

  it('a person takes consent back and is known no more; Alipay verifies them anew', async () => {
    const { page } = visitor
    await visitor.go(`${settings}/realName`)
    await press(visitor, 'consent.withdraw')
    await dialog(visitor)
      .getByRole('button', { name: named(words(visitor, 'consent.withdraw')) })
      .click()
    await page.getByText(words(visitor, 'consent.withdrawn')).waitFor()
    await page.getByRole('link', { name: words(visitor, 'alipay.begin') }).click()
    await agree(visitor, 'identityAlipay')
    const number = newResidentId()
    typed.push(number)
    alipay.holder = { name: person.name, number }
    await field(visitor, words(visitor, 'field.name')).fill(person.name)
    await field(visitor, words(visitor, 'field.idcard')).fill(number)
    await press(visitor, 'alipay.begin')
    await page.getByRole('img', { name: words(visitor, 'alipay.qr') }).waitFor()
    await page.getByText(words(visitor, 'alipay.waiting')).waitFor()
    await expectAccessible(visitor)
    await fits(visitor)
    alipay.act(alipay.checks.at(-1)!.id)
    await page.getByText(words(visitor, 'choice.way.alipay')).waitFor()
    await known(visitor, 'person')
  })
})
