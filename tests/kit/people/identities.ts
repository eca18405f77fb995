import { certifyCalls, type PhotoKind } from '../../../contract/real-name/certify.ts'
import { consentCalls, type ConsentPurpose, consentVersions } from '../../../contract/real-name/consents.ts'
import { identityReviewCalls } from '../../../contract/real-name/review.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import type { Member, TestApp } from '../build-test-app.ts'
import { png } from '../pictures.ts'

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
let residents = 0
let credits = 0

/** Resident numbers that nobody has: a place that was never given out, each another. */
export function newResidentId({ birthday = '1990-03-07', female = false } = {}): string {
  residents += 2
  const first = `990099${birthday.replaceAll('-', '')}${String(residents + (female ? 0 : 1))
    .padStart(3, '0')
    .slice(-3)}`
  return first + '10X98765432'[weights.reduce((sum, w, i) => sum + w * Number(first[i]), 0) % 11]
}

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** Codes of enterprises that do not exist. */
export function newCreditCode(): string {
  const first = `91990099MA${String(++credits).padStart(7, '0')}`
  let [sum, weight] = [0, 1]
  for (const c of first) [sum, weight] = [sum + alphabet.indexOf(c) * weight, (weight * 3) % 31]
  return first + alphabet[(31 - (sum % 31)) % 31]
}

const must = <T>(reply: { success: boolean; data: T }): T => {
  if (!reply.success) throw new Error(JSON.stringify(reply))
  return reply.data
}

export const agree = async (t: TestApp, who: Member, purpose: ConsentPurpose) =>
  must(await t.call(consentCalls.give, { body: { purpose, version: consentVersions[purpose] } }, who)).id

/** Sends a picture as forms do. */
export async function sendPhoto(t: TestApp, who: Member, kind: PhotoKind, bytes = png(40, 30)) {
  const card = kind === 'FRONT' || kind === 'BACK'
  const payload = Buffer.concat([
    Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="${card ? 'side' : 'kind'}"\r\n\r\n${kind}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="身份证 ${who.name}.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const response = await t.inject({
    method: 'POST',
    url: pathOf(card ? certifyCalls.sendPhoto : certifyCalls.sendPaper),
    payload,
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-auth-token': who.token },
  })
  return response.json() as {
    success: boolean
    errorCode?: string
    data: { fileId: string; ocr: Record<string, string> | null; fields?: { path: string; key: string }[] }
  }
}

/** Everything a person sends to be verified by papers. */
export async function personalPapers(
  t: TestApp,
  who: Member,
  { name = '欧阳娜娜', idcard = newResidentId({ female: true }), validUntil = '2040-01-01' } = {},
) {
  await agree(t, who, 'identity')
  const [front, back] = [must(await sendPhoto(t, who, 'FRONT')).fileId, must(await sendPhoto(t, who, 'BACK')).fileId]
  return { name, idcard, validUntil, front, back }
}

/** As staff who looked first. */
export async function judge(
  t: TestApp,
  operator: Member,
  id: string,
  verdict: { verdict: 'PASS' } | { verdict: 'REJECT'; reason: 'blurred' | 'mismatch'; note?: string },
) {
  must(await t.call(identityReviewCalls.reveal, { params: { id }, body: { reason: '审核' } }, operator))
  return t.call(identityReviewCalls.judge, { params: { id }, body: verdict }, operator)
}

/** Somebody whom staff verified by papers. */
export async function verifyPerson(
  t: TestApp,
  who: Member,
  operator: Member,
  given: { name?: string; idcard?: string } = {},
) {
  const papers = await personalPapers(t, who, given)
  const { id } = must(await t.call(certifyCalls.submitPersonal, { body: papers }, who))
  must(await judge(t, operator, id, { verdict: 'PASS' }))
  return { id, ...papers }
}

/** An enterprise that staff verified, by its owner, who was verified before. */
export async function verifyEnterprise(
  t: TestApp,
  who: Member,
  operator: Member,
  { name = '风岛科技有限公司', uscc = newCreditCode(), legalPerson = '欧阳娜娜' } = {},
) {
  await agree(t, who, 'enterprise')
  const [licence, letter] = [
    must(await sendPhoto(t, who, 'LICENSE')).fileId,
    must(await sendPhoto(t, who, 'LETTER')).fileId,
  ]
  const { id } = must(
    await t.call(certifyCalls.submitEnterprise, { body: { name, uscc, legalPerson, licence, letter } }, who),
  )
  must(await judge(t, operator, id, { verdict: 'PASS' }))
  return { id, name, uscc, legalPerson, licence, letter }
}
