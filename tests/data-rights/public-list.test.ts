import { expect, it } from 'vitest'
import type { LocaleWords } from '../../contract/kit/locale-words.ts'
import { sections } from '../../server/app/domains.ts'

type Row = keyof LocaleWords['legal']['collected']['row']

/** Under which line of the public list of personal data (`/privacy-three`) visitors read what a section of a copy holds. */
const listed: Record<string, Row> = {
  profile: 'registration',
  accounts: 'registration',
  invited: 'registration',
  signIn: 'third',
  secondStep: 'totp',
  sessions: 'sessions',
  knownDevices: 'devices',
  memberships: 'subs',
  subAccounts: 'subs',
  subInvitations: 'subs',
  consents: 'agreements',
  verification: 'card',
  messageChoices: 'messages',
  messages: 'messages',
  views: 'views',
  hiddenActivities: 'views',
  files: 'loose',
  sheets: 'loose',
  copies: 'copies',
  acts: 'acts',
  evidence: 'content',
  deposits: 'content',
  labels: 'notes',
  feedback: 'notes',
  shares: 'sharing',
  invoiceHeaders: 'headers',
  invoices: 'invoices',
  bill: 'bill',
  recharges: 'bill',
  packages: 'bill',
  transfers: 'transfers',
  addresses: 'addresses',
  judicialOrders: 'orders',
  preservations: 'orders',
  officeTemplates: 'office',
  officeSeals: 'office',
  apiKeys: 'keys',
  apiCalls: 'keys',
  callbacks: 'keys',
  caseForms: 'cases',
}

it('whatever is kept of somebody stands in the public list of personal data', () => {
  expect(Object.keys(listed).sort()).toEqual(sections.map(({ name }) => name).sort())
})
