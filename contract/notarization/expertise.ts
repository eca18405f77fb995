import { z } from 'zod'
import { Id, PlainBetween, wireBool } from '../kit/fields.ts'
import { examination } from './examination.ts'
import { caseContent, caseFields, EvidenceNumbers, receiverContent, receiverFields } from './matter-fields.ts'
import { defineOrderKind } from './order-kind.ts'

/**
 * Judicial appraisal. Periods, grounds and the two examiners are those of the General Rules of Judicial Appraisal Procedure (司法鉴定程序通则, 2016):
 * articles 13 (7 working days to accept), 15 (grounds of refusal), 19 (two examiners), 28 (30 working days, extended once by as many), 29 (termination).
 */
export const expertise = defineOrderKind({
  office: 'institute',
  hasEvidence: true,
  content: z.strictObject({ title: z.string(), ...caseContent, disputed: z.boolean(), ...receiverContent }),
  first: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral', isEditable: true, turn: 'applicant' },
    SUBMITTED: { tone: 'active', clock: 'review', turn: 'office' },
    RETURNED: { tone: 'warning', clock: 'review', isPaused: true, isEditable: true, turn: 'applicant' },
    TO_PAY: { tone: 'warning', turn: 'applicant', lapses: { days: 30, step: 'lapse' } },
    ...examination.states,
  },
  // In the order in which they are offered: what is usual first.
  steps: {
    submit: {
      from: ['DRAFT', 'RETURNED'],
      to: 'SUBMITTED',
      by: 'applicant',
      inputs: ['signature'],
      hands: ['entrustment', 'material'],
      handsIn: true,
      paper: 'application',
    },
    accept: {
      from: ['SUBMITTED'],
      to: 'TO_PAY',
      by: 'office',
      isDecision: true,
      inputs: ['fee'],
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
      paper: 'refusal',
    },
    pay: { from: ['TO_PAY'], to: 'EXAMINING', by: 'applicant', money: 'hold' },
    supply: { from: ['SUPPLEMENT'], to: 'EXAMINING', by: 'applicant', newParts: ['material'] },
    ...examination.steps,
    extend: {
      from: ['EXAMINING'],
      to: 'EXAMINING',
      by: 'office',
      isDecision: true,
      inputs: ['reason'],
      extends: 30,
      paper: 'extension',
    },
    abandon: { from: ['SUBMITTED', 'RETURNED', 'TO_PAY'], to: 'ABANDONED', by: 'applicant' },
    terminate: {
      from: ['TO_PAY', 'EXAMINING', 'SUPPLEMENT', 'DRAFTED'],
      to: 'TERMINATED',
      by: 'office',
      isDecision: true,
      inputs: ['reason', 'kept'],
      money: 'split',
      paper: 'termination',
    },
    lapse: { from: ['TO_PAY'], to: 'ABANDONED', by: 'system' },
  },
  parts: {
    entrustment: { by: 'applicant', in: ['DRAFT', 'RETURNED'], most: 5 },
    material: { by: 'applicant', in: ['DRAFT', 'RETURNED', 'SUPPLEMENT'], most: 20 },
    report: { by: 'office', in: ['EXAMINING'], most: 1, isPdf: true },
  },
  papers: {
    application: { shows: ['matter', 'evidence', 'files'] },
    acceptance: { shows: ['matter', 'evidence', 'decision'] },
    correction: { shows: ['decision'] },
    refusal: { shows: ['evidence', 'decision'] },
    supplement: { shows: ['decision'] },
    extension: { shows: ['decision'] },
    termination: { shows: ['evidence', 'decision'] },
    report: { shows: ['matter', 'evidence'], original: 'report' },
    record: { shows: ['matter', 'periods', 'course', 'evidence'] },
  },
  // Not who receives the papers, nor where: papers stay when somebody leaves the platform.
  matter: {
    title: 'title',
    description: 'description',
    question: 'question',
    useType: 'useType',
    caseNumber: 'caseNumberOfCourt',
    disputed: 'disputed',
    copies: 'copies',
  },
  clocks: {
    review: { days: 7, rule: '司法鉴定程序通则 13' },
    examination: { days: 30, rule: '司法鉴定程序通则 28' },
  },
  codes: [
    'beyond-scope',
    'materials-untrue',
    'purpose-unlawful',
    'against-morals',
    'beyond-rules',
    'beyond-ability',
    'asked-twice',
  ],
})

/** What is appraised, and why. Kept as it was when it was handed in. */
export const ExpertiseBody = z.object({
  /** An earlier draft, or one that was returned. */
  orderId: Id.optional(),
  officeId: Id,
  anos: EvidenceNumbers,
  title: PlainBetween(2, 100),
  ...caseFields,
  /** Whether the other side disputes what is appraised. */
  disputed: wireBool.default(false),
  ...receiverFields,
})
export type ExpertiseBody = z.output<typeof ExpertiseBody>
