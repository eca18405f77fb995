import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { verifyPackage } from '../../../proof/bundle.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, openVisitor, shareBrowser, type SharedBrowser, type Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls } from '../../kit/browser/by-calls.ts'
import { captureTime, rowOf } from '../../kit/browser/evidence-list.ts'
import { somebody } from '../../kit/browser/sign-in.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'
import { until } from '../../kit/browser/until.ts'
import { newKeyPair } from '../../kit/people/key-pairs.ts'
import { startReceiver } from '../../open-api/receiver.ts'

const { service, shop } = inject('world')
const customer = somebody('Ada Rivers', 'personal')
const path = '/accountSetting/keyManagement'
const pair = newKeyPair()
let browser: SharedBrowser
let desk: Visitor
let phone: Visitor
tellOnFailure(service, () => [desk, phone].filter(Boolean))

const words = ({ say }: Visitor, key: string, params?: Record<string, unknown>) => say('open-api', key, params)
const button = (visitor: Visitor, key: string) => visitor.page.getByRole('button', { name: named(words(visitor, key)) })
const act = async (visitor: Visitor, name: string, action: string) => {
  await visitor.page.getByRole('button', { name: visitor.say('common', 'actionsOf', { name }), exact: true }).click()
  await visitor.page.getByRole('menuitem', { name: words(visitor, `action.${action}.label`), exact: true }).click()
}
const agree = (visitor: Visitor, action: string) =>
  visitor.page
    .getByRole('dialog')
    .getByRole('button', { name: named(words(visitor, `action.${action}.label`)) })
    .click()
const fits = async ({ page }: Visitor) =>
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

beforeAll(async () => {
  browser = await shareBrowser()
  desk = await openVisitor(browser, service.url, { language: 'en', device: 'desktop', theme: 'light' })
  await registerByCalls(desk, service, customer)
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
  await desk.page
    .getByRole('button', {
      name: desk.say('common', 'copyNamed', { name: words(desk, 'add.makePublic') }),
      exact: true,
    })
    .click()
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

it('addresses that a key may be used from are changed on a phone', async () => {
  const { page, say } = phone
  await phone.go(path)
  await rowOf(phone, 'Night job').waitFor()
  await fits(phone)
  await act(phone, 'Night job', 'edit')
  const ips = page.locator('.ant-drawer').getByRole('combobox', { name: words(phone, 'field.ips') })
  await ips.fill('203.0.113.0/33')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: named(say('common', 'save')) }).click()
  await page.getByText(say('errors', 'field.network', { wrong: '203.0.113.0/33' })).waitFor()
  // For a quarter of a second after the last key of a word the field takes no Backspace for its tags, so that a held key empties the word alone.
  const tags = page.locator('.ant-drawer .ant-select-selection-item')
  await expect.poll(async () => (await ips.press('Backspace'), tags.count()), { interval: 500 }).toBe(0)
  await ips.fill('203.0.113.0/24')
  await page.keyboard.press('Enter')
  await expectAccessible(phone)
  await page.getByRole('button', { name: named(say('common', 'save')) }).click()
  await page.getByText(say('common', 'form.saved')).waitFor()
})

it('a callback address is given on a phone, refused where it leads inside, and its trial seen to arrive', async () => {
  const { page, say } = phone
  const receiver = await startReceiver()
  try {
    await phone.go(path)
    await act(phone, 'Night job', 'edit')
    const address = page.getByLabel(words(phone, 'field.callbackUrl'), { exact: true })
    await address.fill('https://10.1.2.3/notices')
    await page.getByRole('button', { name: named(say('common', 'save')) }).click()
    await page.getByText(say('errors', 'field.callback.refused')).waitFor()
    await address.fill(`${receiver.endpoint}/notices`)
    await page.getByRole('button', { name: named(say('common', 'save')) }).click()
    await page.getByText(say('common', 'form.saved')).waitFor()
    // Long enough before the second attempt for both to see how the first one went.
    receiver.next.push({ status: 503, headers: { 'retry-after': '10' } })
    for (const visitor of [phone, desk]) {
      await visitor.go(path)
      await rowOf(visitor, 'Night job').getByRole('link').first().click()
      await visitor.page.getByRole('tab', { name: words(visitor, 'tab.callbacks') }).click()
      await visitor.page.getByText(/^whpk_/).waitFor()
    }
    await phone.page.getByText(words(phone, 'callbacks.empty')).waitFor()
    await button(phone, 'callbacks.trial').click()
    // Both see live how the first attempt is refused and the second taken.
    await Promise.all(
      [phone, desk].map((visitor) =>
        visitor.page.getByText(words(visitor, 'callbacks.answered', { status: 503 })).waitFor(),
      ),
    )
    for (const visitor of [phone, desk]) {
      await visitor.page
        .getByText(words(visitor, 'callbacks.states.DONE'), { exact: true })
        .waitFor({ timeout: 40_000 })
      await expectAccessible(visitor)
      await fits(visitor)
    }
    expect(receiver.got.map((wire) => wire.path)).toEqual(['/notices', '/notices'])
  } finally {
    await receiver.close()
  }
})

