import type { Namespace } from './locale-words.ts'
import type { Right } from './rights.ts'

export const actFamilies = ['signIn', 'people', 'evidence', 'handover', 'records', 'running'] as const
export type ActFamily = (typeof actFamilies)[number]

/** What the rest of the platform must know of a kind of record. */
interface RecordKind {
  /** The domain whose words name its fields, its acts and itself (`joins.audit` of `locales/<language>/<words>.json`). */
  words: Namespace
  /** What its acts are called before their dot (`header` of `header.created`), and the family under which they are found. */
  acts: Readonly<Record<string, ActFamily>>
  /** Whoever has this right sees its history and hears of its changes. */
  read?: Right
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
  account: { words: 'accounts', acts: { account: 'people', data: 'people', closing: 'people' } },
  membership: {
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
    words: 'invoices',
    acts: { header: 'records' },
    read: 'invoices.read',
    history: true,
    topic: 'invoiceHeaders',
    contents: true,
  },
  address: {
    words: 'addresses',
    acts: { address: 'records' },
    read: 'addresses.read',
    history: true,
    topic: 'addresses',
    contents: true,
  },
  'list-view': { words: 'platform', acts: { view: 'records', list: 'handover' }, contents: true },
  job: { words: 'operator', acts: { job: 'running' } },
  platform: { words: 'platform', acts: { platform: 'running', dictionary: 'running' } },
  announcement: { words: 'messages', acts: { announcement: 'running' } },
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
  'api-key': { words: 'open-api', acts: { key: 'people' }, read: 'keys.manage', history: true, topic: 'apiKeys' },
  identity: {
    words: 'real-name',
    acts: { identity: 'people', consent: 'people' },
    read: 'signed-in',
    topic: 'identities',
  },
  anchor: { words: 'trust', acts: { anchor: 'running' } },
  'integrity-run': { words: 'trust', acts: { integrity: 'running' } },
})
type RecordKinds = typeof recordKinds

/** What an act was done to. */
export type ActSubject = keyof RecordKinds
export const actSubjects = Object.keys(recordKinds) as [ActSubject, ...ActSubject[]]

/** Those of one shape: `{ history: true }` are the kinds whose history can be read. */
type KindsWith<Shape> = { [K in ActSubject]: RecordKinds[K] extends Shape ? K : never }[ActSubject]

const entries = Object.entries(recordKinds) as [ActSubject, RecordKind][]

type KindWithHistory = KindsWith<{ history: true; read: Right }>
/** The right that reading a kind's history takes; the kinds without one are absent. */
export const rightOfHistory = Object.fromEntries(
  entries.flatMap(([kind, { history, read }]) => (history ? [[kind, read]] : [])),
) as Record<KindWithHistory, Right>

export type RecordTopic = RecordKinds[KindsWith<{ topic: string; read: Right }>]['topic']
/** Who hears of a kind of record, by its topic. */
export const rightOfRecordTopic = Object.fromEntries(
  entries.flatMap(([, { topic, read }]) => (topic && read ? [[topic, read]] : [])),
) as Record<RecordTopic, Right>

/** Whether staff must not read what acts on it tell of it. */
export const holdsContents = (kind: string): boolean =>
  kind in recordKinds && (recordKinds[kind as ActSubject] as RecordKind).contents === true
