import { recordPages } from '../kit/records.ts'

/** Which HTML entry serves a path. The website carries public, share and sign-in pages; the console needs a session. */
export type Entry = 'site' | 'console'

/** Pages of the console: those of kinds of records, and every other. */
export const consolePaths: readonly string[] = [
  ...recordPages,
  '/browse',
  '/evidence',
  '/onlineForensics/url',
  '/onlineForensics/web/add',
  '/onlineForensics/web/addExcel',
  '/attestation/:id',
  '/confirmWeigh',
  '/confirmWeigh/hash',
  '/confirmWeigh/property',
  '/confirmWeigh/add',
  '/confirmWeigh/add-property',
  '/accountSetting/costCenter',
  '/accountSetting/costCenter/rechargeOrderDetail',
  '/accountSetting/costCenter/wePay',
  '/accountSetting/costCenter/applyInvoice',
  '/accountSetting/costCenter/statements',
  '/accountSetting/costCenter/transfer',
  '/accountSetting/costCenter/transfers',
  '/accountSetting/costCenter/transfers/:id',
  '/accountSetting/costCenter/packages',
  '/accountSetting/costCenter/packages/:id',
  '/appraisal-attestation/:id',
  '/judicialEvidence/expertise',
  '/judicialEvidence/expertise/add',
  '/judicialEvidence/expertise/apply',
  '/judicialEvidence/expertiseDetail/:id',
  '/judicialEvidence/offlineSuccess',
  '/judicialEvidence/notarization',
  '/judicialEvidence/notarization/add',
  '/judicialEvidence/notarization/apply',
  '/judicialEvidence/notarization/applyInfo/:orderId?',
  '/judicialEvidence/notarization/success',
  '/judicialEvidence/notarization/detail/:id',
  '/judicialEvidence/purchaseNotarization',
  '/judicialEvidence/purchaseNotarization/add',
  '/judicialEvidence/purchaseNotarization/detail/:id',
  '/judicialEvidence/officialSeal',
  '/judicialEvidence/officialSeal/add',
  '/judicialEvidence/officialSeal/apply',
  '/judicialEvidence/officialSeal/:id',
  '/office/orders',
  '/office/orders/:id',
  '/office/people',
  '/office/seal',
  '/office/templates',
  '/office/templates/add',
  '/office/templates/:id',
  '/office/templates/:id/edit',
  '/operator/invoices',
  '/operator/invoices/:id',
  '/operator/transfers',
  '/operator/transfers/:id',
  '/operator/prices',
  '/operator/packages',
  '/operator/calendar',
  '/operator/adjustments',
  '/operator/adjustments/:id',
  '/operator/orders',
  '/operator/orders/:id',
  '/operator/reconciliations',
  '/operator/reconciliations/:id',
  '/operator/outbox',
  '/operator/outbox/:id',
  '/operator/feedback',
  '/accountSetting/audit',
  '/accountSetting/audit/:id',
  '/operator/audit',
  '/operator/audit/:id',
  '/operator/timestamps',
  '/operator/messages',
  '/operator/messages/:id',
  '/accountSetting/basicSetting',
  '/accountSetting/basicSetting/realName',
  '/accountSetting/basicSetting/enterprise',
  '/accountSetting/basicSetting/aliRealName',
  '/accountSetting/basicSetting/myData',
  '/accountSetting/basicSetting/close',
  '/accountSetting/messageNotification',
  '/accountSetting/messageNotification/settings',
  '/accountSetting/messageNotification/:id',
  '/accountSetting/messageNotification/announcements',
  '/accountSetting/messageNotification/announcements/:id',
  '/operator/announcements',
  '/operator/announcements/new',
  '/operator/announcements/:id',
  '/operator/announcements/:id/edit',
  '/operator/dictionary',
  '/operator/legal',
  '/operator/legal/new',
  '/operator/legal/:id',
  '/operator/platform',
  '/operator/trust',
  '/accountSetting/keyManagement/add',
  '/accountSetting/InviteFriends',
  '/accountSetting/childAdmin/add',
  '/accountSetting/childAdmin/invitations',
]

const sitePaths = [
  '/',
  '/website-show/home',
  '/website-show/query',
  '/login',
  '/registry',
  '/resetPassword',
  '/attestation-share/:token',
  '/h5/certificate/:token',
  '/exception',
  '/service-agreement',
  '/privacy-one',
  '/docs',
  '/chain',
  '/third-account/:vendor',
  '/app/auth-login',
  '/app/invoice',
  '/bridge-login',
  '/sub-invitation',
] as const
export type SitePath = (typeof sitePaths)[number]

const toPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`)

const consolePatterns = consolePaths.map((path) => ({ path, pattern: toPattern(path) }))
const sitePatterns = sitePaths.map((path) => ({ path, pattern: toPattern(path) }))

/** A path nobody declared is the website's catch-all page; `page` is the declared path of a website page. */
export function entryOf(path: string): { entry: Entry; known: boolean; page?: SitePath } {
  if (consolePatterns.some(({ pattern }) => pattern.test(path))) return { entry: 'console', known: true }
  const page = sitePatterns.find(({ pattern }) => pattern.test(path))?.path
  return page ? { entry: 'site', known: true, page } : { entry: 'site', known: false }
}

/** The declared path that an address belongs to, with its parameters unnamed; undefined for one nobody declared. */
export const declaredPage = (path: string): string | undefined =>
  [...consolePatterns, ...sitePatterns].find(({ pattern }) => pattern.test(path))?.path
