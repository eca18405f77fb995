import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type CallbackBody, callbackCalls } from '../../contract/open-api/callbacks.ts'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { takeDue } from '../../server/open-api/callbacks/callbacks.repo.ts'
import { sendDue } from '../../server/open-api/callbacks/deliver.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { newKeyPair } from '../kit/people/key-pairs.ts'
import { signedForm } from '../kit/people/signed-form.ts'
import type { Wire } from '../kit/vendors/vendor.ts'
import { openLocalAuthority } from '../registry/deposit-kit.ts'
import { startReceiver } from './receiver.ts'

export const receiverProgram = join(import.meta.dirname, '../../examples/callback-receiver.mjs')
/** As customers read notices: by the example alone. */
export const { readCallback } = (await import(receiverProgram)) as {
  readCallback(publicKeys: string[], headers: object, body: string, now?: number): CallbackBody & { id: string }
}

export let t: TestApp
export let authority: Authority
export let receiver: Awaited<ReturnType<typeof startReceiver>>
export let me: Member
export let key: { id: string; accessKey: string }
const pair = newKeyPair()

/** A service, and for every test of a file a key of its own whose address is a receiver of ours. */
export function withReceiver() {
  beforeAll(async () => {
    t = await buildTestApp({ SHIMAKAZE_ALLOW_PRIVATE: '127.0.0.0/8' })
    authority = await openLocalAuthority()
  })
  beforeEach(async () => {
    await receiver?.close()
    receiver = await startReceiver()
    await forgetLimits(t)
    await t.services.db.system.deleteFrom('callback').execute()
    me = await t.member({ name: '代理所', kind: 'enterprise' })
    key = await addKey(me)
  })
  afterAll(() => Promise.all([t.close(), receiver.close()]))
}

/** One that listens, after a test has closed its own. */
export async function reopenReceiver() {
  receiver = await startReceiver()
}

const addKey = async (of: Member, callbackUrl = `${receiver.endpoint}/notices`) =>
  (await t.call(keyCalls.create, { body: { name: '入库', publicKey: pair.publicKey, callbackUrl } }, of)).data

export async function ask(operation: string, payload: object, by = key) {
  const response = await t.inject({
    method: 'POST',
    url: `/open-api/v1/${operation}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...signedForm({ accessKey: by.accessKey, privateKey: pair.privateKey }, operation, payload),
    }).toString(),
  })
  const { success, data } = response.json() as { success: boolean; data: { no: string; list: { no: string }[] } }
  if (!success) throw new Error(response.body)
  return data
}

export const startCapture = async (twoStage = false) =>
  (await ask('capture-url', { urls: ['https://example.com/a'], unique_id: `order-${randomUUID()}`, twoStage })).list[0]!
    .no

/** Sends what is due, as a worker does, once. */
export async function sendAll() {
  const due = await takeDue(t.services.db, 100)
  await Promise.all(due.map((one) => sendDue(t.services, one)))
  return due.length
}
export const trial = async (id = key.id, as = me) => (await t.call(callbackCalls.trial, { params: { id } }, as)).data.id
export const list = async (id = key.id) =>
  (await t.call(callbackCalls.list, { params: { id }, query: {} }, me)).data.list
export const wait = () =>
  t.services.db.system
    .updateTable('callback')
    .set({ dueAt: sql<Date>`app_now()` })
    .where('state', '=', 'WAITING')
    .execute()
export const publicKeys = async () => (await t.call(callbackCalls.signers, {})).data.list.map((s) => s.publicKey)
export const read = async ({ headers, body }: Wire, now?: number) =>
  readCallback(await publicKeys(), headers, body.toString('utf8'), now)
