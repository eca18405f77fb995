import type { Namespace } from './locale-words.ts'

export const actFamilies = ['signIn', 'people', 'evidence', 'handover', 'records', 'running'] as const
export type ActFamily = (typeof actFamilies)[number]

/** What the rest of the platform must know of a kind of record. */
interface RecordKind {
  /** The domain whose words name its fields, its acts and itself (`joins.audit` of `locales/<language>/<words>.json`). */
  words: Namespace
  /** What its acts are called before their dot (`header` of `header.created`), and the family under which they are found. */
  acts: Readonly<Record<string, ActFamily>>
  /** Where the console lists and shows it. */
  pages?: { list: string; show: string }
  /** Whoever has this right sees it, its history, and hears of its changes. */
  read?: string
  /** Whoever has this right changes it. An enterprise grants both to its sub-accounts; reading stays where an account is disabled. */
  write?: string
  /** Kept by `ownRecords` (`server/kit/own-records/`): its acts are created, updated, removed and defaulted. */
  own?: true
  /** Its history is read by `history/{kind}/{id}`. */
  history?: true
  /** The name under which consoles hear that one changed. */
  topic?: string
  /** What a customer keeps: of acts on it, staff read nothing that tells what is in it. */
  contents?: true
}

const defineRecords = <const Kinds extends Record<string, RecordKind>>(kinds: Kinds): Kinds => kinds

/** Every kind of record that acts are done to: acts, history, live events and their rights derive from here. */
export const recordKinds = defineRecords({
  evidence: {
    words: 'evidence',
    acts: { capture: 'evidence', evidence: 'evidence', feedback: 'evidence', file: 'handover' },
    read: 'evidence.read',
    history: true,
    topic: 'evidence',
    contents: true,
  },
  person: {
    pages: { list: '/operator/people', show: '/operator/people/:id' },
    words: 'accounts',
    acts: {
      session: 'signIn',
      sms: 'signIn',
      mail: 'signIn',
      password: 'signIn',
      totp: 'signIn',
      third: 'signIn',
      qr: 'signIn',
      person: 'people',
      operator: 'people',
    },
  },
  account: {
    pages: { list: '/operator/accounts', show: '/operator/accounts/:id' },
    words: 'accounts',
    acts: { account: 'people', data: 'people', closing: 'people' },
  },
  office: {
    pages: { list: '/operator/offices', show: '/operator/offices/:id' },
    words: 'notarization',
    acts: { office: 'people' },
  },
  membership: {
    pages: { list: '/accountSetting/childAdmin', show: '/accountSetting/childAdmin/:id' },
    words: 'accounts',
    acts: { subAccount: 'people' },
    read: 'subAccounts.manage',
    history: true,
    topic: 'subAccounts',
  },
  batch: { words: 'captures', acts: { batch: 'evidence' }, contents: true },
  bundle: {
    words: 'certificates',
    acts: { certificate: 'handover', package: 'handover', bundle: 'handover', code: 'handover', share: 'handover' },
    contents: true,
  },
  'invoice-header': {
    pages: {
      list: '/accountSetting/controlOverInvoices/header',
      show: '/accountSetting/controlOverInvoices/header/:id',
    },
    words: 'invoices',
    acts: { header: 'records' },
    read: 'invoices.read',
    write: 'invoices.write',
    own: true,
    history: true,
    topic: 'invoiceHeaders',
    contents: true,
  },
  invoice: {
    pages: { list: '/accountSetting/controlOverInvoices', show: '/accountSetting/controlOverInvoices/detail/:id' },
    words: 'invoices',
    acts: { invoice: 'records' },
    read: 'invoices.read',
    topic: 'invoices',
  },
  'judicial-order': {
    pages: { list: '/judicialEvidence', show: '/judicialEvidence/order/:id' },
    words: 'notarization',
    acts: { order: 'records' },
    read: 'judicial.read',
    write: 'judicial.write',
    history: true,
    topic: 'judicialOrders',
    contents: true,
  },
  preservation: {
    pages: { list: '/judicialEvidence/report', show: '/judicialEvidence/report/:id' },
    words: 'notarization',
    acts: { preservation: 'records' },
    read: 'judicial.read',
    topic: 'preservations',
    contents: true,
  },
  wallet: {
    words: 'payments',
    acts: {
      money: 'records',
      recharge: 'records',
      purchase: 'records',
      balance: 'records',
      statement: 'handover',
      transfer: 'records',
    },
    read: 'money.read',
    topic: 'wallet',
  },
  reconciliation: {
    words: 'payments',
    acts: { reconciliation: 'running' },
  },
  address: {
    pages: { list: '/accountSetting/addressAdmin', show: '/accountSetting/addressAdmin/:id' },
    words: 'addresses',
    acts: { address: 'records' },
    read: 'addresses.read',
    write: 'addresses.write',
    own: true,
    history: true,
    topic: 'addresses',
    contents: true,
  },
  'list-view': { words: 'platform', acts: { view: 'records', list: 'handover' }, contents: true },
  job: { pages: { list: '/operator/jobs', show: '/operator/jobs/:id' }, words: 'operator', acts: { job: 'running' } },
  platform: {
    words: 'platform',
    acts: {
      platform: 'running',
      dictionary: 'running',
      calendar: 'running',
      legal: 'running',
      price: 'running',
      offer: 'running',
    },
  },
  approval: {
    pages: { list: '/operator/approvals', show: '/operator/approvals/:id' },
    words: 'platform',
    acts: { approval: 'people' },
  },
  announcement: { words: 'messages', acts: { announcement: 'running' } },
  content: {
    pages: { list: '/operator/content', show: '/operator/content/:id' },
    words: 'content',
    acts: { content: 'running' },
  },
  lawyer: {
    pages: { list: '/operator/lawyers', show: '/operator/lawyers/:id' },
    words: 'content',
    acts: { lawyer: 'running' },
  },
  'lawyer-field': {
    pages: { list: '/operator/lawyer-fields', show: '/operator/lawyer-fields/:id' },
    words: 'content',
    acts: { lawyerField: 'running' },
  },
  'case-form': {
    pages: { list: '/operator/case-forms', show: '/operator/case-forms/:id' },
    words: 'content',
    acts: { caseForm: 'records' },
  },
  upload: {
    words: 'registry',
    acts: { upload: 'records', deposit: 'evidence' },
    read: 'deposits.make',
    topic: 'uploads',
    contents: true,
  },
  message: {
    words: 'messages',
    acts: { message: 'people', outbox: 'running' },
    read: 'signed-in',
    topic: 'messages',
  },
  'api-key': {
    pages: { list: '/accountSetting/keyManagement', show: '/accountSetting/keyManagement/:id' },
    words: 'open-api',
    acts: { key: 'people' },
    read: 'keys.manage',
    history: true,
    topic: 'apiKeys',
  },
  identity: {
    pages: { list: '/operator/identities', show: '/operator/identities/:id' },
    words: 'real-name',
    acts: { identity: 'people', consent: 'people' },
    read: 'signed-in',
    topic: 'identities',
  },
  anchor: {
    pages: { list: '/operator/anchors', show: '/operator/anchors/:id' },
    words: 'trust',
    acts: { anchor: 'running' },
  },
  'integrity-run': {
    pages: { list: '/operator/integrity', show: '/operator/integrity/:id' },
    words: 'trust',
    acts: { integrity: 'running' },
  },
})
type RecordKinds = typeof recordKinds

