import { type KeyObject, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { newKeyPair } from '../kit/people/key-pairs.ts'
import { type SignedForm, signedForm } from '../kit/people/signed-form.ts'

export let t: TestApp
export let me: Member
export let key: { id: string; accessKey: string }
export const pair = newKeyPair()

/** A service, and for every test of a file an enterprise with a key of its own. */
export function withKey() {
  beforeAll(async () => {
    t = await buildTestApp({ SHIMAKAZE_TRUSTED_PROXIES: '10.0.0.1' })
  })
  beforeEach(async () => {
    await forgetLimits(t)
    me = await t.member({ name: '代理所', kind: 'enterprise' })
    key = await addKey()
  })
  afterAll(() => t.close())
}

export async function addKey(body: { ips?: string[] } = {}, as = me, publicKey = pair.publicKey) {
  const { data, success } = await t.call(keyCalls.create, { body: { name: '夜间任务', publicKey, ...body } }, as)
  expect(success).toBe(true)
  return data
}

export const now = () => Math.floor(Date.now() / 1000)
export const signed = (
  operation: string,
  payload: unknown,
  over: Partial<SignedForm> = {},
  privateKey: KeyObject = pair.privateKey,
) => signedForm({ accessKey: key.accessKey, privateKey }, operation, payload, over)

export async function send(
  operation: string,
  fields: object,
  { headers = {}, ip = '127.0.0.1' }: { headers?: Record<string, string>; ip?: string } = {},
) {
  const response = await t.inject({
    method: 'POST',
    url: `/open-api/v1/${operation}`,
    remoteAddress: ip,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields as Record<string, string>).toString(),
  })
  const type = String(response.headers['content-type'])
  const json = type.startsWith('application/json')
    ? (response.json() as { success: boolean; code: string; message: string; requestId: string; data: never })
    : undefined
  return { status: response.statusCode, type, code: json?.code, body: response.rawPayload, ...json, http: response }
}
export const ask = (operation: string, payload: unknown, over: Partial<SignedForm> = {}, options = {}) =>
  send(operation, signed(operation, payload, over), options)
/** Of each call its outcome, newest first; a row is written once the answer has gone out. */
export const logOf = async (rows: number, id = key.id) => {
  await expect.poll(async () => (await t.call(keyCalls.log, { params: { id }, query: {} }, me)).data.total).toBe(rows)
  return (await t.call(keyCalls.log, { params: { id }, query: {} }, me)).data.list
}
export const wanted = (over: object = {}) => ({
  urls: ['https://example.com/a', 'https://example.com/b'],
  unique_id: `order-${randomUUID()}`,
  ...over,
})
