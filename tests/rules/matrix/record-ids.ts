import type { WrittenKind } from '../../../contract/kit/records.ts'
import type { MoneyRecords } from './money-records.ts'

/** One of each kind of record that a call can name. */
export interface Records extends MoneyRecords {
  evidence: string
  number: string
  file: string
  failed: string
  running: string
  /** Evidence that waits to be confirmed. */
  waiting: string
  share: string
  invitation: string
  feedback: string
  bundle: string
  batch: string
  view: string
  /** Of each kind that accounts keep for themselves. */
  own: Record<WrittenKind, string>
  sub: string
  /** A key of the open API. */
  key: string
  /** What its address was told. */
  callback: string
  person: string
  account: string
  /** One that is paid, and no invoice's. */
  paidOrder: string
  /** An invoice that was issued. */
  invoice: string
  /** An order of a judicial service that an office has, and a file that was handed in with it. */
  judicialOrder: string
  /** One that is a notarization. */
  notarization: string
  /** What a notary office attends to. */
  officeTemplate: string
  /** A report over evidence. */
  preservation: string
  /** A seal that its papers bear. */
  officeSeal: string
  judicialFile: string
  /** One that was sealed. */
  judicialPaper: string
  /** An account that answers such orders. */
  office: string
  act: string
  job: string
  message: string
  /** A message on its way to a vendor. */
  outboxed: string
  announcement: string
  /** Something of the website that was never published. */
  content: string
  /** Somebody in the directory of lawyers, what they attend to, what was asked of them, and a file that came with it. */
  lawyer: string
  lawyerField: string
  caseForm: string
  caseFile: string
  /** A holiday that the platform's calendar has. */
  calendarDay: string
  /** An entry of the platform's dictionary. */
  choice: string
  /** An edition of the platform's terms. */
  legal: string
  /** A file that was sent for the account. */
  upload: string
  /** A file that was sent to be deposited. */
  sent: string
  /** The number of a hash deposit. */
  hash: string
  /** And of a work. */
  work: string
  /** One that came with the feedback. */
  picture: string
  /** An attempt to be verified, a picture of its papers, and what was agreed to for it. */
  identity: string
  identityPhoto: string
  consent: string
  /** A copy of their data. */
  dataCopy: string
  /** Beside the one that the owner acts with. */
  session: string
}
