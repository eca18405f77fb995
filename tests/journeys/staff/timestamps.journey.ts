import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { formatMoney } from '../../../contract/kit/money.ts'
import { approvalCalls } from '../../../contract/platform/approvals.ts'
import { priceCalls } from '../../../contract/payments/prices.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import {
  named,
  openVisitor,
  type Setting,
  shareBrowser,
  type SharedBrowser,
  type Visitor,
} from '../../kit/browser/browser.ts'
import { callAs, depositHashByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { type Service, startService } from '../../kit/browser/start-service.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'
import { startTsa, type Tsa } from '../../kit/vendors/tsa.ts'
import { localAuthority } from '../../trust/sample.ts'

let dir: string
let tsa: Tsa
let service: Service
let browser: SharedBrowser
let visitor: Visitor | undefined

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skz-stamps-journey-'))
  const authority = await localAuthority()
  tsa = await startTsa((query) => authority.answer(query))
  await writeFile(join(dir, 'roots.pem'), authority.trustMaterial().ca)
  await writeFile(
    join(dir, 'stamps.json'),
    JSON.stringify({
      providers: [{ id: 'example', name: 'Example TSA', url: tsa.url, roots: 'roots.pem', patience: 5 }],
    }),
  )
  service = await startService({ SHIMAKAZE_TIMESTAMPS: join(dir, 'stamps.json') })
  browser = await shareBrowser()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await service.stop()
  await tsa.close()
  await rm(dir, { recursive: true, force: true })
})
afterEach(async () => {
  tsa.always = undefined
  expect(visitor?.problems ?? []).toEqual([])
  await visitor?.close()
})
tellOnFailure(
  () => service,
  () => [visitor],
)

/** What the account has now: whichever suite comes first asks for the stamps, the next one takes it back. */
let isRequired = false

describe.each(
  dressed<Setting>([
    { language: 'zh-CN', device: 'desktop', theme: 'light' },
    { language: 'en', device: 'phone', theme: 'dark' },
  ]),
)('time-stamps of third parties ($language, $device)', (setting) => {
  const enter = async (who: 'administrator' | 'controller' | 'operator' | 'personal') => {
    visitor = await openVisitor(browser, service.url, setting)
    await signInByCalls(visitor, service.accounts[who])
    return visitor
  }

  it('are told of to the owner as they are: under way while nobody answers, proven by whom once somebody does', async () => {
    tsa.always = 'hang up'
    const { page, say, go } = await enter('personal')
    const number = await depositHashByCalls(visitor!, `stamped ${setting.language}`)
    await go(`/attestation/${number}`)
    await page.getByText(say('evidence', 'trust.explain.stampPending')).waitFor()
    await expectAccessible(visitor!)
    tsa.always = undefined
    // Nobody loads the page again.
    await page.getByText(`${say('evidence', 'trust.fact.stamped')} · Example TSA`).waitFor({ timeout: 90_000 })
    await page.getByText(say('evidence', 'trust.dependsOn.tsa')).waitFor()
    await expectAccessible(visitor!)
  }, 150_000)

  it('stand beside the price of what they are for, before it begins', async () => {
    const price = (product: 'deposit.hash' | 'timestamp', amount: number) =>
      callAs(visitor!, priceCalls.add, { body: { product, tiers: [{ from: 1, amount }] } })
    await enter('administrator')
    const asked = [await price('deposit.hash', 200), await price('timestamp', 50)]
    await visitor!.close()
    await enter('controller')
    for (const { id } of asked) await callAs(visitor!, approvalCalls.apply, { params: { id } })
    await visitor!.close()
    const { page, say, go } = await enter('personal')
    await go('/confirmWeigh/add?kind=hash')
    const line = (product: 'deposit.hash' | 'timestamp', amount: number) =>
      say('payments', 'quote.item', {
        name: say('payments', `choice.product.${product}`),
        count: 1,
        amount: formatMoney(amount),
      })
    for (const text of [formatMoney(250), line('deposit.hash', 200), line('timestamp', 50)])
      await page.locator('.skz-quote').getByText(text, { exact: true }).waitFor()
    await expectAccessible(visitor!)
    await visitor!.close()
    await enter('administrator')
    await price('deposit.hash', 0)
    await price('timestamp', 0)
  })

  it('have a page for staff: how each authority stands, and a try', async () => {
    const { page, say, go } = await enter('operator')
    await go('/operator/timestamps')
    const words = (key: string, params?: Record<string, unknown>) => say('operator', `timestamps.${key}`, params)
    await page.getByRole('heading', { level: 1, name: words('title') }).waitFor()
    await page.getByText('Example TSA').first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await expectAccessible(visitor!)
    const tryIt = page.getByRole('button', { name: words('tryNamed', { name: 'Example TSA' }) })
    await tryIt.click()
    await page
      .getByRole('alert')
      .filter({ hasText: /NOT FOR PRODUCTION/ })
      .waitFor()
    await expectAccessible(visitor!)
    tsa.always = { status: 503 }
    await tryIt.click()
    await page.getByText(words('trialFailed')).waitFor()
    await page.getByText(words('error.status', { detail: 503 })).waitFor()
    await expectAccessible(visitor!)
  })

  it('are required, or not, for an account', async () => {
    const { page, say, go } = await enter('operator')
    await go('/operator/accounts?keyWord=风岛')
    const name = '风岛文化传播有限公司'
    const action = isRequired ? 'stampBest' : 'stampRequired'
    isRequired = !isRequired
    await rowOf(visitor!, name)
      .getByRole('button', { name: say('common', 'actionsOf', { name }), exact: true })
      .click()
    await page.getByRole('menuitem', { name: say('operator', `action.${action}.label`), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(say('operator', `why.${action}`, { name })).waitFor()
    await dialog.getByLabel(say('operator', 'reason.label')).fill('as agreed')
    await expectAccessible(visitor!)
    await dialog
      .getByRole('button', { name: named(say('operator', `action.${action}.label`)) })
      .last()
      .click()
    await dialog.waitFor({ state: 'detached' })
    await go('/operator/accounts?keyWord=风岛')
    await rowOf(visitor!, name).getByRole('link').first().click()
    await page.waitForURL('**/operator/accounts/*')
    await page
      .getByText(say('operator', `choice.timestamps.${action === 'stampBest' ? 'best-effort' : 'required'}`), {
        exact: true,
      })
      .first()
      .waitFor()
    await expectAccessible(visitor!)
  })
})
