import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { auditCalls } from '../../contract/platform/audit.ts'
import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { legalCalls, sampleEdition } from '../../contract/platform/legal.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { sendCodeTo } from '../kit/people/codes.ts'

let t: TestApp
let staff: Member
beforeAll(async () => {
  t = await buildTestApp()
  staff = await t.member({ role: 'administrator', name: '管理员' })
})
afterAll(() => t.close())

const body = {
  agreementZh: '服务条款：用户应对其取证行为的合法性负责。\n\n# 第一条\n平台如实记录取证过程。',
  privacyZh: '隐私政策：平台收集手机号用于登录，记录操作用于证明。',
  agreementEn: '',
  privacyEn: 'Privacy: we keep your phone number so that you can log in.',
}
const files = async () => (await t.call(dictionaryCalls.dictionary, {})).data.frontPlatformInfo.files
const publish = (changes: object = {}) => t.call(legalCalls.publish, { body: { ...body, ...changes } }, staff)
const read = (kind: 'agreement' | 'privacy', edition?: string, lang = 'zh-CN') =>
  t.call(legalCalls.read, { params: { kind }, query: edition ? { edition } : {} }, undefined, { 'x-lang': lang })

let phones = 13_900_100_000
async function register(agreementVersion: string) {
  const phone = String(++phones)
  const sent = await sendCodeTo(t, phone, sessionCalls.sendRegisterCode)
  const { codeId, code } = sent
  return t.call(sessionCalls.register, {
    body: {
      userType: 'personal',
      name: '新用户',
      phone,
      codeId,
      code,
      password: 'a long enough one',
      agreementVersion,
      consent: true,
    },
  })
}

it('a local installation is tried on sample texts, and only what exists is agreed to', async () => {
  expect(await files()).toEqual([
    { kind: 'agreement', edition: sampleEdition, url: '/service-agreement' },
    { kind: 'privacy', edition: sampleEdition, url: '/privacy-one' },
  ])
  expect((await read('agreement')).data).toMatchObject({ edition: sampleEdition, text: null })
  expect((await register(sampleEdition)).success).toBe(true)
  expect(await register('whatever-1999')).toMatchObject({
    errorCode: 'bad-parameter',
    data: { fields: [{ path: 'agreementVersion', key: 'termsOld' }] },
  })
})

it('an edition applies from its publication; the one before is agreed to for a day, and read for ever', async () => {
  const first = (await publish()).data
  expect(first.edition).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await files()).toMatchObject([{ edition: first.edition }, { edition: first.edition }])
  expect((await read('agreement')).data).toMatchObject({ text: body.agreementZh, superseded: false })
  // English stands where it was written.
  expect((await read('agreement', undefined, 'en')).data).toMatchObject({ text: body.agreementZh, lang: 'zh-CN' })
  expect((await read('privacy', undefined, 'en')).data).toMatchObject({ text: body.privacyEn, lang: 'en' })
  expect((await register(first.edition)).success).toBe(true)
  // Who was reading the one before agreed to that. What was published stands for ever.
  expect((await register(sampleEdition)).success).toBe(true)
  const age = (days: number) =>
    t.services.db.system
      .updateTable('legalEdition')
      .set({ publishedAt: new Date(Date.now() - days * 86_400_000) })
      .where('edition', '=', first.edition)
      .execute()
  await expect(age(2)).rejects.toThrow('permission denied')

  const second = (await publish({ agreementZh: `${body.agreementZh}\n\n# 第二条\n新增一条。` })).data
  expect(second.edition).toBe(`${first.edition}.2`)
  expect((await register(first.edition)).success).toBe(true)
  const agreed = await t.services.db.system
    .selectFrom('person')
    .select('id')
    .where('consentVersion', '=', first.edition)
    .execute()
  expect(agreed).toHaveLength(2)
  expect((await read('agreement', first.edition)).data).toMatchObject({ text: body.agreementZh, superseded: true })
  for (const edition of ['never', 'an edition whose name is longer than any'])
    expect((await read('agreement', edition)).errorCode).toBe('not-found')
  expect((await t.call(legalCalls.list, { query: {} as never }, staff)).data.list).toMatchObject([
    { edition: second.edition, current: true },
    { edition: first.edition, current: false },
  ])
  const acts = (await t.call(auditCalls.platformList, { query: { action: 'legal.published' } as never }, staff)).data
  expect(acts.list.length).toBeGreaterThanOrEqual(2)
})

it('is written by administrators, and too short a text is told at its field', async () => {
  const owner = await t.member({ name: '客户' })
  expect((await t.call(legalCalls.publish, { body }, owner)).success).toBe(false)
  expect(await publish({ privacyZh: '太短' })).toMatchObject({
    errorCode: 'bad-parameter',
    data: { fields: [{ path: 'privacyZh' }] },
  })
})

it('each platform has its own', async () => {
  const there = { host: 'legal.example' }
  await t.services.db.system
    .insertInto('platform')
    .values({ id: newId(), notaryId: 'legal', name: JSON.stringify({ zh: '另一平台' }) as never, hosts: [there.host] })
    .execute()
  const other = await t.call(dictionaryCalls.dictionary, {}, undefined, there)
  expect(other.data.frontPlatformInfo.files).toMatchObject([{ edition: sampleEdition }, { edition: sampleEdition }])
})