it('with a key of its own the example client captures in two stages and deposits a file; each step is told to its address, and what it fetches verifies', async () => {
  const { page } = desk
  const [receiver, own, folder] = [await startReceiver(), newKeyPair(), await mkdtemp(join(tmpdir(), 'skz-client-'))]
  try {
    await desk.go(`${path}/add`)
    for (const [field, value] of [
      ['name', 'Day job'],
      ['publicKey', own.publicKey],
      ['callbackUrl', `${receiver.endpoint}/`],
    ] as const)
      await page.getByLabel(words(desk, `field.${field}`), { exact: true }).fill(value)
    await button(desk, 'add.submit').click()
    await page.getByRole('heading', { level: 1, name: 'Day job' }).waitFor()
    const accessKey = await until('the id of the key', async () =>
      (
        await page.locator('code[title]').evaluateAll((all) => all.map((code) => (code as { title: string }).title))
      ).find((title) => /^[0-9a-f]{32}$/.test(title)),
    )
    const [key, contract] = [join(folder, 'private.pem'), join(folder, 'contract.txt')]
    await writeFile(key, own.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await writeFile(contract, `what was agreed ${accessKey}`)
    const client = async (operation: string, payload: object, ...file: string[]) =>
      (
        await promisify(execFile)(
          process.execPath,
          ['examples/open-api-client.mjs', operation, JSON.stringify(payload), ...file],
          {
            encoding: 'buffer',
            maxBuffer: 2 ** 28,
            env: { ...process.env, OPEN_API_URL: service.url, OPEN_API_KEY: accessKey, OPEN_API_PRIVATE_KEY: key },
          },
        )
      ).stdout
    const ask = async (...given: Parameters<typeof client>) =>
      JSON.parse(String(await client(...given))) as { no: string; list: { no: string }[] }
    const told = (type: string, no: string) =>
      receiver.got
        .map(
          (wire) =>
            JSON.parse(String(wire.body)) as {
              type: string
              data: { no: string; unique_id: string; statementSha256: string }
            },
        )
        .find((notice) => notice.type === type && notice.data.no === no)

    const captured = (
      await ask('capture-url', { urls: [`${shop}/hop1`], unique_id: 'order-2026-0001', twoStage: true })
    ).list[0]!.no
    const { no: deposited } = await ask('deposit-file', { unique_id: 'contract-2026-0001' }, contract)
    await expect
      .poll(() => told('evidence.to-confirm', captured), { timeout: captureTime })
      .toMatchObject({ data: { unique_id: 'order-2026-0001' } })
    await ask('confirm', { no: captured, statementSha256: told('evidence.to-confirm', captured)!.data.statementSha256 })
    for (const no of [captured, deposited]) {
      await expect.poll(() => told('evidence.certified', no), { timeout: 60_000 }).toBeTruthy()
      await expect.poll(() => told('evidence.collected', no)).toBeTruthy()
      expect((await verifyPackage(new Blob([new Uint8Array(await client('package', { no }))]))).verdict).toBe('valid')
    }
    await page.getByRole('tab', { name: words(desk, 'tab.log') }).click()
    for (const operation of ['capture-url', 'deposit-file', 'confirm', 'package'])
      await page.getByText(operation, { exact: true }).first().waitFor()
    await page.getByRole('tab', { name: words(desk, 'tab.callbacks') }).click()
    await page.getByText('evidence.certified', { exact: true }).first().waitFor()
    await expectAccessible(desk)
  } finally {
    await receiver.close()
    await rm(folder, { recursive: true })
  }
})

it('is disabled, enabled and revoked for good; its history tells who did what', async () => {
  const { page } = desk
  await desk.go(path)
  await rowOf(desk, '203.0.113.0/24').waitFor()
  const turned = (status: string) =>
    rowOf(desk, 'Night job')
      .filter({ hasText: words(desk, `choice.status.${status}`) })
      .waitFor()
  await act(desk, 'Night job', 'disable')
  await agree(desk, 'disable')
  await turned('DISABLED')
  await act(desk, 'Night job', 'enable')
  await turned('ACTIVE')
  await act(desk, 'Night job', 'revoke')
  await agree(desk, 'revoke')
  await turned('REVOKED')
  await expectAccessible(desk)
  await rowOf(desk, 'Night job').getByRole('link').first().click()
  await page.getByRole('tab', { name: desk.say('common', 'show.history') }).click()
  for (const event of ['created', 'changed', 'disabled', 'enabled', 'revoked'])
    await page
      .getByText(desk.say('audit', `event.key-${event}`), { exact: true })
      .first()
      .waitFor()
  await expectAccessible(desk)
})
