import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { type Call, pathOf } from '../../../contract/kit/call.ts'
import { officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import { notarizationCalls } from '../../../contract/notarization/notarization-calls.ts'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import { type OrderStep } from '../../../contract/notarization/order-records.ts'
import type { StepBody } from '../../../contract/notarization/step-body.ts'
import { smallPdf } from '../small-pdf.ts'
import type { Visitor } from './browser.ts'
import { callAs } from './by-calls.ts'

/** Sends a file of a part beside the page. */
async function sendFile(visitor: Visitor, call: Call, id: string, part: string, name: string) {
  const reply = await visitor.context.request.post(pathOf(call, { id }), {
    headers: { 'x-requested-with': 'shimakaze' },
    multipart: { part, file: { name, mimeType: 'application/pdf', buffer: smallPdf() } },
  })
  const { success } = (await reply.json()) as { success: boolean }
  if (!success) throw new Error(`${part} was refused: ${await reply.text()}`)
}

/** An appraisal of the newest finished evidence at the first institute, with a stamped letter; its id. */
export async function draftByCalls(visitor: Visitor, more: object = {}): Promise<string> {
  const { list: found } = await callAs(visitor, evidenceCalls.list, { body: { status: 'collected' } })
  const { list: offices } = await callAs(visitor, orderCalls.offices, { query: { officeKind: 'institute' } })
  const { id } = await callAs(visitor, orderCalls.saveExpertise, {
    body: {
      officeId: offices[0]!.id,
      anos: [found[0]!.ano],
      title: '网页图片同一性鉴定',
      description: '对方网站使用了申请人的摄影作品，双方对图片是否同一有争议。',
      question: '送检网页中的图片与申请人作品是否来源于同一底片？',
      recipient: '林晓',
      recipientPhone: '13800000000',
      address: '福建省福州市鼓楼区某路 100 号',
      ...more,
    },
  })
  await sendFile(visitor, orderCalls.addFile, id, 'entrustment', '委托书.pdf')
  return id
}

/** The appraisal of a seal at the first institute that makes some, with the files that it needs; its id. */
export async function draftSealByCalls(visitor: Visitor, more: object = {}): Promise<string> {
  const { list: offices } = await callAs(visitor, orderCalls.offices, { query: { officeKind: 'institute' } })
  const { id } = await callAs(visitor, orderCalls.saveOfficialSeal, {
    body: {
      officeId: offices.find(({ sealFee }) => sealFee !== null)!.id,
      sealName: '福州风岛文化有限公司',
      description: '对方提交的合同上盖有申请人的公章，申请人否认盖过。',
      question: '检材上的印文与样本印文是否为同一枚印章所盖印？',
      recipient: '林晓',
      recipientPhone: '13800000000',
      noticeAccepted: true,
      ...more,
    },
  })
  for (const [part, name] of Object.entries({ identity: '营业执照', questioned: '争议合同', sample: '备案印文' }))
    await sendFile(visitor, orderCalls.addFile, id, part, `${name}.pdf`)
  return id
}

/** A notarization of the newest finished evidence at the first office that offers one, with proof of identity; its id. */
export async function draftNotarizationByCalls(visitor: Visitor, more: object = {}): Promise<string> {
  const { list: found } = await callAs(visitor, evidenceCalls.list, { body: { status: 'collected' } })
  const { list: offices } = await callAs(visitor, orderCalls.offices, { query: { officeKind: 'notary-office' } })
  const officeId = offices[0]!.id
  const { list: templates } = await callAs(visitor, notarizationCalls.template, { query: { officeId } })
  const template = templates.find(({ matterName }) => matterName === '保全网页证据公证')!
  const { id } = await callAs(visitor, notarizationCalls.save, {
    body: {
      officeId,
      anos: [found[0]!.ano],
      templateId: template.id,
      answers: ['2026-11-20', '申请人的员工', '对方网站未经许可使用申请人的摄影作品。'],
      title: '侵权网页证据公证',
      purpose: '著作权侵权诉讼',
      usePlace: '中国大陆',
      recipient: '林晓',
      recipientPhone: '13800000000',
      ...more,
    },
  })
  await sendFile(visitor, orderCalls.addFile, id, 'identity', '营业执照.pdf')
  return id
}

/** A purchase at the first notary office, with proof of identity and of the right; its id. */
export async function draftPurchaseByCalls(visitor: Visitor, more: object = {}): Promise<string> {
  const { list: offices } = await callAs(visitor, orderCalls.offices, { query: { officeKind: 'notary-office' } })
  const { id } = await callAs(visitor, orderCalls.savePurchase, {
    body: {
      officeId: offices[0]!.id,
      title: '商标侵权商品购买公证',
      shopName: '某某旗舰店',
      shopUrl: 'https://shop.example.com/',
      goods: [{ goodsName: '运动鞋', goodsUrl: 'https://shop.example.com/1', quantity: 1, priceCeiling: 39_900 }],
      prove: '该店铺销售的商品使用了申请人的注册商标。',
      recipient: '林晓',
      recipientPhone: '13800000000',
      ...more,
    },
  })
  for (const [part, name] of Object.entries({ identity: '营业执照', interest: '商标注册证' }))
    await sendFile(visitor, orderCalls.addFile, id, part, `${name}.pdf`)
  return id
}

export const applyByCalls = (visitor: Visitor, id: string, step: OrderStep, body: StepBody = {}) =>
  callAs(visitor, orderCalls.step, { params: { id, step }, body })

/** Signs a step by a typed name. */
export async function signByCalls(
  visitor: Visitor,
  id: string,
  step: OrderStep,
  { password, answers }: { password: string; answers?: string[] },
) {
  const { handsIn } = await callAs(visitor, orderCalls.get, { params: { id } })
  const signature = { strokes: [], agreed: true, of: handsIn, password }
  return applyByCalls(visitor, id, step, { signature, ...(answers && { answers }) })
}

export const answerByCalls = (visitor: Visitor, id: string, step: OrderStep, body: StepBody = {}) =>
  callAs(visitor, officeOrderCalls.step, { params: { id, step }, body })
