import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import type { OrderStep } from '../../contract/notarization/orders.ts'
import type { StepBody } from '../../contract/notarization/step-body.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { factsOfKind, type OrderKind, orderKindNames } from '../../contract/notarization/order-kinds.ts'
import { pathOf } from '../../contract/kit/call.ts'
import type { Envelope } from '../../contract/kit/envelope.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { giveKnownPassword, knownPassword } from '../kit/people/known-password.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import type { TestOffice } from '../kit/people/offices.ts'

export const matter = {
  title: '网页图片同一性鉴定',
  description: '对方网站使用了申请人的摄影作品，双方对图片是否同一有争议。',
  question: '送检网页中的图片与申请人作品是否来源于同一底片？',
  recipient: '林晓',
  recipientPhone: '13800000000',
}

/** Of the appraisal of a seal. */
export const seal = {
  sealName: '风岛文化有限公司',
  description: '对方提交的合同上盖有申请人的公章，申请人否认盖过。',
  question: '检材上的印文与样本印文是否为同一枚印章所盖印？',
  recipient: '林晓',
  recipientPhone: '13800000000',
  noticeAccepted: true,
}
const sealParts = ['identity', 'questioned', 'sample']

/** A name in three strokes, of somebody who gave their password. */
export const drawnName = {
  strokes: [
    [100, 40, 320, 60, 180, 250],
    [420, 60, 420, 280],
    [520, 160, 700, 150, 860, 90],
  ],
  agreed: true,
  password: knownPassword,
}

const signs = (step: OrderStep) =>
  orderKindNames.some((kind) => factsOfKind(kind).steps[step]?.inputs?.includes('signature'))

export interface SentFile {
  bytes?: Buffer
  name?: string
}

/** An account's orders at an office, as both sides work on them. */
export function ordersAt(t: TestApp, owner: Member, office: TestOffice) {
  /** A drawn name beneath what is shown of the order now. */
  async function signatureOf(id: string, as = owner) {
    const { data } = await t.call(orderCalls.get, { params: { id } }, as)
    return { ...drawnName, of: data?.handsIn ?? '' }
  }
  const known = new Set<string>()
  /** Signs what is to be signed, by a password that everybody has. */
  async function applicant(id: string, step: OrderStep, body: StepBody = {}, as = owner) {
    if (!known.has(as.personId)) await giveKnownPassword(t, as)
    known.add(as.personId)
    const whole: StepBody = signs(step) ? { signature: await signatureOf(id, as), ...body } : body
    return t.call(orderCalls.step, { params: { id, step }, body: whole }, as)
  }
  const answer = (id: string, step: OrderStep, body: StepBody = {}, as = office.decider) =>
    t.call(officeOrderCalls.step, { params: { id, step }, body }, as)
  const add = (side: 'applicant' | 'office', id: string, part: string, file: SentFile & { as?: Member } = {}) =>
    side === 'applicant'
      ? sendFile(t, pathOf(orderCalls.addFile, { id }), { part, as: owner, ...file })
      : sendFile(t, pathOf(officeOrderCalls.addFile, { id }), { part, as: office.decider, ...file })

  const kinds = new Map<string, OrderKind>()
  /** A draft of an appraisal of one piece of evidence, with a stamped letter. */
  async function draft(more: object = {}) {
    const { number } = await buildEvidence(t, owner)
    const { data } = await t.call(
      orderCalls.saveExpertise,
      { body: { officeId: office.id, anos: [number], ...matter, ...more } },
      owner,
    )
    kinds.set(data.id, 'expertise')
    await add('applicant', data.id, 'entrustment')
    return { id: data.id, ano: number }
  }

  /** A draft of the appraisal of a seal, with the files that it needs. */
  async function draftSeal(more: object = {}) {
    const { data } = await t.call(
      orderCalls.saveOfficialSeal,
      { body: { officeId: office.id, ...seal, ...more } },
      owner,
    )
    kinds.set(data.id, 'officialSeal')
    for (const part of sealParts) await add('applicant', data.id, part, { bytes: smallPdf(part), name: `${part}.pdf` })
    return { id: data.id }
  }
  /** A draft of a kind as most are, and which files of its own it has. */
  const drafts: Record<OrderKind, { begin(): Promise<{ id: string }>; parts: readonly string[] }> = {
    expertise: { begin: draft, parts: ['entrustment'] },
    officialSeal: { begin: draftSeal, parts: sealParts },
  }

  /** Brings a draft to a state, by the steps that lead there. */
  async function bringTo(id: string, state: string, fee = 30_000) {
    const kind = kinds.get(id)!
    const answered = {
      RETURNED: () => answer(id, 'return', { reason: '请补充委托书' }),
      REJECTED: () => answer(id, 'refuse', { code: 'beyond-scope', reason: '超出范围' }),
      SUPPLEMENT: () => answer(id, 'ask', { reason: '请补充原图' }),
      DRAFTED: async () => {
        await add('office', id, 'report', { bytes: smallPdf('report'), name: '鉴定意见书.pdf' })
        await answer(id, 'draft')
      },
      TERMINATED: () => answer(id, 'terminate', { reason: '材料灭失', kept: 0 }),
      REPORTED: () => answer(id, 'report', {}, office.second),
      DELIVERED: () => applicant(id, 'confirm'),
    }
    const ways: Record<OrderKind, Record<string, () => Promise<unknown>>> = {
      expertise: {
        ...answered,
        SUBMITTED: () => applicant(id, 'submit'),
        TO_PAY: () => answer(id, 'accept', { fee }),
        ABANDONED: () => applicant(id, 'abandon'),
        EXAMINING: () => applicant(id, 'pay'),
      },
      officialSeal: {
        ...answered,
        SUBMITTED: () => applicant(id, 'place'),
        SIGNING: () => answer(id, 'approve'),
        ABANDONED: () => applicant(id, 'withdraw'),
        EXAMINING: () => applicant(id, 'sign'),
      },
    }
    for (const next of leadsTo[kind][state]!) await ways[kind][next]!()
  }
  return { draft, draftSeal, drafts, bringTo, applicant, answer, add, signatureOf }
}
export type OrdersAt = ReturnType<typeof ordersAt>

