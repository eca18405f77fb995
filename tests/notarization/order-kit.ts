import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import type { OrderStep } from '../../contract/notarization/order-records.ts'
import type { StepBody } from '../../contract/notarization/step-body.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { factsOfKind, type OrderKind, orderKindNames } from '../../contract/notarization/order-kinds.ts'
import { pathOf } from '../../contract/kit/call.ts'
import type { Envelope } from '../../contract/kit/envelope.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { notarizationCalls } from '../../contract/notarization/notarization-calls.ts'
import { templateCalls } from '../../contract/notarization/templates.ts'
import { giveKnownPassword, knownPassword } from '../kit/people/known-password.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import type { TestOffice } from '../kit/people/offices.ts'
import { leadsTo } from './order-ways.ts'

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

/** What a notary office asks and tells. */
export const template = {
  matterName: '保全网页证据公证',
  guide: '请携带身份证件和网页截图。',
  questions: [
    { label: '取证时间', kind: 'date', isRequired: true },
    { label: '取证人员', kind: 'single', isRequired: true, options: ['申请人', '代理人'] },
    { label: '其他说明', kind: 'area' },
  ],
  inquiry: ['证据由谁取得？', '取得后是否修改过？'],
  rights: ['公证书证明证据在当时存在。', '申请人应当如实陈述。'],
  declarations: ['本人提交的证据真实。'],
  notes: ['领取时请携带原件。'],
}

/** Of a notarization. */
export const notarial = {
  title: '网页证据公证',
  answers: ['2026-11-20', '申请人', null],
  purpose: '著作权侵权诉讼',
  usePlace: '中国大陆',
  recipient: '林晓',
  recipientPhone: '13800000000',
}
/** Of the notarization of a purchase. */
export const purchase = {
  title: '商标侵权商品购买公证',
  shopName: '某某旗舰店',
  shopUrl: 'https://shop.example.com/',
  goods: [
    { goodsName: '运动鞋', goodsUrl: 'https://shop.example.com/1', quantity: 1, priceCeiling: 39_900 },
    { goodsName: '背包', goodsUrl: 'https://shop.example.com/2', quantity: 2, priceCeiling: 9_900 },
  ],
  prove: '该店铺销售的商品使用了申请人的注册商标。',
  recipient: '林晓',
  recipientPhone: '13800000000',
}
const purchaseParts = ['identity', 'interest']
/** What its office asks, in fen. */
export const terms = { advance: 70_000, genuine: 30_000, infringing: 150_000 }
const spent = 59_700