/** What an act was done to. */
export type ActSubject = keyof RecordKinds
export const actSubjects = Object.keys(recordKinds) as [ActSubject, ...ActSubject[]]

/** Those of one shape: `{ history: true }` are the kinds whose history can be read. */
type KindsWith<Shape> = { [K in ActSubject]: RecordKinds[K] extends Shape ? K : never }[ActSubject]

const entries = Object.entries(recordKinds) as [ActSubject, RecordKind][]

type ReadRight<K extends ActSubject> = RecordKinds[K] extends { read: infer Read } ? Read : never
type WriteRight<K extends ActSubject> = RecordKinds[K] extends { write: infer Write } ? Write : never

type KindWithHistory = KindsWith<{ history: true; read: string }>
/** The right that reading a kind's history takes; the kinds without one are absent. */
export const rightOfHistory = Object.fromEntries(
  entries.flatMap(([kind, { history, read }]) => (history ? [[kind, read]] : [])),
) as { [K in KindWithHistory]: ReadRight<K> }

type KindWithTopic = KindsWith<{ topic: string; read: string }>
/** Who hears of a kind of record, by its topic. */
export const rightOfRecordTopic = Object.fromEntries(
  entries.flatMap(([, { topic, read }]) => (topic && read ? [[topic, read]] : [])),
) as { [K in KindWithTopic as RecordKinds[K]['topic']]: ReadRight<K> }

/** Rights to what accounts keep for themselves: of each kind of record to read it, then to write it. */
export type RecordRight = ReadRight<GrantedKind> | WriteRight<GrantedKind>
type GrantedKind = KindsWith<{ write: string; read: string }>
/** What accounts keep for themselves. */
export type WrittenKind = KindsWith<{ write: string; read: string; own: true }>
const written = entries.flatMap(([, { read, write }]) => (read && write ? [{ read, write }] : []))
export const recordRights = written.flatMap(({ read, write }) => [read, write]) as RecordRight[]
/** What writes a kind of record must be able to read it. */
export const readOfWrite = Object.fromEntries(written.map(({ read, write }) => [write, read])) as Record<
  WriteRight<GrantedKind>,
  ReadRight<GrantedKind>
>

type ActPrefix<K extends ActSubject> = K extends ActSubject ? keyof RecordKinds[K]['acts'] & string : never
/** What the acts of such a record are called before their dot, and the topic under which consoles hear of it. */
export const writtenAs = <K extends WrittenKind>(kind: K) => {
  const { acts, topic } = recordKinds[kind]
  return { prefix: Object.keys(acts)[0] as ActPrefix<WrittenKind>, topic }
}

/** Pages of the console on which kinds of records are listed and shown. */
export const recordPages = entries.flatMap(([, { pages }]) => (pages ? [pages.list, pages.show] : []))

/** Whether staff must not read what acts on it tell of it. */
export const holdsContents = (kind: string): boolean =>
  kind in recordKinds && (recordKinds[kind as ActSubject] as RecordKind).contents === true
