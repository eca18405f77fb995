import { z } from 'zod'
import {
  AnyPhone,
  Id,
  OptionalPlain,
  OptionalText,
  PlainBetween,
  PreservationNumber,
  TextBetween,
  wireBool,
  wireInt,
  wireList,
} from '../kit/fields.ts'
import { defineOrderKind } from './order-kind.ts'

/**
 * Judicial appraisal. Periods, grounds and the two examiners are those of the General Rules of Judicial Appraisal Procedure (司法鉴定程序通则, 2016):
 * articles 13 (7 working days to accept), 15 (grounds of refusal), 19 (two examiners), 28 (30 working days, extended once by as many), 29 (termination).
 */
export const expertise = defineOrderKind({
  office: 'institute',
  first: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral', turn: 'applicant' },
    SUBMITTED: { tone: 'active', clock: 'review', turn: 'office' },
    RETURNED: { tone: 'warning', clock: 'review', isPaused: true, turn: 'applicant' },
    TO_PAY: { tone: 'warning', turn: 'applicant', lapses: { days: 30, step: 'lapse' } },
    EXAMINING: { tone: 'active', clock: 'examination', turn: 'office' },
    SUPPLEMENT: { tone: 'warning', clock: 'examination', isPaused: true, turn: 'applicant' },
    DRAFTED: { tone: 'active', clock: 'examination', turn: 'office' },
    REPORTED: { tone: 'good', turn: 'applicant', lapses: { days: 10, step: 'settle' } },
    DELIVERED: { tone: 'good', isEnd: true },
    REJECTED: { tone: 'bad', isEnd: true },
    ABANDONED: { tone: 'neutral', isEnd: true },
    TERMINATED: { tone: 'bad', isEnd: true },
  },
  // In the order in which they are offered: what is usual first.
  steps: {
    submit: {
      from: ['DRAFT', 'RETURNED'],
      to: 'SUBMITTED',
      by: 'applicant',
      inputs: ['signature'],
      takesEvidence: true,
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
    draft: { from: ['EXAMINING'], to: 'DRAFTED', by: 'office', isDecision: true, newParts: ['report'] },
    ask: { from: ['EXAMINING'], to: 'SUPPLEMENT', by: 'office', inputs: ['reason'], paper: 'supplement' },
    extend: {
      from: ['EXAMINING'],
      to: 'EXAMINING',
      by: 'office',
      isDecision: true,
      inputs: ['reason'],
      extends: 30,
      paper: 'extension',
    },
    report: {
      from: ['DRAFTED'],
      to: 'REPORTED',
      by: 'office',
      isDecision: true,
      notBy: 'draft',
      money: 'collect',
      paper: 'report',
    },
    sendBack: { from: ['DRAFTED'], to: 'EXAMINING', by: 'office', isDecision: true, inputs: ['reason'] },
    confirm: { from: ['REPORTED'], to: 'DELIVERED', by: 'applicant' },
    deliver: { from: ['REPORTED'], to: 'DELIVERED', by: 'office', inputs: ['delivery'] },
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
    settle: { from: ['REPORTED'], to: 'DELIVERED', by: 'system' },
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
    record: { shows: ['matter', 'course', 'evidence'] },
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

/** What it is asked for: to be brought before a court, or to be kept. */
export const UseType = z.enum(['litigation', 'keep'])

/** What an order of an appraisal says, as it is kept: of who has left the platform, without who receives its papers. */
export const ExpertiseContent = z.object({
  title: z.string(),
  description: z.string(),
  question: z.string(),
  useType: UseType,
  caseNumber: z.string().nullable(),
  disputed: z.boolean(),
  copies: z.int(),
  recipient: z.string(),
  recipientPhone: z.string(),
  address: z.string().nullable(),
  remark: z.string().nullable(),
})

/** What is appraised, and why. Kept as it was when it was handed in. */
export const ExpertiseBody = z.object({
  /** An earlier draft, or one that was returned. */
  orderId: Id.optional(),
  officeId: Id,
  anos: wireList(PreservationNumber, 100)
    .pipe(z.array(PreservationNumber).min(1))
    .transform((anos) => [...new Set(anos)]),
  title: PlainBetween(2, 100),
  /** The case as far as the examiners must know of it. */
  description: TextBetween(5, 2_000),
  /** What they shall answer: a matter of fact, never of law. */
  question: TextBetween(5, 1_000),
  useType: UseType.default('litigation'),
  /** Court and number of the case, where there is one. */
  caseNumber: OptionalPlain(80),
  /** Whether the other side disputes what is appraised. */
  disputed: wireBool.default(false),
  copies: wireInt(1, 20).default(2),
  recipient: PlainBetween(2, 25),
  recipientPhone: AnyPhone,
  /** Where the paper is mailed to; without one it is taken from here alone. */
  address: OptionalPlain(150),
  remark: OptionalText(500),
})
export type ExpertiseBody = z.output<typeof ExpertiseBody>