/** To the questions of its inquiry. */
export const inquired = { questions: template.inquiry, answers: ['由申请人的员工取得。', '没有修改。'] }

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
  const known = new Set<string>()
  /** A drawn name beneath what is shown of the order now, of somebody who has the password that everybody here has. */
  async function signatureOf(id: string, as = owner) {
    if (!known.has(as.personId)) await giveKnownPassword(t, as)
    known.add(as.personId)
    const { data } = await t.call(orderCalls.get, { params: { id } }, as)
    return { ...drawnName, of: data?.handsIn ?? '' }
  }
  /** Signs what is to be signed. */
  async function applicant(id: string, step: OrderStep, body: StepBody = {}, as = owner) {
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
  /** A draft of a notarization of one piece of evidence, with proof of identity. */
  async function draftNotarization(more: object = {}) {
    const { number } = await buildEvidence(t, owner)
    const { id: templateId } = await templateAt(t, office)
    const { data } = await t.call(
      notarizationCalls.save,
      { body: { officeId: office.id, anos: [number], templateId, ...notarial, ...more } },
      owner,
    )
    kinds.set(data.id, 'notarization')
    await add('applicant', data.id, 'identity', { name: '身份证.pdf' })
    return { id: data.id, ano: number }
  }
  /** A draft of a purchase, with proof of identity and of the right. */
  async function draftPurchase(more: object = {}) {
    const { data } = await t.call(
      orderCalls.savePurchase,
      { body: { officeId: office.id, ...purchase, ...more } },
      owner,
    )
    kinds.set(data.id, 'purchase')
    for (const part of purchaseParts)
      await add('applicant', data.id, part, { bytes: smallPdf(part), name: `${part}.pdf` })
    return { id: data.id }
  }
  /** A draft of a kind as most are, and which files of its own it has. */
  const drafts: Record<OrderKind, { begin(): Promise<{ id: string }>; parts: readonly string[] }> = {
    expertise: { begin: draft, parts: ['entrustment'] },
    officialSeal: { begin: draftSeal, parts: sealParts },
    notarization: { begin: draftNotarization, parts: ['identity'] },
    purchase: { begin: draftPurchase, parts: purchaseParts },
  }

  /** Adds a file of a part of the office's, and takes the step that hands it in. */
  const withFile = async (id: string, part: string, step: OrderStep, body: StepBody = {}, as = office.decider) => {
    await add('office', id, part, { bytes: smallPdf(part), name: `${part}.pdf` })
    return answer(id, step, body, as)
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
    const notaries = {
      ...answered,
      SUBMITTED: () => applicant(id, 'submit'),
      DECLINED: () => answer(id, 'decline', { code: 'no-interest', reason: '与事项没有利害关系' }),
      ABANDONED: () => applicant(id, 'abandon'),
      DRAFTED: () => withFile(id, 'certificate', 'draft'),
      ISSUED: () => answer(id, 'issue', {}, office.second),
      DELIVERING: () => answer(id, 'send', { carrier: '顺丰速运', trackingNumber: 'SF1234567890' }),
      REVIEW: () => applicant(id, 'requestReview', { reason: '公证书中的网址写错' }),
      CORRECTED: () => withFile(id, 'corrected', 'correct', { reason: '更正网址' }, office.second),
      CONCLUDED: () => answer(id, 'uphold', { reason: '网址与证据一致' }, office.second),
      REVOKED: () => answer(id, 'revoke', { reason: '基本内容与事实不符', kept: 0 }, office.second),
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
      notarization: {
        ...notaries,
        INQUIRY: async () => {
          await answer(id, 'admit')
          await answer(id, 'inquire', { questions: inquired.questions })
        },
        ACCEPTED: () => applicant(id, 'answer', { answers: inquired.answers }),
        SIGNING: () => answer(id, 'inform', { fee }),
        TO_PAY: () => applicant(id, 'acknowledge'),
        DRAFTING: () => applicant(id, 'pay'),
      },
      purchase: {
        ...notaries,
        QUOTED: () => answer(id, 'quote', { terms }),
        BUYING: () => applicant(id, 'pay'),
        ORDERED: () => withFile(id, 'buying', 'order', { spent }),
        RECEIVED: () => withFile(id, 'parcel', 'receive'),
        UNBOXED: () => withFile(id, 'unboxing', 'unbox'),
        NOT_SHIPPED: () => answer(id, 'notShipped', { reason: '商家逾期未发货' }),
        GENUINE: () => answer(id, 'genuine', { spent: 1_200, reason: '经权利人辨认为正品' }),
      },
    }
    for (const next of leadsTo[kind][state]!) await ways[kind][next]!()
  }
  return {
    draft,
    draftSeal,
    draftNotarization,
    draftPurchase,
    withFile,
    drafts,
    bringTo,
    applicant,
    answer,
    add,
    signatureOf,
  }
}
export type OrdersAt = ReturnType<typeof ordersAt>

const templates = new Map<string, { id: string; version: number }>()

/** What a notary office offers: the same for every order. */
export async function templateAt(t: TestApp, office: TestOffice) {
  const known = templates.get(office.id)
  if (known) return known
  const { data } = await t.call(templateCalls.add, { body: template }, office.decider)
  templates.set(office.id, data)
  return data
}

const sendFile = (
  t: TestApp,
  url: string,
  { part, as, bytes = smallPdf(), name = '委托书.pdf' }: SentFile & { part: string; as: Member },
) => sendForm(t, url, { as, fields: { part }, file: { bytes, name } })

interface SentForm {
  as: Member
  fields: Record<string, string>
  file: Required<SentFile>
}

/** A form with one file, as browsers send it. */
export async function sendForm(
  t: TestApp,
  url: string,
  { as, fields, file }: SentForm,
): Promise<Envelope & { data: { id: string } }> {
  const boundary = 'part-of-a-form'
  const payload = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    file.bytes,
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
