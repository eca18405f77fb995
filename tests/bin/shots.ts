import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { languageCookie } from '../../contract/kit/language.ts'
import { appearanceCookie } from '../../contract/site/appearance.ts'
import { launchBrowser, openVisitor, type Setting, type Visitor } from '../kit/browser/browser.ts'
import { startCapture } from '../kit/browser/capture-form.ts'
import { allRows, waitForState } from '../kit/browser/evidence-list.ts'
import { composeSheet, type Shot } from '../kit/browser/contact-sheet.ts'
import { loginByPassword } from '../kit/browser/sign-in.ts'
import { type Account, startService } from '../kit/browser/start-service.ts'
import { refusingPort } from '../kit/outside/free-port.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import {
  addAddresses,
  addContent,
  addHeaders,
  addInvoices,
  addOrders,
  changeBalance,
  share,
  writeMessages,
} from './shots-content.ts'
import { allRoutes, firstOf, type Role, roleOf } from './shots-routes.ts'

// One picture of pages in both languages, on desktop and phone, in light and dark:
// `npm run shots -- /browse /attestation/:latest --as enterprise --out sheet.png --parts folder-for-each-picture`.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, as: { type: 'string' }, parts: { type: 'string' } },
})

const settings: Setting[] = (['zh-CN', 'en'] as const).flatMap((language) =>
  (['desktop', 'phone'] as const).flatMap((device) =>
    (['light', 'dark'] as const).map((theme) => ({ language, device, theme })),
  ),
)

interface Target {
  url: string
  accounts: Partial<Record<Role, Account>>
  /** The token of a certificate that was shared. */
  shared?: string
  stop(): Promise<void>
}

/** The service that SHOTS_URL names, signed in with SHOTS_PHONE and SHOTS_PASSWORD. */
function givenTarget(url: string): Target {
  const { SHOTS_PHONE: phone = '19000000001', SHOTS_PASSWORD: password } = process.env
  const account = password ? { phone, password } : undefined
  return {
    url,
    accounts: account
      ? { enterprise: account, personal: account, institute: account, operator: account, administrator: account }
      : {},
    stop: async () => {},
  }
}

/** A service of our own, with one evidence so that no list is empty. */
async function ownTarget(browser: Browser): Promise<Target> {
  const service = await startService()
  const site = await startFixtureSite()
  const stop = async () => {
    await site.close()
    await service.stop()
  }
  try {
    const visitor = await openVisitor(browser, service.url, settings[0]!)
    await loginByPassword(visitor, service.accounts.enterprise)
    await startCapture(visitor, { urls: [`${site.url}/`], name: '岛风百货春季特卖' })
    await waitForState(visitor, '岛风百货春季特卖', 'collected', 'partial')
    await addHeaders(visitor)
    await addAddresses(visitor)
    await startCapture(visitor, { urls: [`http://127.0.0.1:${await refusingPort()}/`], name: '打不开的页面' })
    await waitForState(visitor, '打不开的页面', 'failed')
    await addInvoices(browser, service, visitor)
    await addOrders(browser, service, visitor)
    const shared = await share(visitor)
    await visitor.close()
    await writeMessages(browser, service)
    await changeBalance(browser, service)

    await addContent(browser, service)
    return { ...service, shared, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Where a route leads; undefined where the list is empty whose first record it stands for. */
async function addressOf(visitor: Visitor, route: string, { shared = '' }: Target): Promise<string | undefined> {
  if (route.endsWith(':shared')) return route.replace(':shared', shared)
  const first = firstOf(route)
  if (!first) return route
  const id = await firstIdOf(visitor, first.list)
  if (!id) console.log(`${route}: ${first.list} is empty`)
  return id && route.replace(first.end, id)
}

/** What the address of a list's first record ends with. */
async function firstIdOf(visitor: Visitor, list: string): Promise<string | undefined> {
  await visitor.go(list)
  const link = allRows(visitor).first().getByRole('link').first()
  const href = await link.getAttribute('href', { timeout: 10_000 }).catch(() => null)
  return href?.split('/').at(-1)
}

type Place = readonly [route: string, address: string]

async function takeShots(visitor: Visitor, places: readonly Place[]): Promise<Shot[]> {
  const { page, setting, go } = visitor
  const shots: Shot[] = []
  for (const [route, address] of places) {
    await go(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {})
    shots.push({ route, setting, png: await page.screenshot({ fullPage: true, animations: 'disabled' }) })
  }
  return shots
}

/** All routes of one role in all settings, with one login. */
async function shotsAs(browser: Browser, target: Target, role: Role, routes: string[]): Promise<Shot[]> {
  const account = target.accounts[role]
  if (role !== 'visitor' && !account) throw new Error(`No password for ${role}: set SHOTS_PASSWORD`)
  const first = await openVisitor(browser, target.url, settings[0]!)
  if (account) await loginByPassword(first, account)
  const places: Place[] = []
  for (const route of routes) {
    const address = await addressOf(first, route, target)
    if (address) places.push([route, address])
  }
  // The session goes along, the language and appearance of the first visitor do not.
  const cookies = (await first.context.cookies()).filter((c) => ![languageCookie, appearanceCookie].includes(c.name))
  await first.close()
  const shots: Shot[] = []
  for (const setting of settings) {
    const visitor = await openVisitor(browser, target.url, setting)
    await visitor.context.addCookies(cookies)
    shots.push(...(await takeShots(visitor, places)))
    for (const problem of visitor.problems)
      console.log(`${setting.language} ${setting.device} ${setting.theme}: ${problem}`)
    await visitor.close()
  }
  return shots
}

/** Each picture by itself, to look at closely. */
async function writeParts(folder: string, shots: Shot[]) {
  await mkdir(folder, { recursive: true })
  for (const { route, setting, png } of shots)
    await writeFile(
      join(folder, `${route.replaceAll(/[^\w]+/g, '_')}.${setting.language}.${setting.device}.${setting.theme}.png`),
      png,
    )
}

const byRole = (routes: string[]) => Map.groupBy(routes, (route) => (values.as as Role | undefined) ?? roleOf(route))

async function shoot(browser: Browser, routes: string[], out: string): Promise<void> {
  const url = process.env['SHOTS_URL']
  const target = url ? givenTarget(url) : await ownTarget(browser)
  try {
    const shots: Shot[] = []
    for (const [role, some] of byRole(routes)) shots.push(...(await shotsAs(browser, target, role, some)))
    await mkdir(dirname(out), { recursive: true })
    if (values.parts) await writeParts(values.parts, shots)
    await composeSheet(browser, routes, shots, out)
    console.log(out)
  } finally {
    await target.stop()
  }
}

const browser = await launchBrowser('whole')
try {
  await shoot(
    browser,
    positionals.length ? positionals : allRoutes,
    resolve(values.out ?? join(tmpdir(), 'shimakaze-shots.png')),
  )
} finally {
  await browser.close()
}
