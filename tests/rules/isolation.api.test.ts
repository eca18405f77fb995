import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { calls } from '../../contract/calls.ts'
import { shareCalls } from '../../contract/certificates/share.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { type Call, pathOf } from '../../contract/kit/call.ts'
import { rightsOf } from '../../contract/kit/rights.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence, type BuiltEvidence } from '../kit/factories.ts'

const canary = { name: '金丝雀名称', url: 'https://canary.example/secret', labels: ['金丝雀标签'], remark: '金丝雀备注', header: '金丝雀抬头', receiver: '金丝雀收件人', receiverPhone: '13711112222', street: '金丝雀路 1 号' }
const fuzhou = { provinceCode: '350000', cityCode: '350100', regionCode: '350102' }
const strangers = { name: '陌生人', phone: '13912345678', ...fuzhou, detail: '陌生路 1 号' }
const all = Object.entries(calls).flatMap(([group, members]) => Object.entries(members).map(([name, call]) => ({ title: `${group}.${name}`, call: call as Call })))

let t: TestApp
let owner: Member
let stranger: Member
let operator: Member
let evidence: BuiltEvidence
let shareId: string
let headerId: string
let addressId: string

beforeAll(async () => {
  t = await buildTestApp()
  owner = await t.member({ name: '证据所有人' })
  stranger = await t.member({ name: '陌生人' })
  operator = await t.member({ name: '运营', role: 'operator' })
  evidence = await buildEvidence(t, owner, canary)
  headerId = (await t.call(headerCalls.create, { body: { headType: 'PERSONAL', title: canary.header } }, owner)).data.id
  addressId = (await t.call(addressCalls.create, { body: { ...fuzhou, name: canary.receiver, phone: canary.receiverPhone, detail: canary.street } }, owner)).data.id
  shareId = (await t.call(shareCalls.create, { body: { ano: evidence.number, days: 1 } }, owner)).data.id
})
afterAll(() => t.close())

/** Every id the owner has, under every name that any call asks for. */
function aimedAt(call: Call) {
  const id = call.path.startsWith('operator/person') ? owner.personId : call.path.startsWith('operator/account') ? owner.accountId : call.path.startsWith('invoice/header') ? headerId : call.path.startsWith('address') ? addressId : call.path.startsWith('region/') ? fuzhou.cityCode : call.path.startsWith('share/') ? shareId : call.path.startsWith('attestation/file/') ? evidence.fileId : evidence.id
  const values: Record<string, unknown> = {
    ...(call.path.startsWith('address') ? strangers : {}),
    id, ano: evidence.number, no: evidence.number, ids: [id], headType: 'PERSONAL', title: '陌生人', rows: [{ headType: 'PERSONAL', title: '陌生人', ...strangers }], labels: ['x'], reason: '没有理由', standing: 'DISABLED', evidenceName: 'x', hidden: true, token: 'A'.repeat(43), days: 1,
    urls: ['https://example.com/'], phone: '13912345678', captchaId: evidence.id, captcha: 'x', sha256: '0'.repeat(64), idNumber: '陌生人',
  }
  const fill = (part: 'params' | 'query' | 'body') => Object.fromEntries(Object.keys(call[part]?.shape ?? {}).flatMap((k) => (k in values ? [[k, values[k]]] : [])))
  return { params: fill('params'), query: fill('query'), body: fill('body') }
}

async function send(call: Call, as?: Member, headers: Record<string, string> = {}) {
  const { params, query, body } = aimedAt(call)
  const response = await t.inject({
    method: call.method, url: pathOf(call, params as Record<string, string>), query: query as Record<string, string>, ...(call.body ? { payload: body } : {}),
    headers: { ...(as ? { 'x-auth-token': as.token } : {}), ...headers },
  })
  return { status: response.statusCode, text: response.body }
}

const isBulk = (call: Call) => 'ids' in (call.body?.shape ?? {})

function expectNoLeak(text: string) {
  for (const secret of [canary.name, canary.url, canary.labels[0]!, canary.remark, canary.header, canary.receiver, canary.street, canary.receiverPhone, evidence.id, evidence.fileId, owner.name, owner.phone]) expect(text).not.toContain(secret)
}

const guarded = all.filter(({ call }) => call.right !== 'public' && call.kind !== 'events')

describe('a visitor', () => {
  it.each(guarded)('is told to sign in by $title', async ({ call }) => {
    const { status, text } = await send(call)
    expect(JSON.parse(text)).toMatchObject({ success: false, statusCode: '500002' })
    expect(status).toBe(call.kind === 'bytes' ? 401 : 200)
  })

  it.each(all.filter(({ call }) => call.right === 'public'))('learns nothing of others from $title', async ({ call }) => expectNoLeak((await send(call)).text))
})

describe('another account', () => {
  it.each(guarded)('learns and changes nothing through $title', async ({ call }) => {
    const owned = async () => [await t.call(evidenceCalls.detail, { body: { ano: evidence.number } }, owner), await t.call(headerCalls.list, { query: {} }, owner), await t.call(addressCalls.list, { query: {} }, owner)].map((r) => r.data)
    const before = await owned()
    const { text } = await send(call, stranger)
    // A bulk result names the records that were asked for: what the stranger named himself is no news.
    expectNoLeak(isBulk(call) ? text.replaceAll(evidence.id, '') : text)
    if (isBulk(call)) expect(text).not.toContain('"ok":true')
    expect(await owned()).toEqual(before)
  })

  it.each(guarded)('cannot act for the owner through $title', async ({ call }) => {
    const { text } = await send(call, stranger, { 'x-account': owner.accountId })
    expect(JSON.parse(text)).toMatchObject({ success: false, errorCode: 'account-not-yours' })
  })
})

describe('an operator without the right', () => {
  const denied = guarded.filter(({ call }) => call.right !== 'signed-in' && !rightsOf({ role: 'operator', accountKind: 'enterprise', grants: [] }).has(call.right))
  it.each(denied)('is refused by $title', async ({ call }) => expect(JSON.parse((await send(call, operator)).text)).toMatchObject({ errorCode: 'forbidden' }))
})

it('answers alike for what is another’s and what does not exist', async () => {
  const others = await t.call(evidenceCalls.detail, { body: { ano: evidence.number } }, stranger)
  const absent = await t.call(evidenceCalls.detail, { body: { ano: '260101000000000000' } }, stranger)
  expect({ ...others, requestId: '' }).toEqual({ ...absent, requestId: '' })
})

it('holds without the account filter too: row-level security shows a stranger nothing', async () => {
  const newcomer = await t.member()
  const seen = await t.services.db.forAccount(newcomer, (tx) => tx.selectFrom('evidence').select('id').execute())
  expect(seen).toEqual([])
  const mine = await t.services.db.forAccount(owner, (tx) => tx.selectFrom('evidence').select('id').execute())
  expect(mine).toEqual([{ id: evidence.id }])
  await expect(t.services.db.forAccount(stranger, (tx) => tx.insertInto('audit').values({ id: evidence.id, platformId: t.platformId, accountId: owner.accountId, actorName: 'x', actorPart: 'owner', action: 'x', subjectKind: 'x' }).execute())).rejects.toThrow(/row-level security/)
})

it('lets nobody change or delete an audit row', async () => {
  await expect(t.services.db.asSystem((tx) => tx.updateTable('audit').set({ actorName: 'x' }).execute())).rejects.toThrow(/permission denied/)
  await expect(t.services.db.asSystem((tx) => tx.deleteFrom('audit').execute())).rejects.toThrow(/permission denied/)
})
