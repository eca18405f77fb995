import { type MessageKind, messageKinds } from '../../contract/messages/messages.ts'
import { shanghaiTime } from '../../contract/kit/shanghai-time.ts'
import { type Language, say, wordsUnder } from '../kit/words.ts'

interface Told {
  kind: string
  params: unknown
  subjectId: string | null
}

type Params = Record<string, string | number>

/** A message in a language: it is kept by what it is about, so that everybody reads it in their own. */
export function sayMessage(lang: Language, { kind, params: given }: Told): { title: string; content: string } {
  const params = given as Params
  if (kind === 'note') return { title: String(params['title']), content: String(params['content']) }
  const named: Params = { ...params }
  if (params['at']) named['at'] = shanghaiTime(String(params['at']))
  if (params['reason']) named['reason'] = say(lang, 'captures', `failure.${params['reason']}`, params)
  if (params['vendor']) named['vendor'] = say(lang, 'news', `vendor.${params['vendor']}`)
  if (kind === 'feedbackAnswered') named['verdict'] = say(lang, 'console', `choice.feedbackStatus.${params['verdict']}`)
  if (params['alarm']) named['alarm'] = say(lang, 'operator', `trust.alarm.${params['alarm']}.title`)
  if (params['of']) named['of'] = say(lang, 'real-name', `of.${params['of']}`)
  if (params['product']) named['product'] = say(lang, 'payments', `choice.product.${params['product']}`)
  if (params['step']) named['step'] = say(lang, 'notarization', `told.${params['step']}`)
  if (params['refusal']) named['refusal'] = say(lang, 'real-name', `choice.reason.${params['refusal']}`)
  return {
    title: say(lang, 'news', `kind.${kind}.title`, named),
    content: say(lang, 'news', `kind.${kind}.content`, named),
  }
}

/** What is filled in by other words than it is kept in. */
export const spokenOtherwise = ['at', 'reason', 'vendor', 'verdict', 'alarm', 'of', 'product', 'step', 'refusal']

const filledIn = /\{\{\w+\}\}/

/** Kinds that say a text by their own words, in a language. */
export function kindsSaying(lang: Language, text: string): MessageKind[] {
  const sought = text.toLowerCase()
  const isSaid = (words: string) => words.split(filledIn).some((part) => part.toLowerCase().includes(sought))
  return messageKinds.filter(
    (kind) => kind !== 'note' && Object.values(wordsUnder(lang, 'news', `kind.${kind}`)).some(isSaid),
  )
}

const invoice = (id: string) => `/accountSetting/controlOverInvoices/detail/${id}`
const order = (id: string) => `/judicialEvidence/order/${id}`
const officeOrder = (id: string) => `/office/orders/${id}`
const boughtPackage = (id: string) => `/accountSetting/costCenter/packages/${id}`
const ownCase = (id: string) => `/accountSetting/messageNotification/cases/${id}`
const places: { [K in MessageKind]?: (subjectId: string) => string } = {
  captureFailed: (id) => `/attestation/${id}`,
  captureWaiting: (id) => `/attestation/${id}`,
  captureExpired: (id) => `/attestation/${id}`,
  keyMade: (id) => `/accountSetting/keyManagement/${id}`,
  callbackFailed: (id) => `/accountSetting/keyManagement/${id}`,
  feedbackAnswered: (id) => `/attestation/${id}`,
  batchDone: (id) => `/onlineForensics/url?batchId=${id}`,
  transferRefused: (id) => `/accountSetting/costCenter/transfers/${id}`,
  packageEnding: boughtPackage,
  packageUsedUp: boughtPackage,
  unitsReturned: boughtPackage,
  caseAnswered: ownCase,
  caseClosed: ownCase,
  invoiceIssued: invoice,
  invoiceRefused: invoice,
  invoiceMailed: invoice,
  invoiceReversed: invoice,
  orderStepped: order,
  orderSaid: (id) => `${order(id)}?tab=messages`,
  orderWaits: officeOrder,
  orderAsked: (id) => `${officeOrder(id)}?tab=messages`,
  orderDue: officeOrder,
  orderLate: officeOrder,
}
const settings = '/accountSetting/basicSetting'
const fixed: { [K in MessageKind]?: string } = {
  trustAlarm: '/operator/trust',
  balanceAdded: '/accountSetting/costCenter',
  balanceTaken: '/accountSetting/costCenter',
  balanceLow: '/accountSetting/costCenter',
  friendJoined: '/accountSetting/InviteFriends',
  newDevice: settings,
  passwordChanged: settings,
  phoneChanged: settings,
  mailChanged: settings,
  totpOn: settings,
  totpOff: settings,
  recoveryUsed: settings,
  thirdBound: settings,
  thirdUnbound: settings,
  signedOut: settings,
  copyReady: `${settings}/myData`,
  closingAsked: `${settings}/myData`,
  closingTakenBack: settings,
  administratorAdded: '/operator/people',
  operatorAdded: '/operator/people',
  deciderConfirmed: '/office/people',
  deciderRefused: '/office/people',
  identityPassed: settings,
  identityRefused: settings,
  identityRevoked: settings,
}

/** The page of the console that shows what a message is about; null where there is none. */
export function linkOf({ kind, subjectId }: Told): string | null {
  const place = places[kind as MessageKind]
  return (place && subjectId ? place(subjectId) : fixed[kind as MessageKind]) ?? null
}