/** Which states an order goes through to each, from where it is handed in and examined. */
function waysOver(...examined: string[]): Record<string, string[]> {
  const handedIn = ['SUBMITTED']
  return {
    DRAFT: [],
    SUBMITTED: handedIn,
    RETURNED: [...handedIn, 'RETURNED'],
    REJECTED: [...handedIn, 'REJECTED'],
    ABANDONED: [...handedIn, 'ABANDONED'],
    EXAMINING: examined,
    SUPPLEMENT: [...examined, 'SUPPLEMENT'],
    DRAFTED: [...examined, 'DRAFTED'],
    TERMINATED: [...examined, 'TERMINATED'],
    REPORTED: [...examined, 'DRAFTED', 'REPORTED'],
    DELIVERED: [...examined, 'DRAFTED', 'REPORTED', 'DELIVERED'],
  }
}
const leadsTo: Record<OrderKind, Record<string, string[]>> = {
  expertise: { ...waysOver('SUBMITTED', 'TO_PAY', 'EXAMINING'), TO_PAY: ['SUBMITTED', 'TO_PAY'] },
  officialSeal: { ...waysOver('SUBMITTED', 'SIGNING', 'EXAMINING'), SIGNING: ['SUBMITTED', 'SIGNING'] },
}

async function sendFile(
  t: TestApp,
  url: string,
  { part, as, bytes = smallPdf(), name = '委托书.pdf' }: SentFile & { part: string; as: Member },
): Promise<Envelope & { data: { id: string } }> {
  const boundary = 'part-of-a-form'
  const payload = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="part"\r\n\r\n${part}\r\n`),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const response = await t.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'x-auth-token': as.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  return response.json()
}

/** What an account has, and what is held of it. */
export const moneyOf = (t: TestApp, { accountId }: Member) =>
  t.services.db.system
    .selectFrom('wallet')
    .select(['prepaid', 'reservedPrepaid'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
