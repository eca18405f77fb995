import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { closingPhrases } from '../../../contract/data-rights/closing.ts'
import { joinCluster } from '../../../server/kit/db/embedded.ts'
import { badFindings, expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { codeOfForm, somebody, passCaptcha } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service } = inject('world')
const settings = '/accountSetting/basicSetting'
const open = openVisitors(service)

const words = (visitor: Visitor, key: string, params?: Record<string, unknown>) =>
  visitor.say('data-rights', key, params)
const dialog = ({ page }: Visitor) => page.getByRole('dialog').filter({ visible: true })
const button = (visitor: Visitor, key: string) => visitor.page.getByRole('button', { name: named(words(visitor, key)) })
const fits = async ({ page }: Visitor) =>
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

/** As if the time to think it over had passed, for this person alone: the service goes on by its own clock. */
async function passTime(phone: string) {
  const cluster = await joinCluster({ dir: join(dirname(service.log), 'data/postgres') })
  const client = new pg.Client({ connectionString: cluster.url('shimakaze') })
  await client.connect()
  try {
    expect(
      (
        await client.query(`update person set closing_at = app_now() where phone = $1 and closing_at is not null`, [
          phone,
        ])
      ).rowCount,
    ).toBe(1)
  } finally {
    await client.end()
    await cluster.leave()
  }
}

/** A page that leaves by itself stops what leads it elsewhere; any other reason is a failure. */
function interrupted(error: Error) {
  if (!error.message.includes('interrupted by another navigation')) throw error
}

