import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { languageCookie } from '../../contract/kit/language.ts'
import { launchBrowser, openVisitor, type Setting, type Visitor } from '../kit/browser/browser.ts'
import { startCapture } from '../kit/browser/capture-form.ts'
import { allRows, waitForState } from '../kit/browser/evidence-list.ts'
import { composeSheet, type Shot } from '../kit/browser/contact-sheet.ts'
import { loginByPassword } from '../kit/browser/sign-in.ts'
import { type Account, startService, type Who } from '../kit/browser/start-service.ts'
import { freePort } from '../kit/outside/free-port.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import { addAddresses, addContent, addHeaders, share, writeMessages } from './shots-content.ts'

// One picture of pages in both languages, on desktop and phone, in light and dark:
// `npm run shots -- /browse /attestation/:latest --as enterprise --out sheet.png --parts folder-for-each-picture`.
const publicRoutes = [
  '/',
  '/login',
  '/registry',
  '/website-show/query',
  '/third-account/wechat',
  '/app/auth-login',
  '/bridge-login',
  '/chain',
  '/attestation-share/:shared',
  '/h5/certificate/:shared',
]
const customerRoutes = [
  '/browse',
  '/evidence',
  '/onlineForensics/url',
  '/onlineForensics/web/add',
  '/onlineForensics/web/addExcel',
  '/attestation/:latest',
  '/accountSetting/basicSetting',
  '/accountSetting/controlOverInvoices',
  '/accountSetting/controlOverInvoices?form=new',
  '/accountSetting/controlOverInvoices/header/:header',
  '/accountSetting/addressAdmin',
  '/accountSetting/addressAdmin?form=new',
  '/accountSetting/keyManagement',
  '/accountSetting/keyManagement/add',
  '/accountSetting/InviteFriends',
  '/accountSetting/childAdmin',
  '/accountSetting/childAdmin/add',
  '/accountSetting/childAdmin/:sub',
  '/accountSetting/audit',
  '/accountSetting/messageNotification',
  '/accountSetting/messageNotification/:message',
  '/accountSetting/messageNotification/settings',
  '/accountSetting/messageNotification/announcements',
  '/accountSetting/messageNotification/announcements/:announcement',
]
const operatorRoutes = [
  '/operator/trust',
  '/operator/integrity',
  '/operator/timestamps',
  '/operator/anchors',
  '/operator/outbox',
  '/operator/feedback',
  '/operator/audit',
  '/operator/audit/:act',
  '/operator/people',
  '/operator/people/:person',
  '/operator/accounts',
  '/operator/messages',
  '/operator/jobs',
  '/operator/announcements',
  '/operator/announcements/new',
]
const administratorRoutes = ['/operator/dictionary', '/operator/dictionary?form=new', '/operator/platform']
type Role = Who | 'visitor'

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
    accounts: account ? { enterprise: account, personal: account, operator: account, administrator: account } : {},
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
    await startCapture(visitor, { urls: [`http://127.0.0.1:${await freePort()}/`], name: '打不开的页面' })
    await waitForState(visitor, '打不开的页面', 'failed')
    const shared = await share(visitor)
    await visitor.close()
    await writeMessages(browser, service)
    await addContent(browser, service)
    return { ...service, shared, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function roleOf(route: string): Role {
  if (values.as) return values.as as Role
  if (operatorRoutes.includes(route)) return 'operator'
  if (administratorRoutes.includes(route)) return 'administrator'
  return publicRoutes.includes(route) || /^\/(service-agreement|privacy-one|exception|attestation-share|h5)/.test(route)
    ? 'visitor'
    : 'enterprise'
}

/** Stands for the first record of a list. */
const placeholders = {
  ':latest': '/evidence',
  ':header': '/accountSetting/controlOverInvoices',
  ':sub': '/accountSetting/childAdmin',
  ':act': '/operator/audit',
  ':person': '/operator/people',
  ':message': '/accountSetting/messageNotification',
  ':announcement': '/accountSetting/messageNotification/announcements',
}

async function addressOf(visitor: Visitor, route: string, { shared = '' }: Target): Promise<string> {
  if (route.endsWith(':shared')) return route.replace(':shared', shared)
  const found = Object.entries(placeholders).find(([name]) => route.endsWith(name))
  return found ? route.replace(found[0], await lastOf(visitor, found[1])) : route
}

/** What the address of a list's first record ends with. */
async function lastOf(visitor: Visitor, list: string): Promise<string> {
  await visitor.go(list)
  const href = await allRows(visitor).first().getByRole('link').first().getAttribute('href')
  return href?.split('/').at(-1) ?? ''
}

async function takeShots(visitor: Visitor, routes: string[], target: Target): Promise<Shot[]> {
  const { page, setting, go } = visitor
  const shots: Shot[] = []
  for (const route of routes) {
    await go(await addressOf(visitor, route, target))
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
  // The session goes along, the first visitor's language does not.
  const cookies = (await first.context.cookies()).filter((c) => c.name !== languageCookie)
  await first.close()
  const shots: Shot[] = []
  for (const setting of settings) {
    const visitor = await openVisitor(browser, target.url, setting)
    await visitor.context.addCookies(cookies)
    shots.push(...(await takeShots(visitor, routes, target)))
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

async function shoot(browser: Browser, routes: string[], out: string): Promise<void> {
  const url = process.env['SHOTS_URL']
  const target = url ? givenTarget(url) : await ownTarget(browser)
  try {
    const shots: Shot[] = []
    for (const [role, some] of Map.groupBy(routes, roleOf)) shots.push(...(await shotsAs(browser, target, role, some)))
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
    positionals.length ? positionals : [...publicRoutes, ...customerRoutes, ...operatorRoutes, ...administratorRoutes],
    resolve(values.out ?? join(tmpdir(), 'shimakaze-shots.png')),
  )
} finally {
  await browser.close()
}
