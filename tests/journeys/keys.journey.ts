import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { expectAccessible } from '../kit/browser/axe.ts'
import { launchBrowser, named, openVisitor, type Visitor } from '../kit/browser/browser.ts'
import { newPhone, register } from '../kit/browser/sign-in.ts'
import { tellOnFailure } from '../kit/browser/tell-on-failure.ts'
import { newKeyPair } from '../kit/key-pairs.ts'

const { service } = inject('world')
const customer = { name: 'Ada Rivers', kind: 'personal', phone: newPhone(), password: 'correct horse battery' } as const
const path = '/accountSetting/keyManagement'
const pair = newKeyPair()
let browser: Browser
let desk: Visitor
let phone: Visitor
tellOnFailure(service, () => [desk, phone].filter(Boolean))

const words = ({ say }: Visitor, key: string, params?: Record<string, unknown>) => say('open-api', key, params)
const button = (visitor: Visitor, key: string) => visitor.page.getByRole('button', { name: named(words(visitor, key)) })
const fits = async ({ page }: Visitor) => expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

beforeAll(async () => {
  browser = await launchBrowser()
  desk = await openVisitor(browser, service.url, { language: 'en', device: 'desktop', theme: 'light' })
  await register(desk, service, customer)
  phone = await openVisitor(browser, service.url, { language: 'zh-CN', device: 'phone', theme: 'dark' })
  await phone.context.addCookies((await desk.context.cookies()).filter((c) => c.name === 'bq-x-token'))
})
afterAll(async () => {
  expect([...desk.problems, ...phone.problems]).toEqual([])
  await browser.close()
})

it('who has no key is told how to make a pair, and copies the commands', async () => {
  for (const visitor of [desk, phone]) {
    await visitor.go(path)
    await visitor.page.getByText(words(visitor, 'resource.apiKeys.empty')).waitFor()
    await visitor.page.getByText('openssl genpkey').waitFor()
    await expectAccessible(visitor)
    await fits(visitor)
  }
  await desk.page.getByRole('button', { name: desk.say('common', 'copyNamed', { name: words(desk, 'add.makePublic') }), exact: true }).click()
  await expect.poll(() => desk.page.evaluate('navigator.clipboard.readText()')).toMatch(/^openssl pkey .* -pubout/)
})

it('a private key is refused where it was pasted, a public one is taken', async () => {
  const { page } = desk
  await desk.go(`${path}/add`)
  await page.getByLabel(words(desk, 'field.name'), { exact: true }).fill('Night job')
  const key = page.getByLabel(words(desk, 'field.publicKey'), { exact: true })
  await key.fill(String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' })))
  await button(desk, 'add.submit').click()
  await page.getByText(desk.say('errors', 'field.publicKey.private')).waitFor()
  await expectAccessible(desk)
  await key.fill(pair.publicKey)
  await button(desk, 'add.submit').click()
  await page.getByRole('heading', { level: 1, name: 'Night job' }).waitFor()
  await page.getByText(words(desk, 'choice.status.ACTIVE'), { exact: true }).waitFor()
  await page.getByRole('tab', { name: words(desk, 'tab.log') }).click()
  await page.getByText(words(desk, 'log.empty')).waitFor()
  await expectAccessible(desk)
})
