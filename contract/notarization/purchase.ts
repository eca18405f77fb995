import { z } from 'zod'
import { formatMoney } from '../kit/money.ts'
import { Fen, Id, PlainBetween, TextBetween, WebAddress, wireFen, wireInt, wireList } from '../kit/fields.ts'
import { delivery } from './delivery.ts'
import { receiverContent, receiverFields } from './matter-fields.ts'
import { defineOrderKind } from './order-kind.ts'

/** Which right the goods may infringe. */
export const RightsType = z.enum(['trademark', 'copyright', 'patent', 'competition', 'other'])

/** What the certificate is for: a lawsuit, a complaint to the shop's platform, or to be kept. */
export const PurchaseUse = z.enum(['litigation', 'complaint', 'keep'])

const Goods = z.strictObject({
  goodsName: z.string(),
  goodsUrl: z.string(),
  quantity: z.int(),
  /** Of one piece. */
  priceCeiling: Fen,
})
type Goods = z.output<typeof Goods>

/** What one certificate can tell of: goods of one shop. */
export const mostGoods = 3

/**
 * Notarization of a purchase (购买公证): a notary buys goods as any customer would (知识产权民事诉讼证据若干规定 7), keeps the parcel sealed until it is opened
 * before them, and certifies who sold what, from order to unboxing. What it costs depends on what the goods turn out to be; the fifteen working days of
 * the Notary Law (article 30) run from the arrival of the parcel, for what comes before is verification.
 */
