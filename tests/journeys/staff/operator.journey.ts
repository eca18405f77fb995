import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { maskPhone } from '../../../contract/kit/mask.ts'
import { readFile as readSheet } from '../../../src/kit/io/sheet/read-file.ts'
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
import { loginBySms, logout } from '../../kit/browser/sign-in.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'

const { service } = inject('world')
const { operator, personal } = service.accounts
let browser: SharedBrowser
let visitor: Visitor

beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  visitor = await openVisitor(browser, service.url, { language: 'en', device: 'desktop', theme: 'dark' })
})
afterEach(async () => {
  expect(visitor.problems).toEqual([])
  await visitor.close()
})
tellOnFailure(service, () => [visitor])

async function expectForbidden(path: string) {
  await visitor.go(path)
  await visitor.page.getByText(visitor.say('common', 'forbidden')).waitFor()
  await expectAccessible(visitor)
}

/** What the service itself answers to a signed-in page that asks all the same. */
const codeOf = (path: string, body: object) =>
  visitor.page.evaluate<string>(
    `fetch('/shimakaze/${path}', { method: 'POST', headers: { 'content-type': 'application/json', 'x-requested-with': 'shimakaze' }, body: ${JSON.stringify(JSON.stringify(body))} }).then((r) => r.json()).then((e) => e.errorCode)`,
  )

it('an operator sees what waits, and goes there', async () => {
  const { page, say } = visitor
  await signInByCalls(visitor, operator, '/browse')
  const failed = page.getByRole('link', { name: say('operator', 'resource.operatorJobs.waits') })
  await expect.poll(() => failed.textContent()).toMatch(/^\d/)
  for (const [words, name] of [
    ['console', 'feedback'],
    ['console', 'outbox'],
    ['real-name', 'identities'],
  ] as const)
    await page.getByRole('link', { name: say(words, `resource.${name}.waits`) }).waitFor()
  await expectAccessible(visitor)
  await failed.click()
  await page.waitForURL('**/operator/jobs?jobState=failed')
})

it('an operator reads the messages that were sent', async () => {
  const { page, say } = visitor
  await loginBySms(visitor, service, operator.phone)
  await page.getByRole('link', { name: say('console', 'resource.outbox.title') }).click()
  await page.waitForURL('**/operator/outbox')
  const row = page
    .getByRole('row')
    .filter({ hasText: maskPhone(operator.phone) })
    .first()
  await row.getByText(/Login code \d{6}/).waitFor()
  await expectAccessible(visitor)
})

it('an operator reaches no page of evidence, and its calls are refused', async () => {
  const { page, say } = visitor
  await signInByCalls(visitor, operator, '/browse')
  await page.getByRole('link', { name: say('console', 'resource.outbox.title') }).waitFor()
  expect(await page.getByRole('link', { name: say('evidence', 'resource.evidence.title') }).count()).toBe(0)
  for (const path of [
    '/evidence',
    '/onlineForensics/url',
    '/onlineForensics/web/add',
    '/attestation/261121000000000000',
  ])
    await expectForbidden(path)
  expect(await codeOf('attestation/composite/list', { pageNum: 1, pageSize: 10 })).toBe('forbidden')
})

it('a customer gets to no page of the staff, and its calls are refused', async () => {
  await signInByCalls(visitor, personal, '/browse')
  expect(await visitor.page.getByRole('link', { name: visitor.say('console', 'resource.outbox.title') }).count()).toBe(
    0,
  )
  for (const path of [
    '/operator/outbox',
    '/operator/audit',
    '/operator/people',
    '/operator/accounts',
    '/operator/jobs',
    '/operator/timestamps',
  ])
    await expectForbidden(path)
  expect(await codeOf('operator/person/018f0000-0000-7000-8000-000000000001/phone', { reason: 'curious' })).toBe(
    'forbidden',
  )
})

describe.each(
  dressed<Setting>([
    { language: 'zh-CN', device: 'desktop', theme: 'light' },
    { language: 'en', device: 'phone', theme: 'dark' },
  ]),
)('an operator ($language, $device)', (setting) => {
  const reason = `complaint ${setting.device}`
  const words = (key: string, params?: Record<string, unknown>) => visitor.say('operator', key, params)
  const shared = (key: string, params?: Record<string, unknown>) => visitor.say('common', key, params)
  const dialog = () => visitor.page.getByRole('dialog')
  const press = (name: string) =>
    dialog()
      .getByRole('button', { name: named(name) })
      .last()
      .click()
  beforeEach(async () => {
    await visitor.close()
    visitor = await openVisitor(browser, service.url, setting)
    await signInByCalls(visitor, operator)
  })

  it('finds a person, looks at the whole number for a reason, and reads and exports that it was looked at', async () => {
    const { page, go, say } = visitor
    await go(`/operator/people?keyWord=${personal.phone}`)
    await rowOf(visitor, '陈默')
      .getByText(/^190\*{4}0002$/)
      .waitFor()
    expect(await page.getByText(personal.phone, { exact: true }).count()).toBe(0)
    await expectAccessible(visitor)
    const menu = async (action: string) => {
      await rowOf(visitor, '陈默')
        .getByRole('button', { name: shared('actionsOf', { name: '陈默' }), exact: true })
        .click()
      await page.getByRole('menuitem', { name: words(`action.${action}.label`), exact: true }).click()
    }
    await menu('reveal')
    await press(words('action.reveal.label'))
    await dialog().getByText(shared('required')).waitFor()
    await dialog().getByLabel(words('reason.label')).fill(reason)
    await expectAccessible(visitor)
    await press(words('action.reveal.label'))
    await dialog().getByText(personal.phone).waitFor()
    await expectAccessible(visitor)
    await press(words('reason.done'))
    await menu('record')
    await page.waitForURL('**/operator/audit?recordId=*')
    const row = rowOf(visitor, reason)
    await row.getByText(say('audit', 'event.person-phoneRevealed')).waitFor()
    await expectAccessible(visitor)
    await page.getByRole('button', { name: shared('export.open'), exact: true }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), press(shared('export.begin'))])
    const { grid: cells } = await readSheet(new Uint8Array(await readFile(await file.path())))
    expect(cells.flat()).toContain(reason)
    expect(cells.flat()).toContain(say('audit', 'event.person-phoneRevealed'))
    await press(shared('close'))
    await row.getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: say('audit', 'event.person-phoneRevealed') }).waitFor()
    await page.getByText(reason).first().waitFor()
    await expectAccessible(visitor)
  })

  it('sees accounts and jobs, and an owner reads their own record', async () => {
    const { page, go, say } = visitor
    await go('/operator/accounts?keyWord=风岛')
    await rowOf(visitor, '风岛文化传播有限公司').getByText(say('operator', 'choice.standing.ACTIVE')).waitFor()
    await expectAccessible(visitor)
    await go('/operator/jobs?ano=000000000000000000')
    await page.getByText(shared('nothingFits')).waitFor()
    await expectAccessible(visitor)
    await logout(visitor)
    await signInByCalls(visitor, personal)
    await go('/accountSetting/audit?family=people')
    await rowOf(visitor, say('audit', 'event.person-phoneRevealed')).first().waitFor()
    await expectAccessible(visitor)
  })
})