describe.each(dressed(bothLanguages))('in $language, $theme, on a $device', (setting) => {
  const person = somebody('周予安', 'personal')
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await open(setting)
    await registerByCalls(visitor, service, person)
  })

  /** The code goes to the phone. */
  async function prove(within: {
    getByRole: Visitor['page']['getByRole']
    getByLabel: Visitor['page']['getByLabel']
    getByText: Visitor['page']['getByText']
  }) {
    const { say } = visitor
    await passCaptcha(visitor, within, 'accounts')
    const code = await codeOfForm(visitor, service, person.phone, within)
    await within.getByLabel(say('accounts', 'code.label'), { exact: true }).fill(code)
  }

  it('takes a copy of their data along and opens it without a network', async () => {
    const { page } = visitor
    await visitor.go(settings)
    await page.getByRole('link', { name: words(visitor, 'page.link') }).click()
    await page.getByRole('heading', { level: 1, name: words(visitor, 'page.title') }).waitFor()
    await page.getByText(words(visitor, 'copy.none')).waitFor()
    await expectAccessible(visitor)
    await fits(visitor)
    await button(visitor, 'copy.ask').click()
    await dialog(visitor)
      .getByRole('button', { name: named(words(visitor, 'copy.ask')) })
      .click()
    await dialog(visitor).getByText(visitor.say('accounts', 'code.need')).waitFor()
    await expectAccessible(visitor)
    await prove(dialog(visitor))
    await dialog(visitor)
      .getByRole('button', { name: named(words(visitor, 'copy.ask')) })
      .click()
    const copies = page.getByRole('list', { name: words(visitor, 'copy.list') })
    await copies.getByText(words(visitor, 'copy.state.READY'), { exact: true }).waitFor()
    await expectAccessible(visitor)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      copies.getByRole('link').or(copies.getByRole('button')).click(),
    ])
    const files = unzipSync(new Uint8Array(await readFile(await download.path())))
    expect(JSON.parse(Buffer.from(files['data/profile.json']!).toString())).toMatchObject([
      { name: person.name, phone: person.phone },
    ])
    expect(Buffer.from(files['README.txt']!).toString()).toContain('index.html')
    const reading = await visitor.context.newPage()
    await reading.setContent(Buffer.from(files['index.html']!).toString())
    await reading
      .getByRole('heading', {
        level: 1,
        name: visitor
          .say('data-copy', 'page.title', { platform: '' })
          .trim()
          .replace(/[ -]+$/, ''),
      })
      .waitFor()
    expect(
      (await badFindings(reading)).map((v) => `${v.id} ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`),
    ).toEqual([])
    await reading.close()
  })

  it('asks to close the account in four steps, sees it on every page and keeps it after all', async () => {
    const { page } = visitor
    await page
      .getByRole('button', { name: named(words(visitor, 'close.go')) })
      .or(page.getByRole('link', { name: words(visitor, 'close.go') }))
      .first()
      .click()
    for (const step of ['check', 'what', 'export'] as const) {
      await page.getByRole('heading', { level: 2, name: words(visitor, `close.${step}.title`) }).waitFor()
      if (step === 'check') await page.getByText(words(visitor, 'close.check.clear')).waitFor()
      await expectAccessible(visitor)
      await fits(visitor)
      await button(visitor, step === 'export' ? 'close.export.skip' : 'close.next').click()
    }
    await close()
    await expectAccessible(visitor)
    await visitor.go('/onlineForensics/web/add')
    const bar = page
      .getByRole('note')
      .filter({ hasText: words(visitor, 'close.bar.text', { at: '' }).replace(/[ .。注销]+$/, '') })
    await bar.waitFor()
    await expectAccessible(visitor)
    await fits(visitor)
    await bar.getByRole('button', { name: named(words(visitor, 'close.bar.keep')) }).click()
    await page.getByText(words(visitor, 'close.bar.kept')).first().waitFor()
    await bar.waitFor({ state: 'detached' })
  })

  /** The last step. */
  async function close() {
    const { page } = visitor
    await page.getByRole('heading', { level: 2, name: words(visitor, 'close.confirm.title'), exact: true }).waitFor()
    const phrase = closingPhrases[setting.language]
    await page.getByLabel(words(visitor, 'close.confirm.phrase', { phrase })).fill('?')
    await expectAccessible(visitor)
    await prove(page.getByRole('main'))
    await button(visitor, 'close.confirm.submit').click()
    await page.getByText(visitor.say('errors', 'field.closingPhrase')).waitFor()
    await page.getByLabel(words(visitor, 'close.confirm.phrase', { phrase })).fill(phrase)
    await button(visitor, 'close.confirm.submit').click()
    await page.getByRole('heading', { level: 2, name: words(visitor, 'close.asked.title') }).waitFor()
  }

  it('asks again, is closed when the time is over, and the phone signs up anew', async () => {
    const { page, say } = visitor
    await visitor.go(`${settings}/close`)
    // From the menu's entry on.
    const trail = page.getByRole('navigation', { name: say('common', 'trail') })
    for (const name of [say('accounts', 'settings.title'), say('data-rights', 'page.title')])
      await trail.getByRole('link', { name, exact: true }).waitFor()
    await page.getByText(words(visitor, 'close.check.clear')).waitFor()
    for (const next of ['close.next', 'close.next', 'close.export.skip']) await button(visitor, next).click()
    await close()
    await passTime(person.phone)
    const farewell = say('accounts', 'sms.accountClosed', { platform: '' }).slice(-15)
    await expect
      .poll(
        async () =>
          (await readFile(service.log, 'utf8'))
            .split('\n')
            .some((line) => line.includes(`→ ${person.phone}]`) && line.includes(farewell)),
        { timeout: 40_000 },
      )
      .toBe(true)
    // The open page hears that its session has ended, and may leave for the login before it is led anywhere.
    await visitor.go(settings).catch(interrupted)
    await page.waitForURL('**/login?**')
    await page.getByLabel(say('site', 'login.phone')).fill(person.phone)
    await page.getByLabel(say('site', 'login.password'), { exact: true }).fill(person.password)
    await page
      .getByRole('main')
      .getByRole('button', { name: say('site', 'login.submit'), exact: true })
      .and(page.locator('[type=submit]'))
      .click()
    await page.getByText(say('errors', 'field.wrongCredentials')).first().waitFor()
    await registerByCalls(visitor, service, { ...person, name: '周新安' }, '/browse')
    await expect.poll(() => page.getByRole('banner').getByRole('button').last().textContent()).toContain('周新安')
  })
})
