import { recordKinds } from '../../contract/kit/records.ts'
import type { Who } from '../kit/browser/start-service.ts'

export type Role = Who | 'visitor'

/** Pages of records follow from their declaration: a new kind is shown without a line here. */
const recordPages = Object.values(recordKinds).flatMap((kind) => ('pages' in kind ? [kind.pages] : []))
const ofRecords = recordPages.flatMap(({ list, show }) => [list, show])
const isOfStaff = (route: string) => route.startsWith('/operator/')

const publicRoutes = [
  '/',
  '/login',
  '/registry',
  '/website-show/query',
  '/privacy-two',
  '/privacy-three',
  '/privacy-four',
  '/third-account/wechat',
  '/app/auth-login',
  '/app/invoice',
  '/bridge-login',
  '/sub-invitation',
  '/chain',
  '/attestation-share/:shared',
  '/h5/certificate/:shared',
  '/attestation-mobile/:shared',
  '/att-mobile-hash/:shared',
  '/attestation-mobile/lilapp/:shared',
  '/sceneForensics/appDownload',
]
const customerRoutes = [
  '/browse',
  '/evidence',
  '/onlineForensics/url',
  '/onlineForensics/web/add',
  '/onlineForensics/web/addExcel',
  '/attestation/:latest',
  '/accountSetting/basicSetting',
  '/accountSetting/controlOverInvoices/header?form=new',
  '/accountSetting/addressAdmin?form=new',
  '/accountSetting/keyManagement/add',
  '/accountSetting/InviteFriends',
  '/accountSetting/childAdmin/add',
  '/accountSetting/childAdmin/invitations',
  '/accountSetting/costCenter',
  '/accountSetting/costCenter?topUp=10000',
  '/accountSetting/costCenter/rechargeOrderDetail',
  '/accountSetting/costCenter/applyInvoice',
  '/accountSetting/costCenter/packages',
  '/accountSetting/costCenter/statements',
  '/accountSetting/costCenter/transfer',
  '/accountSetting/costCenter/transfers',
  '/appraisal-attestation/:latest',
  '/judicialEvidence/expertise',
  '/judicialEvidence/expertise/add',
  '/judicialEvidence/expertise/apply',
  '/judicialEvidence/offlineSuccess',
  '/judicialEvidence/notarization',
  '/judicialEvidence/notarization/add',
  '/judicialEvidence/notarization/apply',
  '/judicialEvidence/notarization/success',
  '/judicialEvidence/purchaseNotarization',
  '/judicialEvidence/purchaseNotarization/add',
  '/judicialEvidence/officialSeal',
  '/judicialEvidence/officialSeal/add',
  '/judicialEvidence/officialSeal/apply',
  '/judicialEvidence/report/add',
  '/judicialEvidence/report/make',
  '/accountSetting/audit',
  '/accountSetting/messageNotification',
  '/accountSetting/messageNotification/:message',
  '/accountSetting/messageNotification/settings',
  '/accountSetting/messageNotification/announcements',
  '/accountSetting/messageNotification/announcements/:announcement',
]
const officeRoutes = ['/office/orders', '/office/orders/:order', '/office/people', '/office/seal']
const notaryRoutes = ['/office/templates', '/office/templates/add', '/office/templates/:template']
const operatorRoutes = [
  '/operator/trust',
  '/operator/timestamps',
  '/operator/approvals',
  '/operator/adjustments',
  '/operator/orders',
  '/operator/reconciliations',
  '/operator/invoices',
  '/operator/outbox',
  '/operator/feedback',
  '/operator/audit',
  '/operator/audit/:act',
  '/operator/messages',
  '/operator/announcements',
  '/operator/announcements/new',
  '/operator/content',
  '/operator/content/new',
]
const administratorRoutes = [
  '/operator/prices',
  '/operator/transfers',
  '/operator/packages',
  '/operator/calendar',
  '/operator/dictionary',
  '/operator/dictionary?form=new',
  '/operator/legal',
  '/operator/legal/new',
  '/operator/platform',
  '/operator/platforms',
  '/operator/platforms/new',
  '/config-upload',
]

/** Lists whose records are of no such kind. */
const placeholders = {
  ':latest': '/evidence',
  ':order': '/office/orders',
  ':template': '/office/templates',
  ':act': '/operator/audit',
  ':message': '/accountSetting/messageNotification',
  ':announcement': '/accountSetting/messageNotification/announcements',
}

/** What is shown if nothing is named. */
export const allRoutes = [
  ...publicRoutes,
  ...customerRoutes,
  ...ofRecords.filter((route) => !isOfStaff(route)),
  ...officeRoutes,
  ...notaryRoutes,
  ...operatorRoutes,
  ...ofRecords.filter(isOfStaff),
  ...administratorRoutes,
]

/** Who sees a page, unless somebody is named. */
export function roleOf(route: string): Role {
  if (administratorRoutes.includes(route)) return 'administrator'
  if (route.startsWith('/operator/offices')) return 'administrator'
  if (isOfStaff(route)) return 'operator'
  if (route.startsWith('/office/templates')) return 'notary'
  if (route.startsWith('/office/')) return 'institute'
  return publicRoutes.includes(route) ||
    /^\/(service-agreement|website-show\/service|privacy-one|exception|attestation-share|h5)/.test(route)
    ? 'visitor'
    : 'enterprise'
}

/** What stands for the first record of a list at the end of a route, and that list. */
export function firstOf(route: string): { end: string; list: string } | undefined {
  const record = recordPages.find(({ show }) => show === route)
  if (record) return { end: ':id', list: record.list }
  const found = Object.entries(placeholders).find(([end]) => route.endsWith(end))
  return found && { end: found[0], list: found[1] }
}
