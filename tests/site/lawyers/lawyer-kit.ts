import { caseFormCalls } from '../../../contract/content/case-forms.ts'
import { lawyerFieldCalls, staffLawyerCalls } from '../../../contract/content/directory.ts'
import { lawyerCalls } from '../../../contract/content/lawyers.ts'
import type { Call, CallRequest } from '../../../contract/kit/call.ts'
import { newId } from '../../../server/kit/ids.ts'
import { buildTestApp, type Member } from '../../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../../kit/people/codes.ts'
import { forgetLimits } from '../../kit/people/forget-limits.ts'

export type Body = CallRequest<typeof staffLawyerCalls.create>['body']
export const english = { 'x-lang': 'en' }
export const fuzhou = '350100'
export const beijing = '110100'

export const lawyer: Body = {
  name: '陈海',
  firm: '海风律师事务所',
  regionCode: '350102',
  licenceNo: '13501201010000001',
  sinceYear: 2010,
  phone: '13987650001',
  mail: 'chen@lawyers.example',
}
export const about = { name: '张三丰', title: '网页被抄袭', content: '对方抄袭了我的网页，请问怎么办？', consent: true }

export const problems = (reply: { data: unknown }) =>
  (reply.data as { fields: { path: string; key: string }[] }).fields.map((f) => `${f.path} ${f.key}`)

let phones = 13_400_000_000

/** An application with an operator, and a second platform on it with its own. */
export async function openDirectory() {
  const t = await buildTestApp()
  const operator = await t.member({ name: '运营', role: 'operator' })
  const there = { host: 'other.example' }
  const platformId = newId()
  await t.services.db.system
    .insertInto('platform')
    .values({
      id: platformId,
      notaryId: 'other',
      name: JSON.stringify({ zh: '另一平台' }) as never,
      hosts: [there.host],
    })
    .execute()
  const elsewhere = await t.member({ name: '邻站运营', role: 'operator', platformId })
  const staff = <C extends Call>(call: C, request: CallRequest<C>, as = operator) =>
    t.call(call, request, as, as === elsewhere ? there : {})

  async function must<C extends Call>(call: C, request: CallRequest<C>, as: Member = operator) {
    const reply = await staff(call, request, as)
    if (!reply.success) throw new Error(JSON.stringify(reply))
    return reply.data
  }
  const newPhone = () => String(++phones)

  /** A code for a case form, as a visitor's phone gets it. */
  async function codeTo(phone: string) {
    await forgetLimits(t)
    const sent = await t.call(lawyerCalls.sendCode, { body: { phone, ...(await answerCaptcha(t)) } })
    return { phone, codeId: sent.data.codeId, code: readCode(t, phone) }
  }
  type CaseBody = CallRequest<typeof lawyerCalls.submit>['body']

  return {
    t,
    operator,
    elsewhere,
    there,
    staff,
    must,
    newPhone,
    codeTo,
    field: async (fieldZh: string, fieldEn?: string, as = operator) =>
      (await must(lawyerFieldCalls.create, { body: { fieldZh, fieldEn } }, as)).id,
    /** Written, and shown unless said otherwise. */
    async add(body: Partial<Body> = {}, { shown = true, as = operator } = {}) {
      const { id } = await must(staffLawyerCalls.create, { body: { ...lawyer, ...body } }, as)
      if (shown) await must(staffLawyerCalls.setShown, { params: { id }, body: { shown } }, as)
      return id
    },
    list: async (body: CallRequest<typeof lawyerCalls.list>['body'] = {}, headers = {}) =>
      (await t.call(lawyerCalls.list, { body }, undefined, headers)).data,
    details: (a: string, b = 'x', headers = {}) =>
      t.call(lawyerCalls.details, { params: { a, b } }, undefined, headers),
    fields: async (headers = {}) => (await t.call(lawyerCalls.fields, {}, undefined, headers)).data.list,
    cities: async () => (await t.call(lawyerCalls.cities, {})).data.list,
    /** Sends a form as somebody who is signed in with its phone. */
    async ask(who: Member, body: Partial<CaseBody> = {}) {
      await forgetLimits(t)
      return t.call(lawyerCalls.submit, { body: { ...about, phone: who.phone, ...body } }, who)
    },
    /** As a visitor. */
    submit: (body: Partial<CaseBody>, headers = {}) =>
      t.call(lawyerCalls.submit, { body: { ...about, phone: newPhone(), ...body } }, undefined, headers),
    caseOf: async (id: string) => must(caseFormCalls.get, { params: { id } }),
  }
}
export type Directory = Awaited<ReturnType<typeof openDirectory>>
