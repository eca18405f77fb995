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
import { type Account, type Service, startService, type Who } from '../kit/browser/start-service.ts'
import { until } from '../kit/browser/until.ts'
import { freePort } from '../kit/outside/free-port.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'

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

/** Some of each kind, one with a name that is longer than its column. */
async function addHeaders(visitor: Visitor) {
  const general = { headType: 'ENTERPRISE', taxNo: '91350100M000100Y43' }
  const bodies = [
    { headType: 'PERSONAL', title: '张三' },
    { ...general, title: '岛风（福州）知识产权代理有限公司' },
    {
      ...general,
      headType: 'ENTERPRISE_SPECIAL',
      title: '一家名称特别长的、用来检查列表与卡片排版是否仍然整齐的科技发展集团股份有限公司福建分公司',
      address: '福建省福州市鼓楼区某路 100 号某大厦 18 层',
      phone: '0591-88887777',
      bank: '某银行股份有限公司福州分行营业部',
      account: '1234567890123456',
    },
  ]
  await postAll(visitor, 'invoice/header', bodies)
}

/** One in a city that is its own province, one whose county has a long name. */
async function addAddresses(visitor: Visitor) {
  const bodies = [
    {
      name: '张三',
      phone: '13800138000',
      provinceCode: '350000',
      cityCode: '350100',
      regionCode: '350102',
      detail: '某路 100 号某大厦 18 层 1801 室',
      tag: '公司',
      postcode: '350001',
    },
    {
      name: '李四',
      phone: '010-88887777',
      provinceCode: '110000',
      cityCode: '110100',
      regionCode: '110105',
      detail: '某街 1 号院 2 号楼 3 单元 401',
      tag: '家',
    },
    {
      name: '欧阳某某知识产权部收发室',
      phone: '0835-8888777',
      provinceCode: '530000',
      cityCode: '532500',
      regionCode: '532530',
      detail: '一条名称特别长的、用来检查列表与卡片排版是否仍然整齐的路 100 号',
    },
  ]
  await postAll(visitor, 'address', bodies)
}

/** What staff write, one of it as long as it may be. */
async function writeMessages(browser: Browser, { url, accounts }: Pick<Target, 'url' | 'accounts'>) {
  const staff = await openVisitor(browser, url, settings[0]!)
  await loginByPassword(staff, accounts.operator!)
  const found = await staff.page.request.get(`/shimakaze/operator/person?keyWord=${accounts.enterprise!.phone}`)
  const { data } = (await found.json()) as { data: { list: { id: string }[] } }
  const long =
    '为了继续为您办理业务，请在七日内补充最新的营业执照扫描件，并确认联系人及其手机号仍然有效。如已补充，请忽略此消息。'
  await postAll(staff, `operator/person/${data.list[0]!.id}/message`, [
    { title: '请补充营业执照', content: long },
    {
      title: '关于一份名称特别长的、用来检查列表与卡片排版是否仍然整齐的说明函',
      content: `${long}\n\n`.repeat(6).trim(),
    },
  ])
  await staff.close()
}

/** What the platform's staff write: announcements in several states, choices, contacts. */
async function addContent(browser: Browser, service: Service) {
  const visitor = await openVisitor(browser, service.url, settings[0]!)
  await loginByPassword(visitor, service.accounts.administrator)
  await postAll(visitor, 'operator/announcement', [
    {
      titleZh: '新增网页取证的英文界面',
      contentZh: '即日起，控制台与证书均可选择英文。',
      titleEn: 'Captures and certificates in English',
      contentEn: 'Console and certificates can be read in English from today.',
    },
    {
      titleZh: '关于国庆假期期间客服值班与证据出具时间安排的通知（请提前安排紧急取证事项）',
      contentZh: '假期期间照常取证。\n\n人工服务时间为每日 9:00–12:00，其余时间请留言。',
      fromAt: '2026-01-01T00:00:00Z',
    },
    {
      titleZh: '系统维护通知',
      contentZh: '草稿。',
      titleEn: 'Maintenance',
      contentEn: 'Draft.',
      fromAt: '2030-01-01T00:00:00Z',
      untilAt: '2030-01-02T00:00:00Z',
    },
  ])
  const { data } = (await (
    await visitor.page.request.get('/shimakaze/operator/announcement', { headers: { 'x-requested-with': 'shimakaze' } })
  ).json()) as { data: { list: { id: string }[] } }
  for (const { id } of data.list.slice(1)) await postAll(visitor, `operator/announcement/${id}/publish`, [{}])
  await postAll(visitor, 'operator/dictionary', [
    { type: 'lawyerField', code: 'ip', name: '知识产权', nameEn: 'Intellectual property', sort: 1 },
    { type: 'lawyerField', code: 'patent', name: '专利', nameEn: 'Patents', sort: 2, parent: 'ip' },
    { type: 'evidencePurpose', code: 'litigation', name: '诉讼', nameEn: 'Litigation', sort: 1 },
    { type: 'evidencePurpose', code: 'complaint', name: '向电商平台投诉侵权商品', sort: 2 },
  ])
  const body = {
    nameZh: '岛风存证（本地）',
    nameEn: 'Shimakaze (local)',
    fullName: '示例市示例公证处',
    fullNameEn: 'Example Notary Office',
    consultationPhone: '0591-87654321',
    email: 'help@example.com',
    officeTime: '工作日 9:00–17:00',
    officeTimeEn: 'Weekdays 9:00–17:00',
    officePlace: '示例市示例路 1 号',
  }
  await visitor.page.request.put('/shimakaze/operator/platform', {
    data: body,
    headers: { 'x-requested-with': 'shimakaze', origin: new URL(visitor.page.url()).origin },
  })
  await visitor.close()
}

/** A certificate as strangers see it, once there is one. */
async function share(visitor: Visitor): Promise<string> {
  return until('a certificate to share', async () => {
    const [found] = (await postAll(visitor, 'attestation/composite/list', [{ status: 'collected' }])) as {
      data: { list: { ano: string }[] }
    }[]
    const [reply] = (await postAll(visitor, 'share', [
      { ano: found!.data.list[0]!.ano, days: 7, withPackage: true },
    ])) as { data: { token: string } | null }[]
    return reply!.data?.token
  })
}

async function postAll({ page }: Visitor, path: string, bodies: object[]): Promise<unknown[]> {
  const replies: unknown[] = []
  for (const data of bodies)
    replies.push(
      await (
        await page.request.post(`/shimakaze/${path}`, {
          data,
          headers: { 'x-requested-with': 'shimakaze', origin: new URL(page.url()).origin },
        })
      ).json(),
    )
  return replies
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
