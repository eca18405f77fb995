import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import type { OrderStep, StepBody } from '../../contract/notarization/orders.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { factsOfKind, orderKindNames } from '../../contract/notarization/order-kinds.ts'
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

  /** A draft of an appraisal of one piece of evidence, with a stamped letter. */
  async function draft(more: object = {}) {
    const { number } = await buildEvidence(t, owner)
    const { data } = await t.call(
      orderCalls.saveExpertise,
      { body: { officeId: office.id, anos: [number], ...matter, ...more } },
      owner,
    )
    await add('applicant', data.id, 'entrustment')
    return { id: data.id, ano: number }
  }

  /** Brings a draft to a state, by the steps that lead there. */
  async function bringTo(id: string, state: string, fee = 30_000) {
    const way: Record<string, () => Promise<unknown>> = {
      SUBMITTED: () => applicant(id, 'submit'),
      RETURNED: () => answer(id, 'return', { reason: '请补充委托书' }),
      REJECTED: () => answer(id, 'refuse', { code: 'beyond-scope', reason: '超出范围' }),
      TO_PAY: () => answer(id, 'accept', { fee }),
      ABANDONED: () => applicant(id, 'abandon'),
      EXAMINING: () => applicant(id, 'pay'),
      SUPPLEMENT: () => answer(id, 'ask', { reason: '请补充原图' }),
      DRAFTED: async () => {
        await add('office', id, 'report', { bytes: smallPdf('report'), name: '鉴定意见书.pdf' })
        await answer(id, 'draft')
      },
      TERMINATED: () => answer(id, 'terminate', { reason: '材料灭失', kept: 0 }),
      REPORTED: () => answer(id, 'report', {}, office.second),
      DELIVERED: () => applicant(id, 'confirm'),
    }
    for (const next of leadsTo[state]!) await way[next]!()
  }
  return { draft, bringTo, applicant, answer, add, signatureOf }
}
export type OrdersAt = ReturnType<typeof ordersAt>

const toPay = ['SUBMITTED', 'TO_PAY']
const examined = [...toPay, 'EXAMINING']
const leadsTo: Record<string, string[]> = {
  DRAFT: [],
  SUBMITTED: ['SUBMITTED'],
  RETURNED: ['SUBMITTED', 'RETURNED'],
  REJECTED: ['SUBMITTED', 'REJECTED'],
  TO_PAY: toPay,
  ABANDONED: ['SUBMITTED', 'ABANDONED'],
  EXAMINING: examined,
  SUPPLEMENT: [...examined, 'SUPPLEMENT'],
  DRAFTED: [...examined, 'DRAFTED'],
  TERMINATED: [...examined, 'TERMINATED'],
  REPORTED: [...examined, 'DRAFTED', 'REPORTED'],
  DELIVERED: [...examined, 'DRAFTED', 'REPORTED', 'DELIVERED'],
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
