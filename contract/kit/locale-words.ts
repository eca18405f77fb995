import type common from '../../locales/zh-CN/common.json'
import type accounts from '../../locales/zh-CN/accounts.json'
import type addresses from '../../locales/zh-CN/addresses.json'
import type audit from '../../locales/zh-CN/audit.json'
import type captures from '../../locales/zh-CN/captures.json'
import type certificates from '../../locales/zh-CN/certificates.json'
import type console from '../../locales/zh-CN/console.json'
import type content from '../../locales/zh-CN/content.json'
import type dataRights from '../../locales/zh-CN/data-rights.json'
import type errors from '../../locales/zh-CN/errors.json'
import type evidence from '../../locales/zh-CN/evidence.json'
import type invoices from '../../locales/zh-CN/invoices.json'
import type legal from '../../locales/zh-CN/legal.json'
import type messages from '../../locales/zh-CN/messages.json'
import type notarization from '../../locales/zh-CN/notarization.json'
import type openApi from '../../locales/zh-CN/open-api.json'
import type payments from '../../locales/zh-CN/payments.json'
import type realName from '../../locales/zh-CN/real-name.json'
import type operator from '../../locales/zh-CN/operator.json'
import type platform from '../../locales/zh-CN/platform.json'
import type registry from '../../locales/zh-CN/registry.json'
import type site from '../../locales/zh-CN/site.json'
import type trust from '../../locales/zh-CN/trust.json'

/** The words of pages by namespace, as the Chinese files have them; a domain that gets words gets a line here. */
export interface LocaleWords {
  common: typeof common
  accounts: typeof accounts
  addresses: typeof addresses
  audit: typeof audit
  captures: typeof captures
  certificates: typeof certificates
  console: typeof console
  content: typeof content
  'data-rights': typeof dataRights
  errors: typeof errors
  evidence: typeof evidence
  invoices: typeof invoices
  legal: typeof legal
  messages: typeof messages
  notarization: typeof notarization
  'open-api': typeof openApi
  payments: typeof payments
  'real-name': typeof realName
  operator: typeof operator
  platform: typeof platform
  registry: typeof registry
  site: typeof site
  trust: typeof trust
}

/** The name of a domain's words. */
export type Namespace = keyof LocaleWords
