import { z } from 'zod'
import { Id, OptionalAnyPhone, OptionalPlain, PlainBetween, TextBetween, wireList } from '../kit/fields.ts'
import { delivery } from './delivery.ts'
import { EvidenceNumbers, receiverContent, receiverFields } from './matter-fields.ts'
import { defineOrderKind } from './order-kind.ts'
import { KeptTemplate, mostQuestions } from './templates.ts'

/** In Chinese, and with a translation. */
export const CertificateLanguage = z.enum(['zh', 'zh-en', 'zh-other'])

/** How the certificate comes: by mail, to be downloaded alone, or fetched from the office. */
export const DeliveryWay = z.enum(['post', 'electronic', 'pickup'])

const Answer = z.union([z.string(), z.array(z.string())]).nullable()

/**
 * Notarization (公证). The period, grounds of refusal, the inquiry and what its applicant is told are those of the Notary Law (公证法, 2017): articles 26
 * (a mandate), 27 (rights and consequences are told, and the telling kept), 28 (inquiry), 30 (15 working days from acceptance, without the time for
 * supplements and verification), 31 (grounds of refusal); that one notary drafts and another approves, and that it ends where its applicant keeps it
 * from being finished for six months, are of the Rules of Notarial Procedure (公证程序规则, 2020), chapters 5 and 7.
 */
export const notarization = defineOrderKind({
  office: 'notary-office',
  hasEvidence: true,
  hasTemplate: true,
  content: z.strictObject({
    title: z.string(),
    matterName: z.string(),
    template: KeptTemplate,
    answers: z.array(Answer),
    purpose: z.string(),
    usePlace: z.string(),
    certificateLanguage: CertificateLanguage,
    agentName: z.string().nullable(),
    agentPhone: z.string().nullable(),
    deliveryWay: DeliveryWay,
    ...receiverContent,
  }),
  first: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral', isEditable: true, turn: 'applicant' },
    SUBMITTED: { tone: 'active', turn: 'office' },
    RETURNED: { tone: 'warning', isEditable: true, turn: 'applicant' },
    ACCEPTED: { tone: 'active', clock: 'notarization', turn: 'office' },
    INQUIRY: {
      tone: 'warning',
      clock: 'notarization',
      isPaused: true,
      turn: 'applicant',
      lapses: { days: 180, step: 'cease' },
    },
    SUPPLEMENT: {
      tone: 'warning',
      clock: 'notarization',
      isPaused: true,
      turn: 'applicant',
      lapses: { days: 180, step: 'cease' },
    },
    SIGNING: {
      tone: 'warning',
      clock: 'notarization',
      turn: 'applicant',
      lapses: { days: 180, step: 'cease' },
    },
    TO_PAY: { tone: 'warning', clock: 'notarization', turn: 'applicant', lapses: { days: 30, step: 'lapse' } },
    DRAFTING: { tone: 'active', clock: 'notarization', turn: 'office' },
    DRAFTED: { tone: 'active', clock: 'notarization', turn: 'office' },
    ...delivery.states,
    DECLINED: { tone: 'bad', isEnd: true },
    ABANDONED: { tone: 'neutral', isEnd: true },
    TERMINATED: { tone: 'bad', isEnd: true },
  },
  steps: {
    submit: {
      from: ['DRAFT', 'RETURNED'],
      to: 'SUBMITTED',
      by: 'applicant',
      inputs: ['signature'],
      parts: ['identity'],
      hands: ['identity', 'mandate', 'interest', 'material'],
      handsIn: true,
      paper: 'application',
    },
    admit: {
      from: ['SUBMITTED'],
      to: 'ACCEPTED',
      by: 'office',
      isDecision: true,
      numbers: true,
      paper: 'acceptance',
    },
    return: { from: ['SUBMITTED'], to: 'RETURNED', by: 'office', inputs: ['reason'], paper: 'correction' },
    inquire: { from: ['ACCEPTED'], to: 'INQUIRY', by: 'office', inputs: ['questions'] },
    answer: {
      from: ['INQUIRY'],
      to: 'ACCEPTED',
      by: 'applicant',
      inputs: ['answers', 'signature'],
      paper: 'inquiry',
    },
    ask: { from: ['ACCEPTED'], to: 'SUPPLEMENT', by: 'office', inputs: ['reason'], paper: 'supplement' },
    supply: { from: ['SUPPLEMENT'], to: 'ACCEPTED', by: 'applicant', newParts: ['material', 'interest', 'identity'] },
    inform: {
      from: ['ACCEPTED'],
      to: 'SIGNING',
      by: 'office',
      isDecision: true,
      inputs: ['fee'],
      after: 'answer',
    },
    acknowledge: { from: ['SIGNING'], to: 'TO_PAY', by: 'applicant', inputs: ['signature'], paper: 'inform' },
    pay: { from: ['TO_PAY'], to: 'DRAFTING', by: 'applicant', money: 'hold' },
    draft: { from: ['DRAFTING'], to: 'DRAFTED', by: 'office', isDecision: true, newParts: ['certificate'] },
    issue: {
      from: ['DRAFTED'],
      to: 'ISSUED',
      by: 'office',
      isDecision: true,
      notBy: 'draft',
      money: 'collect',
      paper: 'certificate',
    },
    sendBack: { from: ['DRAFTED'], to: 'DRAFTING', by: 'office', isDecision: true, inputs: ['reason'], isInner: true },
    ...delivery.steps,
    decline: {
      from: ['SUBMITTED', 'ACCEPTED'],
      to: 'DECLINED',
      by: 'office',
      isDecision: true,
      inputs: ['code', 'reason'],
      paper: 'refusal',
    },
    abandon: {
      from: ['SUBMITTED', 'RETURNED', 'ACCEPTED', 'INQUIRY', 'SUPPLEMENT', 'SIGNING', 'TO_PAY'],
      to: 'ABANDONED',
      by: 'applicant',
    },
    terminate: {
      from: ['ACCEPTED', 'INQUIRY', 'SUPPLEMENT', 'SIGNING', 'TO_PAY', 'DRAFTING', 'DRAFTED'],
      to: 'TERMINATED',
      by: 'office',
      isDecision: true,
      inputs: ['reason', 'kept'],
      money: 'split',
      paper: 'termination',
    },
    lapse: { from: ['TO_PAY'], to: 'ABANDONED', by: 'system' },
    cease: { from: ['INQUIRY', 'SUPPLEMENT', 'SIGNING'], to: 'TERMINATED', by: 'system' },
  },
  parts: {
    identity: { by: 'applicant', in: ['DRAFT', 'RETURNED', 'SUPPLEMENT'], most: 5 },
    mandate: { by: 'applicant', in: ['DRAFT', 'RETURNED'], most: 5, neededWith: 'agentName' },
    interest: { by: 'applicant', in: ['DRAFT', 'RETURNED', 'SUPPLEMENT'], most: 10 },
    material: { by: 'applicant', in: ['DRAFT', 'RETURNED', 'SUPPLEMENT'], most: 20 },
    certificate: { by: 'office', in: ['DRAFTING'], most: 1, isPdf: true },
    ...delivery.parts,
  },
  papers: {
    application: { shows: ['matter', 'declarations', 'evidence', 'files'] },
    acceptance: { shows: ['matter', 'notes', 'evidence', 'files'] },
    correction: { shows: ['decision'] },
    inquiry: { shows: ['inquiry'] },
    inform: { shows: ['matter', 'rights', 'fee'] },
    supplement: { shows: ['decision'] },
    refusal: { shows: ['matter', 'decision'] },
    termination: { shows: ['matter', 'decision'] },
    certificate: { shows: ['matter', 'evidence'], original: 'certificate' },
    ...delivery.papers,
    record: { shows: ['matter', 'periods', 'course', 'evidence'] },
  },
  matter: {
    title: 'title',
    matterName: 'matterName',
    purpose: 'purpose',
    usePlace: 'usePlace',
    certificateLanguage: 'certificateLanguage',
    copies: 'copies',
    deliveryWay: 'deliveryWay',
    agentName: 'agentName',
  },
  clocks: { notarization: { days: 15, rule: '公证法 30' }, ...delivery.clocks },
  codes: [
    'no-capacity',
    'no-interest',
    'expert-matter',
    'in-dispute',
    'facts-false',
    'proof-insufficient',
    'matter-unlawful',
    'contrary-to-morals',
    'fee-refused',
  ],
})

