import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { expectAccessible } from '../kit/browser/axe.ts'
import { launchBrowser, openVisitor, type Visitor } from '../kit/browser/browser.ts'
import { loginByPassword, loginBySms } from '../kit/browser/sign-in.ts'
import { tellOnFailure } from '../kit/browser/tell-on-failure.ts'

const { service } = inject('world')
const { operator, personal } = service.accounts
let browser: Browser
let visitor: Visitor
tellOnFailure(service, () => [visitor])

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  visitor = await openVisitor(browser, service.url, { language: 'en', device: 'desktop', theme: 'dark' })
})
afterEach(async () => {
  expect(visitor.problems).toEqual([])
  await visitor.close()
})

async function expectForbidden(path: string) {
  await visitor.go(path)
  await visitor.page.getByText(visitor.say('common', 'forbidden')).waitFor()
  await expectAccessible(visitor)
}

/** What the service itself answers to a signed-in page that asks all the same. */
const codeOf = (path: string, body: object) =>
  visitor.page.evaluate<string>(`fetch('/shimakaze/${path}', { method: 'POST', headers: { 'content-type': 'application/json', 'x-requested-with': 'shimakaze' }, body: ${JSON.stringify(JSON.stringify(body))} }).then((r) => r.json()).then((e) => e.errorCode)`)

it('an operator reads the messages that were sent', async () => {
  const { page, say } = visitor
  await loginBySms(visitor, service, operator.phone)
  await page.getByRole('link', { name: say('console', 'resource.outbox.title') }).click()
  await page.waitForURL('**/operator/outbox')
  const row = page.getByRole('row').filter({ hasText: operator.phone }).first()
  await row.getByText(/Login code \d{6}/).waitFor()
  await expectAccessible(visitor)
})

it('an operator reaches no page of evidence, and its calls are refused', async () => {
  const { page, say } = visitor
  await loginByPassword(visitor, operator)
  await page.getByRole('link', { name: say('console', 'resource.outbox.title') }).waitFor()
  expect(await page.getByRole('link', { name: say('evidence', 'resource.evidence.title') }).count()).toBe(0)
  for (const path of ['/evidence', '/onlineForensics/url', '/onlineForensics/web/add', '/attestation/261121000000000000']) await expectForbidden(path)
  expect(await codeOf('attestation/composite/list', { pageNum: 1, pageSize: 10 })).toBe('forbidden')
})

it('a customer does not get to the messages', async () => {
  await loginByPassword(visitor, personal)
  expect(await visitor.page.getByRole('link', { name: visitor.say('console', 'resource.outbox.title') }).count()).toBe(0)
  await expectForbidden('/operator/outbox')
})
