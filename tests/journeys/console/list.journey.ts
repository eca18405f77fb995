import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import {
  named,
  openVisitor,
  type Setting,
  shareBrowser,
  type SharedBrowser,
  type Visitor,
} from '../../kit/browser/browser.ts'
import {
  callAs,
  captureByCalls,
  depositFileByCalls,
  registerByCalls,
  signInByCalls,
  startByCalls,
} from '../../kit/browser/by-calls.ts'
import {
  allRows,
  captureTime,
  choose,
  confirm,
  namesShown,
  rowOf,
  takeAction,
  waitForState,
} from '../../kit/browser/evidence-list.ts'
import { openTab } from '../../kit/browser/evidence-page.ts'
import { letCodeRest, takeByCode } from '../../kit/browser/public-check.ts'
import { somebody } from '../../kit/browser/sign-in.ts'
import { png } from '../../kit/pictures.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'

const { service, shop, closed } = inject('world')
const setting: Setting = { language: 'en', device: 'desktop', theme: 'light' }
const customer = somebody('Ada Rivers', 'personal')
let browser: SharedBrowser
let visitor: Visitor
tellOnFailure(service, () => [visitor])

const params = () => Object.fromEntries(new URL(visitor.page.url()).searchParams)
const shows = (names: string[]) => expect.poll(() => namesShown(visitor), { timeout: 20_000 }).toEqual(names)

/** Hides evidence from the tests that follow. */
async function putAway(keyWord: string) {
  const { list } = await callAs(visitor, evidenceCalls.list, { body: { keyWord } })
  await callAs(visitor, evidenceCalls.hideMany, { body: { ids: list.map(({ id }) => id), hidden: true } })
}

beforeAll(async () => {
  browser = await shareBrowser()
  visitor = await openVisitor(browser, service.url, setting)
  await registerByCalls(visitor, service, customer)
})
afterAll(async () => {
  expect(visitor.problems).toEqual([])
  await browser.close()
})

it('says that there is nothing yet and offers to collect', async () => {
  await visitor.go('/evidence')
  await visitor.page.getByText(visitor.say('evidence', 'resource.evidence.empty')).waitFor()
  expect(
    await visitor.page.getByRole('link', { name: visitor.say('evidence', 'resource.evidence.add') }).count(),
  ).toBeGreaterThan(0)
  await expectAccessible(visitor)
})

it('shows why a capture failed, and takes a retry', async () => {
  const { page, say } = visitor
  await depositFileByCalls(visitor, 'Good')
  await captureByCalls(visitor, { urls: [`${closed}/`], name: 'Refused' })
  await waitForState(visitor, 'Refused', 'failed')
  await rowOf(visitor, 'Refused').getByText(say('captures', 'failure.connection-refused')).waitFor()
  await expectAccessible(visitor)
  await takeAction(visitor, 'Refused', 'retry')
  await page.getByText(say('evidence', 'action.retry.done')).waitFor()
  await rowOf(visitor, 'Refused').getByRole('link').click()
  await page.getByText(say('captures', 'failure.connection-refused')).waitFor()
  await (await openTab(visitor, 'history')).getByText(say('audit', 'event.capture-retried')).waitFor()
  await page.getByText(say('audit', 'event.capture-failed')).nth(1).waitFor({ timeout: captureTime })
  await expectAccessible(visitor)
})

