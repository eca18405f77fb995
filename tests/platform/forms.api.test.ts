import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { dictEntryCalls } from '../../contract/platform/dictionary-entries.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let me: Member
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member()
})
afterAll(() => t.close())

async function post(
  path: string,
  payload: string,
  type = 'application/x-www-form-urlencoded',
  as = me,
  method = 'POST',
) {
  const response = await t.inject({
    method: method as 'POST',
    url: path,
    payload,
    headers: { 'content-type': type, 'x-auth-token': as.token, 'x-lang': 'en' },
  })
  return response.json() as { success: boolean; errorCode?: string; errorMessage: string; data: never }
}

describe('an old client that sends the fields it does not use empty', () => {
  it('reads lists as if they were not there', async () => {
    const filled = 'pageNum=1&pageSize=10'
    const unused = ['status', 'startDate', 'endDate', 'operatorId', 'hidden', 'category', 'batchId', 'sort', 'keyWord']
    const path = pathOf(evidenceCalls.list)
    expect(await post(path, `${filled}&${unused.map((name) => `${name}=`).join('&')}`)).toMatchObject({ success: true })
    const json = JSON.stringify({ startDate: '', endDate: '', operatorId: '', pageNum: '' })
    expect(await post(path, json, 'application/json')).toMatchObject({ success: true })
    const regions = await t.inject({
      url: '/shimakaze/address?provinceCode=&sort=',
      headers: { 'x-auth-token': me.token },
    })
    expect(regions.json()).toMatchObject({ success: true })
  })

  it('deposits a hash, and takes its labels away again', async () => {
    const made = await post(
      pathOf(depositCalls.hash),
      `sha256=${'ab'.repeat(32)}&fileName=a.pdf&fileSize=&labels=One&labels=Two&unique_id=&sm3=`,
    )
    expect(made).toMatchObject({ success: true })
    const { id, no } = made.data as { id: string; no: string }
    const tags = async () => (await t.call(evidenceCalls.detail, { body: { ano: no } }, me)).data.tags
    expect(await tags()).toEqual(['One', 'Two'])
    const path = pathOf(evidenceCalls.relabel, { id })
    expect(await post(path, 'labels=', undefined, me, 'PUT')).toMatchObject({ success: true })
    expect(await tags()).toEqual([])
  })

  it.each([
    ['user/msg', sessionCalls.sendRegisterCode],
    ['login/msg', sessionCalls.sendLoginCode],
    ['user/pwd/msg', sessionCalls.sendPasswordCode],
  ])('is asked by %s to fill in what it left blank', async (_, call) => {
    for (const blank of ['', '+', '%E3%80%80']) {
      const refused = await post(pathOf(call), `phone=${blank}&captchaId=${blank}&captcha=${blank}&notaryId=`)
      expect(refused.data as { fields: unknown[] }).toEqual({
        fields: ['phone', 'captchaId', 'captcha'].map((path) => ({
          path,
          key: 'required',
          message: 'Please fill this in',
        })),
      })
    }
  })

  it('is told of what is required and blank', async () => {
    const refused = await post(pathOf(depositCalls.hash), 'sha256=&fileName=&labels=')
    expect(refused.data as { fields: { path: string }[] }).toMatchObject({
      fields: [{ path: 'sha256' }, { path: 'fileName' }],
    })
  })
})

it('a form carries a list of objects', async () => {
  const staff = await t.member({ role: 'administrator', kind: 'enterprise' })
  const form =
    'type=evidenceLabel&items[0][code]=civil&items[0][name]=民事&items[0][nameEn]=&items[1].code=ip&items[1].name=知识产权'
  expect(await post(pathOf(dictEntryCalls.saveWhole), form, undefined, staff)).toMatchObject({ success: true })
  const { list } = (await t.call(dictEntryCalls.list, { query: { type: 'evidenceLabel' } } as never, staff)).data
  expect(list.map((e) => [e.code, e.name, e.nameEn]).toSorted()).toEqual([
    ['civil', '民事', null],
    ['ip', '知识产权', null],
  ])
})

it.each([
  ['half a JSON', '{"pageNum":', 'application/json'],
  ['no JSON', 'pageNum', 'application/json'],
  ['a JSON that is no object', '["pageNum"]', 'application/json'],
  ['nothing where JSON was announced', '', 'application/json'],
  ['plain text', 'pageNum=1', 'text/plain'],
  ['JSON that says it is plain text', '{"pageNum":1}', 'text/plain'],
  ['XML', '<pageNum>1</pageNum>', 'application/xml'],
])('%s is told as a body that cannot be read', async (_, body, type) => {
  const refused = await post(pathOf(evidenceCalls.list), body, type)
  expect(refused).toMatchObject({ success: false, errorCode: 'unreadable-body', data: null })
  expect(refused.errorMessage).toContain("can't be read")
})
