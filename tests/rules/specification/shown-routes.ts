import { shownJudicialRoutes } from './shown-judicial-routes.ts'
import { shownSiteRoutes } from './shown-site-routes.ts'
import { shareParts as share, shownShareRoutes } from './shown-share-routes.ts'
import type { Part, ShownRoute } from './shown-route.ts'

const listOf = (...parts: Part[]): readonly Part[] => [
  ...parts,
  'combobox evidence:field.status',
  'combobox evidence:field.tags',
  'combobox evidence:field.operator',
  'button common:export.open',
]
export const shownRoutes: Record<string, ShownRoute> = {
  ...shownSiteRoutes,
  ...shownJudicialRoutes,
  '/login': {
    parts: [
      'heading site:login.title',
      'textbox site:login.phone',
      'textbox site:login.password',
      'button site:login.by.code',
      'button site:qr.tab',
      'link site:login.register',
      'link site:login.forgot',
    ],
  },
  '/app/invoice': { parts: ['heading site:invoice.title', 'link site:invoice.apply', 'link site:invoice.mine'] },
  '/bridge-login': { parts: ['heading site:bridge.failed', 'link site:bridge.toSignIn'] },
  '/registry': {
    parts: [
      'heading site:registry.title',
      'radio site:registry.personal',
      'radio site:registry.enterprise',
      'textbox site:registry.personName',
      'textbox site:login.phone',
      'textbox site:captcha.label',
      'textbox site:code.label',
      'textbox site:login.password',
      'textbox site:registry.invite',
      'link site:legal.agreement.title',
      'link site:legal.privacy.title',
      'button site:registry.submit',
    ],
  },
  '/resetPassword': {
    parts: [
      'heading site:reset.title',
      'textbox site:login.phone',
      'textbox site:code.label',
      'textbox site:reset.password',
      'button site:reset.submit',
    ],
  },
  '/service-agreement': { parts: ['heading site:legal.agreement.title'] },
  '/website-show/service': { parts: ['heading site:legal.agreement.title'] },
  '/privacy-one': { parts: ['heading site:legal.privacy.title'] },
  '/privacy-two': {
    parts: ['heading site:legal.identity.title', 'heading real-name:consent.identity.title'],
  },
  '/privacy-three': {
    parts: ['heading site:legal.collected.title', 'table legal:collected.caption'],
  },
  '/privacy-four': { parts: ['heading site:legal.shared.title', 'table legal:shared.caption'] },
  '/app/auth-login': { parts: ['heading site:authLogin.title'] },
  '/exception': {
    at: '/exception?errorCode=500040&errorMessage=%E6%89%BE%E4%B8%8D%E5%88%B0',
    parts: ['heading site:exception.title', 'text site:exception.code', 'link site:missing.home'],
  },
  '/*': { at: '/no/such/page', parts: ['heading site:missing.title', 'link site:missing.home'] },
  '/attestation-share/{id}': { at: '/attestation-share/{share}', parts: share },
  '/h5/certificate/{id}': { at: '/h5/certificate/{share}', parts: share },
  ...shownShareRoutes,
  '/browse': {
    as: 'enterprise',
    parts: [
      'heading console:browse.collect',
      'link console:browse.web',
      'heading console:browse.recent',
      'heading console:browse.todos',
    ],
  },
  '/evidence': {
    as: 'enterprise',
    parts: [
      ...listOf('heading evidence:resource.evidence.title', 'combobox evidence:field.category'),
      'columnheader evidence:field.name',
      'columnheader evidence:field.ano',
      'columnheader evidence:field.status',
      'columnheader evidence:field.operator',
      'columnheader evidence:field.date',
    ],
  },
  '/confirmWeigh': {
    as: 'enterprise',
    parts: listOf(
      'heading evidence:resource.fileDeposits.title',
      'link evidence:resource.fileDeposits.add',
      'combobox evidence:field.fileType',
    ),
  },
  '/confirmWeigh/hash': {
    as: 'enterprise',
    parts: listOf('heading evidence:resource.hashDeposits.title', 'link evidence:resource.hashDeposits.add'),
  },
  '/confirmWeigh/property': {
    as: 'enterprise',
    parts: listOf(
      'heading evidence:resource.works.title',
      'link evidence:resource.works.add',
      'combobox evidence:field.kind',
    ),
  },
  '/confirmWeigh/add': {
    as: 'enterprise',
    parts: [
      'heading registry:add.title.file',
      'text registry:add.kinds.file',
      'text registry:add.kinds.hash',
      'text registry:send.drop',
      'textbox evidence:field.name',
      'combobox evidence:field.tags',
      'textbox evidence:field.remark',
    ],
  },
  '/confirmWeigh/add-property': {
    as: 'enterprise',
    parts: [
      'heading registry:work.title',
      'textbox registry:work.name',
      'combobox evidence:field.kind',
      'combobox registry:work.obtainWay',
      'textbox evidence:field.author',
      'textbox evidence:field.owner',
      'textbox registry:work.createdOn',
      'text registry:send.drop',
      'checkbox registry:work.accepted',
    ],
  },
  '/onlineForensics/url': {
    as: 'enterprise',
    parts: [
      ...listOf('heading evidence:resource.webCaptures.title', 'link evidence:resource.webCaptures.add'),
      'columnheader evidence:field.name',
      'columnheader evidence:field.ano',
      'columnheader evidence:field.status',
      'columnheader evidence:field.operator',
      'columnheader evidence:field.date',
    ],
  },
  '/onlineForensics/web/add': {
    as: 'enterprise',
    parts: [
      'heading console:webForm.title',
      'textbox console:webForm.urls',
      'textbox evidence:field.name',
      'combobox evidence:field.tags',
      'textbox evidence:field.remark',
      'text console:webForm.device',
      'text console:webForm.mode',
      'button console:webForm.submit',
      'link console:sheet.title',
    ],
  },
  '/onlineForensics/web/addExcel': {
    as: 'enterprise',
    parts: ['heading console:sheet.title', 'link console:sheet.template', 'heading console:batch.title'],
  },
  '/attestation/{id}': {
    as: 'enterprise',
    at: '/attestation/{evidence}',
    parts: [
      'tab evidence:tab.summary',
      'text evidence:field.label',
      'tab evidence:tab.screenshot',
      'tab evidence:tab.capture',
      'tab evidence:tab.environment',
      'tab evidence:tab.certificate',
      'tab evidence:tab.history',
      'button evidence:certificate',
      'button evidence:package',
      'button evidence:share.open',
    ],
  },
  '/accountSetting/basicSetting': {
    as: 'enterprise',
    parts: [
      'heading accounts:settings.title',
      'heading accounts:settings.profile.title',
      'heading accounts:settings.mail.title',
      'heading real-name:title',
      'heading accounts:settings.signIn.title',
      'heading accounts:settings.sessions.title',
      'heading data-rights:page.title',
    ],
  },
  '/accountSetting/basicSetting/realName': {
    as: 'enterprise',
    parts: [
      'heading real-name:person.title',
      'heading real-name:consent.identity.title',
      'button real-name:consent.agree',
    ],
  },
  '/accountSetting/basicSetting/aliRealName': { as: 'enterprise', parts: ['heading real-name:alipay.title'] },
  '/accountSetting/basicSetting/enterprise': { as: 'enterprise', parts: ['heading real-name:enterprise.title'] },
  '/accountSetting/messageNotification': {
    as: 'enterprise',
    parts: [
      'heading messages:resource.messages.title',
      'link messages:resource.announcements.title',
      'button messages:readAll',
      'link messages:toSettings',
    ],
  },
  '/accountSetting/childAdmin': {
    as: 'enterprise',
    parts: [
      'heading accounts:resource.subAccounts.title',
      'link accounts:resource.subAccounts.add',
      'combobox accounts:field.status',
      'combobox accounts:field.grant',
    ],
  },
  '/accountSetting/keyManagement': {
    as: 'enterprise',
    parts: [
      'heading open-api:resource.apiKeys.title',
      'link open-api:resource.apiKeys.add',
      'heading open-api:add.pair',
    ],
  },
  '/accountSetting/InviteFriends': {
    as: 'enterprise',
    parts: [
      'heading accounts:resource.invitations.title',
      'text accounts:inviteLink.code',
      'text accounts:inviteLink.link',
    ],
  },
  '/accountSetting/costCenter': {
    as: 'enterprise',
    parts: [
      'heading payments:resource.bill.title',
      'text payments:balance.available',
      'text payments:balance.reserved',
      'button payments:topUp.button',
      'link payments:topUp.records',
      'link payments:topUp.invoice',
    ],
  },
  '/accountSetting/costCenter/rechargeOrderDetail': {
    as: 'enterprise',
    parts: ['heading payments:resource.recharges.title', 'combobox payments:field.payState'],
  },
  // Which payment stands behind it (`?id=`); without one it leads to all of them.
  '/accountSetting/costCenter/wePay': { as: 'enterprise', parts: ['heading payments:resource.recharges.title'] },
  '/accountSetting/controlOverInvoices': {
    as: 'enterprise',
    parts: [
      'heading invoices:resource.invoices.title',
      'link invoices:resource.invoices.add',
      'link invoices:resource.invoiceHeaders.title',
    ],
  },
  '/accountSetting/controlOverInvoices/detail/{id}': {
    as: 'enterprise',
    at: '/accountSetting/controlOverInvoices/detail/{invoice}',
    parts: ['text invoices:field.invoiceState', 'text invoices:field.title', 'tab invoices:tab.course'],
  },
  '/accountSetting/costCenter/applyInvoice': {
    as: 'enterprise',
    parts: ['heading invoices:apply.title', 'text invoices:apply.lead'],
  },
  '/accountSetting/controlOverInvoices/header/{id}': {
    as: 'enterprise',
    at: '/accountSetting/controlOverInvoices/header/{header}',
    parts: ['text invoices:field.title', 'text invoices:field.headType'],
  },
  '/config-upload': {
    as: 'administrator',
    parts: [
      'heading operator:configFile.title',
      'heading operator:configFile.download',
      'heading operator:configFile.upload',
      'button operator:configFile.choose',
      'link operator:platform.title',
    ],
  },
  '/operator/{resource}': {
    as: 'operator',
    at: '/operator/orders',
    parts: ['heading payments:resource.orders.title', 'button common:export.open'],
  },
  '/accountSetting/addressAdmin': {
    as: 'enterprise',
    parts: [
      'heading addresses:resource.addresses.title',
      'button addresses:resource.addresses.add',
      'combobox addresses:field.provinceCode',
    ],
  },
}