it('looks at a capture first, and keeps exactly what was seen', async () => {
  const { page, say } = visitor
  await captureByCalls(visitor, { urls: [`${shop}/landing?look`], name: 'Looked at', lookFirst: true })
  await waitForState(visitor, 'Looked at', 'to-confirm')
  await expectAccessible(visitor)
  await rowOf(visitor, 'Looked at').getByRole('link').click()
  await page.getByText(say('evidence', 'confirm.title')).waitFor()
  const whole = page.getByRole('img', { name: say('evidence', 'confirm.picture', { name: 'Looked at' }) })
  await expect.poll(() => whole.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBeGreaterThan(0)
  const tile = (await openTab(visitor, 'screenshot')).locator('img').first()
  await expect.poll(() => tile.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBeGreaterThan(0)
  const seen = await tile.getAttribute('src')
  await expectAccessible(visitor)
  await page.getByRole('button', { name: named(say('evidence', 'action.confirm.label')) }).click()
  await page
    .getByRole('button', { name: say('evidence', 'certificate') })
    .and(page.locator(':enabled'))
    .waitFor({ timeout: 60_000 })
  expect(await (await openTab(visitor, 'screenshot')).locator('img').first().getAttribute('src')).toBe(seen)
  await (
    await openTab(visitor, 'history')
  )
    .getByText(say('audit', 'event.capture-confirmed'), { exact: true })
    .waitFor()
  await putAway('Looked at')
})

it('confirms from the list what was looked at, one picture after another', async () => {
  const { page, say } = visitor
  const names = ['First of two', 'Second of two']
  for (const name of names) await startByCalls(visitor, { urls: [`${shop}/landing?walk`], name, lookFirst: true })
  await visitor.go('/onlineForensics/url')
  for (const name of names) await waitForState(visitor, name, 'to-confirm')
  await visitor.go('/evidence?status=to-confirm&keyWord=of two&sort=name')
  await shows(names)
  for (const name of names) await page.getByRole('checkbox', { name: say('common', 'selectNamed', { name }) }).check()
  await page
    .getByRole('region', { name: say('common', 'list.chosen') })
    .getByRole('button', { name: named(say('evidence', 'action.confirm.label')) })
    .click()
  const dialog = page.getByRole('dialog')
  const press = (key: string) => dialog.getByRole('button', { name: named(say('evidence', key)) }).click()
  await dialog.getByText(say('evidence', 'confirm.progress', { n: 1, of: 2 })).waitFor()
  const picture = dialog.getByRole('img', { name: say('evidence', 'confirm.picture', { name: names[0]! }) })
  await expect.poll(() => picture.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBeGreaterThan(0)
  await dialog.getByText(say('evidence', 'field.statementSha256')).first().waitFor()
  await expectAccessible(visitor)
  await press('confirm.skip')
  await dialog.getByText(say('evidence', 'confirm.progress', { n: 2, of: 2 })).waitFor()
  await dialog.getByRole('img', { name: say('evidence', 'confirm.picture', { name: names[1]! }) }).waitFor()
  await press('action.confirm.label')
  await dialog.waitFor({ state: 'hidden' })
  await shows([names[0]!])
  await takeAction(visitor, names[0]!, 'confirm')
  await press('action.confirm.label')
  await page.getByText(say('common', 'nothingFits')).waitFor()
  await putAway('of two')
})

it('cancels a capture that is under way, and many that wait', async () => {
  const { page, say } = visitor
  await captureByCalls(visitor, { urls: Array.from({ length: 10 }, (_, i) => `${shop}/never?${i}`), name: 'Slow' })
  // Which of them begins first is the queue's choice; those that began are given up after a minute.
  const begun = rowOf(visitor, say('evidence', 'choice.status.collecting'))
  await begun.first().waitFor({ timeout: captureTime })
  const [underWay = ''] = await namesShown(visitor, begun)
  await takeAction(visitor, underWay, 'cancel')
  await expectAccessible(visitor)
  await confirm(visitor, 'cancel')
  await rowOf(visitor, underWay).getByText(say('evidence', 'choice.status.cancelled')).waitFor()
  await page.locator('thead').getByRole('checkbox').check()
  await page.getByRole('button', { name: named(say('evidence', 'action.cancel.label')) }).click()
  await confirm(visitor, 'cancel')
  await expect.poll(() => rowOf(visitor, say('evidence', 'choice.status.cancelled')).count()).toBe(10)
  await expectAccessible(visitor)
})

it('takes many packages in one archive', async () => {
  const { page, say } = visitor
  await depositFileByCalls(visitor, 'Kept as well')
  const kept = async () => (await callAs(visitor, evidenceCalls.list, { body: { status: 'collected' } })).list
  await expect.poll(async () => (await kept()).filter((e) => e.certified).length, { timeout: captureTime }).toBe(2)
  await visitor.go('/evidence?status=collected')
  await expect.poll(() => allRows(visitor).count()).toBe(2)
  await page.locator('thead').getByRole('checkbox').check()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: named(say('evidence', 'action.download.label')) }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${say('evidence', 'index.bundleName', { count: 2 })}.zip`)
  const inside = Object.keys(unzipSync(new Uint8Array(await readFile(await file.path()))))
  const packages = (await kept()).map(({ ano }) => `${ano}.asice`).toSorted()
  expect(inside.filter((name) => !name.endsWith('.xlsx')).toSorted()).toEqual(packages)
  await putAway('Kept as well')
})

it('hands a package over by number and code', async () => {
  const { page, say } = visitor
  await visitor.go('/evidence?keyWord=Good')
  await rowOf(visitor, 'Good').getByRole('link').click()
  await page.getByRole('button', { name: named(say('evidence', 'share.open')) }).click()
  await page.getByRole('button', { name: say('evidence', 'code.make'), exact: true }).click()
  const code = (await page.getByRole('alert').locator('code').textContent()) ?? ''
  expect(code).toMatch(/^[0-9]{6}$/)
  await expectAccessible(visitor)
  const number = page.url().split('/').at(-1)!
  const stranger = await openVisitor(browser, service.url, { ...setting, language: 'zh-CN' })
  await takeByCode(stranger, number, code === '000000' ? '111111' : '000000')
  await stranger.page.getByText(stranger.say('site', 'query.codeRefused')).waitFor()
  await expectAccessible(stranger)
  const [file] = await Promise.all([stranger.page.waitForEvent('download'), takeByCode(stranger, number, code)])
  expect(file.suggestedFilename()).toBe(`${number}.asice`)
  await letCodeRest(service, number)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: named(say('evidence', 'share.open')) }).click()
  await page.getByText(say('evidence', 'code.restingNote')).waitFor()
  await expectAccessible(visitor)
  await takeByCode(stranger, number, code)
  await stranger.page.getByText(stranger.say('site', 'query.codeRefused')).waitFor()
  await page.getByRole('button', { name: say('evidence', 'code.unlock'), exact: true }).click()
  await page.getByText(say('evidence', 'code.unlocked')).waitFor()
  await expect.poll(() => page.getByText(say('evidence', 'code.restingNote')).count()).toBe(0)
  await Promise.all([stranger.page.waitForEvent('download'), takeByCode(stranger, number, code)])
  await stranger.close()
  await page.getByRole('button', { name: say('evidence', 'code.end'), exact: true }).click()
  await page.getByText(say('evidence', 'code.ended')).waitFor()
})

it('reports a problem, and reads the operator’s answer without reloading', async () => {
  const { page, say } = visitor
  await visitor.go('/evidence?keyWord=Good')
  await takeAction(visitor, 'Good', 'feedback')
  await page.getByLabel(say('evidence', 'feedback.content')).fill('The comments are missing')
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'comments.png', mimeType: 'image/png', buffer: png(120, 80) })
  await page.getByRole('img', { name: say('evidence', 'feedback.picture', { n: 1 }) }).waitFor()
  await expectAccessible(visitor)
  await page.getByRole('button', { name: named(say('evidence', 'feedback.send')) }).click()
  await page.getByText(say('evidence', 'action.feedback.done')).waitFor()
  await rowOf(visitor, 'Good').getByRole('link').click()
  await page.getByText(say('evidence', 'feedback.state.REVIEWING')).waitFor()
  await expectAccessible(visitor)
  const operator = await openVisitor(browser, service.url, { ...setting, theme: 'dark' })
  await signInByCalls(operator, service.accounts.operator, '/operator/feedback')
  await expectAccessible(operator)
  const row = operator.page.getByRole('row').filter({ hasText: 'The comments are missing' })
  await row.getByRole('button').click()
  await operator.page.getByRole('menuitem', { name: say('console', 'action.answer.label'), exact: true }).click()
  await operator.page.getByRole('img', { name: say('evidence', 'feedback.picture', { n: 1 }) }).waitFor()
  await operator.page
    .getByRole('textbox', { name: say('console', 'field.reply') })
    .fill('They load later; please capture with a wait')
  await expectAccessible(operator)
  await operator.page.getByRole('button', { name: named(say('console', 'feedback.send')) }).click()
  await row.getByText(say('console', 'choice.feedbackStatus.PASS')).waitFor()
  await page.getByText('They load later; please capture with a wait').waitFor()
  expect(operator.problems).toEqual([])
  await operator.close()
})

it('opens a menu within view for whoever asked for less motion', async () => {
  const { page } = visitor
  onTestFinished(() => page.emulateMedia({ reducedMotion: null }))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visitor.go('/evidence?keyWord=Refused')
  await page
    .locator('tbody')
    .getByRole('button', { name: /Refused/ })
    .last()
    .click()
  await expect.poll(async () => (await page.getByRole('menuitem').first().boundingBox())?.y ?? -1).toBeGreaterThan(0)
})

it('keeps filters, sort and page in the address, for Back, Forward and a shared link', async () => {
  const { page, say, context } = visitor
  await visitor.go('/evidence')
  await choose(visitor, say('evidence', 'field.status'), say('evidence', 'choice.status.failed'))
  await shows(['Refused'])
  expect(params()).toEqual({ status: 'failed' })
  await page.getByRole('button', { name: say('common', 'clearFilters') }).click()
  await expect.poll(() => allRows(visitor).count()).toBe(10)
  await page
    .getByRole('columnheader', { name: say('evidence', 'field.name') })
    .getByRole('button')
    .click()
  await expect.poll(() => params()).toEqual({ sort: 'name' })
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await shows(['Slow 8', 'Slow 9'])
  expect(params()).toEqual({ sort: 'name', page: '2' })
  await page.goBack()
  await shows(['Good', 'Refused', 'Slow 1', 'Slow 10', 'Slow 2', 'Slow 3', 'Slow 4', 'Slow 5', 'Slow 6', 'Slow 7'])
  await page.goForward()
  await shows(['Slow 8', 'Slow 9'])
  const other = await context.newPage()
  await other.goto(page.url())
  await expect.poll(() => namesShown({ ...visitor, page: other })).toEqual(['Slow 8', 'Slow 9'])
  await other.close()
})

it('finds by keyword, and says so where nothing fits', async () => {
  const { page, say } = visitor
  await visitor.go('/evidence')
  await page.getByRole('textbox', { name: say('evidence', 'resource.evidence.search') }).fill('Refused')
  await shows(['Refused'])
  await expect.poll(() => params()).toEqual({ keyWord: 'Refused' })
  await page.getByRole('textbox', { name: say('evidence', 'resource.evidence.search') }).fill('no such thing')
  await page.getByText(say('common', 'nothingFits')).waitFor()
  await expectAccessible(visitor)
})

it('renames, labels and, after asking, hides a row', async () => {
  const { page, say } = visitor
  const save = () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: named(say('common', 'save')) })
      .click()
  await visitor.go('/evidence?keyWord=Good')
  await takeAction(visitor, 'Good', 'rename')
  await page.getByRole('dialog').getByLabel(say('evidence', 'field.name')).fill('Good contract')
  await expectAccessible(visitor)
  await save()
  await shows(['Good contract'])
  await takeAction(visitor, 'Good contract', 'relabel')
  await page.getByRole('dialog').getByRole('combobox').fill('contracts')
  await page.keyboard.press('Enter')
  await expectAccessible(visitor)
  await save()
  await rowOf(visitor, 'Good contract').getByText('contracts', { exact: true }).waitFor()
  await takeAction(visitor, 'Good contract', 'hide')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: named(say('common', 'cancel')) })
    .click()
  expect(await allRows(visitor).count()).toBe(1)
  await takeAction(visitor, 'Good contract', 'hide')
  await confirm(visitor, 'hide')
  await page.getByText(say('common', 'nothingFits')).waitFor()
  await page.getByRole('checkbox', { name: say('evidence', 'field.hidden') }).click()
  await shows(['Good contract'])
  await takeAction(visitor, 'Good contract', 'takeBack')
  await page.getByText(say('common', 'nothingFits')).waitFor()
  await page.getByRole('checkbox', { name: say('evidence', 'field.hidden') }).click()
  await shows(['Good contract'])
})

it('shows cards on a phone, with the same actions', async () => {
  const phone = await openVisitor(browser, service.url, { language: 'en', device: 'phone', theme: 'dark' })
  await signInByCalls(phone, customer, '/evidence?keyWord=Refused')
  await rowOf(phone, 'Refused')
    .getByRole('button', { name: phone.say('common', 'actionsOf', { name: 'Refused' }) })
    .click()
  await phone.page.getByRole('menuitem', { name: phone.say('evidence', 'action.retry.label') }).waitFor()
  expect(await phone.page.getByRole('table').count()).toBe(0)
  expect(await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await expectAccessible(phone)
  expect(phone.problems).toEqual([])
  await phone.close()
})
