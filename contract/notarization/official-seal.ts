import { z } from 'zod'
import { Id, PlainBetween, wireBool } from '../kit/fields.ts'
import { examination } from './examination.ts'
import { caseContent, caseFields, receiverContent, receiverFields } from './matter-fields.ts'
import { defineOrderKind } from './order-kind.ts'

/** Whose or what for a seal is: of a company, for its contracts, accounts or invoices, of its legal representative, or another. */
export const SealKind = z.enum(['company', 'contract', 'finance', 'invoice', 'representative', 'other'])

/**
 * Appraisal of an official seal (公章鉴定): whether its imprint on questioned documents (检材) was made by the seal that made the samples (样本). Its price is
 * listed and paid before the review, and its periods are those that its notice promises, within articles 13 and 28 of the General Rules of Judicial
 * Appraisal Procedure (司法鉴定程序通则, 2016); an extension goes to the thirty working days of article 28.
 */
export const officialSeal = defineOrderKind({
  office: 'institute',
  hasEvidence: false,
  notice: ['one-seal', 'documents', 'samples', 'fee', 'periods', 'delivery', 'truth'],
  content: z.strictObject({
    sealName: z.string(),
    sealKind: SealKind,
    ...caseContent,
    ...receiverContent,
    noticeAccepted: z.boolean(),
  }),
  first: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral', isEditable: true, turn: 'applicant' },
    SUBMITTED: { tone: 'active', clock: 'review', turn: 'office' },
    RETURNED: {
      tone: 'warning',
      clock: 'review',
      isPaused: true,
      isEditable: true,
      turn: 'applicant',
      lapses: { days: 30, step: 'expire' },
    },
    SIGNING: { tone: 'warning', turn: 'applicant', lapses: { days: 30, step: 'expire' } },
    ...examination.states,
  },
  steps: {
    place: {
      from: ['DRAFT'],
      to: 'SUBMITTED',
      by: 'applicant',
      parts: ['identity', 'questioned', 'sample'],
      hands: ['identity', 'mandate', 'questioned', 'sample'],
      charges: 'sealFee',
      money: 'hold',
      handsIn: true,
    },
    resubmit: {
      from: ['RETURNED'],
      to: 'SUBMITTED',
      by: 'applicant',
      hands: ['identity', 'mandate', 'questioned', 'sample'],
    },
    approve: {
      from: ['SUBMITTED'],
      to: 'SIGNING',
      by: 'office',
      isDecision: true,
      numbers: true,
      paper: 'acceptance',
    },
    return: { from: ['SUBMITTED'], to: 'RETURNED', by: 'office', inputs: ['reason'], paper: 'correction' },
    refuse: {
      from: ['SUBMITTED'],
      to: 'REJECTED',
      by: 'office',
      isDecision: true,
      inputs: ['code', 'reason'],
      money: 'refund',
      paper: 'refusal',
    },
    sign: { from: ['SIGNING'], to: 'EXAMINING', by: 'applicant', inputs: ['signature'], paper: 'application' },
    supply: { from: ['SUPPLEMENT'], to: 'EXAMINING', by: 'applicant', newParts: ['questioned', 'sample', 'material'] },
    ...examination.steps,
    extend: {
      from: ['EXAMINING'],
      to: 'EXAMINING',
      by: 'office',
      isDecision: true,
      inputs: ['reason'],
      extends: 25,
      paper: 'extension',
    },
    withdraw: { from: ['SUBMITTED', 'RETURNED', 'SIGNING'], to: 'ABANDONED', by: 'applicant', money: 'refund' },
    terminate: {
      from: ['EXAMINING', 'SUPPLEMENT', 'DRAFTED'],
      to: 'TERMINATED',
      by: 'office',
      isDecision: true,
      inputs: ['reason', 'kept'],
      money: 'split',
      paper: 'termination',
    },
    expire: { from: ['RETURNED', 'SIGNING'], to: 'ABANDONED', by: 'system', money: 'refund' },
  },
  parts: {
    identity: { by: 'applicant', in: ['DRAFT', 'RETURNED'], most: 5 },
    mandate: { by: 'applicant', in: ['DRAFT', 'RETURNED'], most: 5 },
    questioned: { by: 'applicant', in: ['DRAFT', 'RETURNED', 'SUPPLEMENT'], most: 20 },
    sample: { by: 'applicant', in: ['DRAFT', 'RETURNED', 'SUPPLEMENT'], most: 20 },
    material: { by: 'applicant', in: ['SUPPLEMENT'], most: 20 },
    report: { by: 'office', in: ['EXAMINING'], most: 1, isPdf: true },
  },
  papers: {
    application: { shows: ['matter', 'files', 'notice'] },
    acceptance: { shows: ['matter', 'files'] },
    correction: { shows: ['decision'] },
    refusal: { shows: ['matter', 'decision'] },
    supplement: { shows: ['decision'] },
    extension: { shows: ['decision'] },
    termination: { shows: ['decision'] },
    report: { shows: ['matter', 'files'], original: 'report' },
    record: { shows: ['matter', 'periods', 'course', 'notice'] },
  },
  matter: {
    sealName: 'sealName',
    sealKind: 'sealKind',
    description: 'description',
    question: 'question',
    useType: 'useType',
    caseNumber: 'caseNumberOfCourt',
    copies: 'copies',
    noticeAccepted: 'noticeAccepted',
  },
  clocks: {
    review: { days: 2, rule: '司法鉴定程序通则 13' },
    examination: { days: 5, rule: '司法鉴定程序通则 28' },
  },
  codes: [
    'imprint-unclear',
    'samples-insufficient',
    'copy-not-excluded',
    'beyond-scope',
    'materials-untrue',
    'purpose-unlawful',
    'beyond-ability',
  ],
})

/** Which seal is to be compared, and why. Kept as it was when it was handed in. */
export const OfficialSealBody = z.object({
  /** An earlier draft, or one that was returned. */
  orderId: Id.optional(),
  officeId: Id,
  /** As its imprint reads. */
  sealName: PlainBetween(2, 100),
  sealKind: SealKind.default('company'),
  ...caseFields,
  ...receiverFields,
  /** That its notice was read: nothing is asked for without. */
  noticeAccepted: wireBool.default(false).refine((accepted) => accepted, { error: 'noticeFirst' }),
})
export type OfficialSealBody = z.output<typeof OfficialSealBody>
