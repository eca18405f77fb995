import { z } from 'zod'
import type audit from '../../locales/zh-CN/audit.json'

type Dotted<K> = K extends `${infer Family}-${infer Act}` ? `${Family}.${Act}` : never

/** Everything the service writes into the record. The words are the list: what has none in Chinese does not compile, in English fails a test. */
export type ActionName = Dotted<keyof typeof audit.event>
type Prefix = ActionName extends infer A ? (A extends `${infer P}.${string}` ? P : never) : never

export const actFamilies = ['signIn', 'people', 'evidence', 'handover', 'records', 'running'] as const
export type ActFamily = (typeof actFamilies)[number]

/** To which family an act belongs, by what stands before its dot. */
const familyOf: Record<Prefix, ActFamily> = {
  session: 'signIn',
  sms: 'signIn',
  mail: 'signIn',
  password: 'signIn',
  totp: 'signIn',
  third: 'signIn',
  qr: 'signIn',
  account: 'people',
  subAccount: 'people',
  person: 'people',
  operator: 'people',
  message: 'people',
  key: 'people',
  identity: 'people',
  consent: 'people',
  data: 'people',
  closing: 'people',
  capture: 'evidence',
  batch: 'evidence',
  evidence: 'evidence',
  feedback: 'evidence',
  deposit: 'evidence',
  file: 'handover',
  certificate: 'handover',
  package: 'handover',
  bundle: 'handover',
  code: 'handover',
  share: 'handover',
  list: 'handover',
  header: 'records',
  address: 'records',
  view: 'records',
  job: 'running',
  platform: 'running',
  outbox: 'running',
  announcement: 'running',
  dictionary: 'running',
  upload: 'records',
  anchor: 'running',
  integrity: 'running',
}

export const prefixesOf = (family: ActFamily): string[] =>
  Object.entries(familyOf).flatMap(([prefix, f]) => (f === family ? [prefix] : []))

/** What an act was done to. */
export const actSubjects = [
  'evidence',
  'person',
  'account',
  'membership',
  'batch',
  'bundle',
  'invoice-header',
  'address',
  'list-view',
  'job',
  'platform',
  'announcement',
  'upload',
  'message',
  'api-key',
  'identity',
  'anchor',
  'integrity-run',
] as const
export const ActSubject = z.enum(actSubjects)
export type ActSubject = z.output<typeof ActSubject>

/** In what part somebody acted; a visitor is nobody the service knows. */
export const actorParts = ['owner', 'sub', 'operator', 'administrator', 'visitor', 'system'] as const
export type ActorPart = (typeof actorParts)[number]