/** An answer in the form: text, or several of what is offered. What each must be stands in the template. */
const AnswerBody = z.union([z.string().trim().max(2_000), z.array(z.string().max(60)).max(20)]).nullable()

/** What is to be notarized, and for whom. Kept as it was when it was handed in. */
export const NotarizationBody = z
  .object({
    /** An earlier draft, or one that was returned. */
    orderId: Id.optional(),
    officeId: Id,
    anos: EvidenceNumbers,
    title: PlainBetween(2, 100),
    /** Of the office's templates; an order that has one already keeps its version. */
    templateId: Id,
    /** By the template's questions, in their order. */
    answers: wireList(AnswerBody, mostQuestions).default([]),
    purpose: TextBetween(2, 200),
    usePlace: PlainBetween(2, 60),
    certificateLanguage: CertificateLanguage.default('zh'),
    /** Who acts for the applicant; with one, a mandate is handed in. */
    agentName: OptionalPlain(60),
    agentPhone: OptionalAnyPhone,
    deliveryWay: DeliveryWay.default('electronic'),
    ...receiverFields,
  })
  .refine(({ deliveryWay, address }) => deliveryWay !== 'post' || address !== null, {
    path: ['address'],
    error: 'required',
    when: ({ issues }) => !issues.length,
  })
export type NotarizationBody = z.output<typeof NotarizationBody>