export const purchase = defineOrderKind({
  office: 'notary-office',
  hasEvidence: false,
  content: z.strictObject({
    title: z.string(),
    shopName: z.string(),
    shopUrl: z.string(),
    goods: z.array(Goods),
    rightsType: RightsType,
    purchaseUse: PurchaseUse,
    prove: z.string(),
    ...receiverContent,
  }),
  first: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral', isEditable: true, turn: 'applicant' },
    SUBMITTED: { tone: 'active', turn: 'office' },
    RETURNED: { tone: 'warning', isEditable: true, turn: 'applicant' },
    QUOTED: { tone: 'warning', turn: 'applicant', lapses: { days: 30, step: 'lapse' } },
    BUYING: { tone: 'active', clock: 'notarization', isPaused: true, turn: 'office' },
    ORDERED: { tone: 'active', clock: 'notarization', isPaused: true, turn: 'office' },
    RECEIVED: { tone: 'active', clock: 'notarization', turn: 'office' },
    UNBOXED: { tone: 'active', clock: 'notarization', turn: 'office' },
    DRAFTED: { tone: 'active', clock: 'notarization', turn: 'office' },
    ...delivery.states,
    NOT_SHIPPED: { tone: 'neutral', isEnd: true },
    GENUINE: { tone: 'neutral', isEnd: true },
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
      parts: ['identity', 'interest'],
      hands: ['identity', 'interest', 'material'],
      handsIn: true,
      paper: 'application',
    },
    quote: {
      from: ['SUBMITTED'],
      to: 'QUOTED',
      by: 'office',
      isDecision: true,
      inputs: ['terms'],
      numbers: true,
      paper: 'acceptance',
    },
    return: { from: ['SUBMITTED'], to: 'RETURNED', by: 'office', inputs: ['reason'], paper: 'correction' },
    pay: { from: ['QUOTED'], to: 'BUYING', by: 'applicant', money: 'hold' },
    order: { from: ['BUYING'], to: 'ORDERED', by: 'office', inputs: ['spent'], newParts: ['buying'] },
    receive: { from: ['ORDERED'], to: 'RECEIVED', by: 'office', newParts: ['parcel'] },
    unbox: { from: ['RECEIVED'], to: 'UNBOXED', by: 'office', newParts: ['unboxing'] },
    draft: { from: ['UNBOXED'], to: 'DRAFTED', by: 'office', isDecision: true, newParts: ['certificate'] },
    issue: {
      from: ['DRAFTED'],
      to: 'ISSUED',
      by: 'office',
      isDecision: true,
      notBy: 'draft',
      money: 'outcome',
      outcome: 'infringing',
      paper: 'certificate',
    },
    sendBack: { from: ['DRAFTED'], to: 'UNBOXED', by: 'office', isDecision: true, inputs: ['reason'], isInner: true },
    ...delivery.steps,
    genuine: {
      from: ['RECEIVED', 'UNBOXED'],
      to: 'GENUINE',
      by: 'office',
      isDecision: true,
      inputs: ['spent', 'reason'],
      hands: ['unboxing'],
      money: 'outcome',
      outcome: 'genuine',
      paper: 'outcome',
    },
    notShipped: {
      from: ['BUYING', 'ORDERED'],
      to: 'NOT_SHIPPED',
      by: 'office',
      isDecision: true,
      inputs: ['reason'],
      hands: ['buying', 'parcel'],
      money: 'refund',
      paper: 'outcome',
    },
    decline: {
      from: ['SUBMITTED'],
      to: 'DECLINED',
      by: 'office',
      isDecision: true,
      inputs: ['code', 'reason'],
      paper: 'refusal',
    },
    abandon: { from: ['SUBMITTED', 'RETURNED', 'QUOTED'], to: 'ABANDONED', by: 'applicant' },
    terminate: {
      from: ['QUOTED', 'BUYING', 'ORDERED', 'RECEIVED', 'UNBOXED', 'DRAFTED'],
      to: 'TERMINATED',
      by: 'office',
      isDecision: true,
      inputs: ['reason', 'kept'],
      hands: ['buying', 'parcel', 'unboxing'],
      money: 'split',
      paper: 'termination',
    },
    lapse: { from: ['QUOTED'], to: 'ABANDONED', by: 'system' },
  },
  parts: {
    identity: { by: 'applicant', in: ['DRAFT', 'RETURNED'], most: 5 },
    interest: { by: 'applicant', in: ['DRAFT', 'RETURNED'], most: 10 },
    material: { by: 'applicant', in: ['DRAFT', 'RETURNED'], most: 20 },
    buying: { by: 'office', in: ['BUYING'], most: 20 },
    parcel: { by: 'office', in: ['ORDERED'], most: 20 },
    unboxing: { by: 'office', in: ['RECEIVED'], most: 20 },
    certificate: { by: 'office', in: ['UNBOXED'], most: 1, isPdf: true },
    ...delivery.parts,
  },
  papers: {
    application: { shows: ['matter', 'files'] },
    acceptance: { shows: ['matter', 'terms'] },
    correction: { shows: ['decision'] },
    refusal: { shows: ['matter', 'decision'] },
    outcome: { shows: ['matter', 'decision', 'terms', 'files'] },
    termination: { shows: ['matter', 'decision'] },
    certificate: { shows: ['matter', 'terms', 'files'], original: 'certificate' },
    ...delivery.papers,
    record: { shows: ['matter', 'terms', 'periods', 'course'] },
  },
  matter: {
    title: 'title',
    shopName: 'shopName',
    shopUrl: 'shopUrl',
    goods: 'goods',
    rightsType: 'rightsType',
    purchaseUse: 'purchaseUse',
    prove: 'prove',
    copies: 'copies',
  },
  reads: {
    goods: (goods) =>
      (goods as Goods[])
        .map(
          ({ goodsName, goodsUrl, quantity, priceCeiling }) =>
            `${goodsName} × ${quantity} (≤ ${formatMoney(priceCeiling)})\n${goodsUrl}`,
        )
        .join('\n'),
  },
  clocks: { notarization: { days: 15, rule: '公证法 30' }, ...delivery.clocks },
  codes: [
    'no-capacity',
    'no-interest',
    'facts-false',
    'proof-insufficient',
    'matter-unlawful',
    'contrary-to-morals',
    'fee-refused',
  ],
})

const HttpUrl = WebAddress(2_000)

/** What is to be bought, of which shop, and what for. Kept as it was when it was handed in. */
export const PurchaseBody = z.object({
  /** An earlier draft, or one that was returned. */
  orderId: Id.optional(),
  officeId: Id,
  title: PlainBetween(2, 100),
  shopName: PlainBetween(1, 100),
  shopUrl: HttpUrl,
  goods: wireList(
    z.object({
      goodsName: PlainBetween(1, 100),
      goodsUrl: HttpUrl,
      quantity: wireInt(1, 20).default(1),
      priceCeiling: wireFen,
    }),
    mostGoods,
  ).pipe(z.array(Goods).min(1)),
  rightsType: RightsType.default('trademark'),
  purchaseUse: PurchaseUse.default('litigation'),
  prove: TextBetween(5, 1_000),
  ...receiverFields,
})
export type PurchaseBody = z.output<typeof PurchaseBody>
