import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInterface } from 'node:readline'
import { type CallbackBody, callbackCalls } from '../../contract/open-api/callbacks.ts'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { forgetSecrets, renewCallbackKey } from '../../server/app/operators.ts'
import { problemOfAddress } from '../../server/open-api/callbacks/address.ts'
import { reviveCallbacks, sweepCallbacks, takeDue } from '../../server/open-api/callbacks/callbacks.repo.ts'
import { sendDue, startCallbacks } from '../../server/open-api/callbacks/deliver.ts'
import { mostAttempts, rests } from '../../server/open-api/callbacks/rests.ts'
import { post } from '../../server/open-api/callbacks/send.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { newKeyPair } from '../kit/people/key-pairs.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { signedForm } from '../kit/people/signed-form.ts'
import type { Wire } from '../kit/vendors/vendor.ts'
import { openLocalAuthority, runJobs } from '../registry/deposit-kit.ts'
import { startReceiver } from './receiver.ts'

const receiverProgram = join(import.meta.dirname, '../../examples/callback-receiver.mjs')
/** As customers read notices: by the example alone. */
const { readCallback } = (await import(receiverProgram)) as {
  readCallback(publicKeys: string[], headers: object, body: string, now?: number): CallbackBody & { id: string }
}

let t: TestApp
let authority: Authority
let receiver: Awaited<ReturnType<typeof startReceiver>>
let me: Member
let key: { id: string; accessKey: string }
const pair = newKeyPair()
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

const addKey = async (of: Member, callbackUrl = `${receiver.endpoint}/notices`) =>
  (await t.call(keyCalls.create, { body: { name: '入库', publicKey: pair.publicKey, callbackUrl } }, of)).data

async function ask(operation: string, payload: object, by = key) {
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
const deposit = (uniqueId = `hash-${randomUUID()}`) =>
  ask('deposit-hash', {
    fileName: '合同.pdf',
    sha256: createHash('sha256').update(uniqueId).digest('hex'),
    unique_id: uniqueId,
  })
const startCapture = async (twoStage = false) =>
  (await ask('capture-url', { urls: ['https://example.com/a'], unique_id: `order-${randomUUID()}`, twoStage })).list[0]!
    .no

/** Sends what is due, as a worker does, once. */
async function sendAll() {
  const due = await takeDue(t.services.db, 100)
  await Promise.all(due.map((one) => sendDue(t.services, one)))
  return due.length
}
const trial = async (id = key.id, as = me) => (await t.call(callbackCalls.trial, { params: { id } }, as)).data.id
const list = async (id = key.id) => (await t.call(callbackCalls.list, { params: { id }, query: {} }, me)).data.list
const wait = () =>
  t.services.db.system
    .updateTable('callback')
    .set({ dueAt: sql<Date>`app_now()` })
    .where('state', '=', 'WAITING')
    .execute()
const publicKeys = async () => (await t.call(callbackCalls.signers, {})).data.list.map((s) => s.publicKey)
const read = async ({ headers, body }: Wire, now?: number) =>
  readCallback(await publicKeys(), headers, body.toString('utf8'), now)

describe('a program is told', () => {
  it('of a deposit when it is sealed, as the documentation says', async () => {
    const { no } = await deposit('contract-2026-0001')
    expect(await sendAll()).toBe(0)
    await runJobs(t, authority)
    expect(await sendAll()).toBe(1)
    expect(receiver.got).toMatchObject([
      { method: 'POST', path: '/notices', headers: { 'content-type': 'application/json' } },
    ])
    const notice = await read(receiver.got[0]!)
    expect(notice).toMatchObject({
      type: 'evidence.collected',
      data: {
        no,
        unique_id: 'contract-2026-0001',
        name: '合同.pdf',
        status: 'collected',
        completeness: 'full',
        failReason: null,
        certified: false,
      },
    })
    expect(notice.data!.statementSha256).toMatch(/^[0-9a-f]{64}$/)
    expect(Math.abs(Date.parse(notice.timestamp) - Date.now())).toBeLessThan(60_000)
    expect(await list()).toMatchObject([
      {
        id: notice.id,
        event: 'evidence.collected',
        no,
        state: 'DONE',
        attempts: 1,
        answer: 204,
        error: null,
        dueAt: null,
      },
    ])
  })

  it('of both stages of a capture, of its certificate, its failure and its end', async () => {
    const no = await startCapture(true)
    const set = (values: object) =>
      t.services.db.system.updateTable('evidence').set(values).where('number', '=', no).execute()
    await set({ status: 'collecting' })
    await set({
      status: 'to-confirm',
      confirmUntil: new Date('2031-01-02T03:04:05.678Z'),
      completeness: 'full',
      finishedAt: new Date(),
      sealedAt: new Date(),
      statement: Buffer.from('{}'),
      statementSha256: Buffer.alloc(32, 7),
      token: Buffer.from('t'),
      tokenSerial: 'AB',
    })
    await ask('confirm', { no, statementSha256: '07'.repeat(32) })
    const failed = await startCapture()
    await t.services.db.system
      .updateTable('evidence')
      .set({ status: 'failed', failReason: 'timed-out' })
      .where('number', '=', failed)
      .execute()
    const cancelled = await startCapture()
    await ask('cancel', { no: cancelled })
    while (await sendAll());
    const notices = await Promise.all(receiver.got.map((wire) => read(wire)))
    expect(notices.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))).toMatchObject([
      {
        type: 'evidence.to-confirm',
        data: { no, status: 'to-confirm', statementSha256: '07'.repeat(32), confirmUntil: '2031-01-02T03:04:05.678Z' },
      },
      { type: 'evidence.collected', data: { no, status: 'collected', confirmUntil: null } },
      { type: 'evidence.failed', data: { no: failed, failReason: 'timed-out', url: 'https://example.com/a' } },
      { type: 'evidence.cancelled', data: { no: cancelled } },
    ])
  })

  it('also where somebody who sees their own evidence alone ends it on a page', async () => {
    const no = await startCapture()
    const sub = await t.sub(me, { grants: ['captures.start'] })
    const { id } = await t.services.db.system
      .updateTable('evidence')
      .set({ personId: sub.personId })
      .where('number', '=', no)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await t.call(webCaptureCalls.cancel, { body: { ids: [id] } }, sub)).success).toBe(true)
    await sendAll()
    expect((await read(receiver.got[0]!)).data).toMatchObject({ no, status: 'cancelled' })
  })

  it('nothing of what people began on pages, nor of what another key began', async () => {
    await t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'] } }, me)
    await t.services.db.system
      .updateTable('evidence')
      .set({ status: 'failed', failReason: 'timed-out' })
      .where('accountId', '=', me.accountId)
      .execute()
    expect(await sendAll()).toBe(0)
  })
})

describe('a notice', () => {
  it('verifies with OpenSSL, and not once any part of it is another', async () => {
    await trial()
    await sendAll()
    const [wire] = receiver.got as [Wire]
    const { pem } = (await t.call(callbackCalls.signers, {})).data.list[0]!
    const folder = mkdtempSync(join(tmpdir(), 'skz-notice-'))
    const {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    } = wire.headers as Record<string, string>
    writeFileSync(join(folder, 'key.pem'), pem)
    writeFileSync(join(folder, 'signature'), Buffer.from(signature!.replace('v1a,', ''), 'base64'))
    writeFileSync(join(folder, 'text'), `${id}.${timestamp}.${wire.body.toString('utf8')}`)
    if (requireTool('openssl'))
      expect(
        runTool(
          'openssl',
          ['pkeyutl', '-verify', '-pubin', '-inkey', 'key.pem', '-rawin', '-in', 'text', '-sigfile', 'signature'],
          folder,
        ),
      ).toMatchObject({ ok: true, text: expect.stringContaining('Verified Successfully') as string })
    rmSync(folder, { recursive: true })
    expect(await read(wire)).toEqual({
      id,
      type: 'callback.trial',
      timestamp: expect.any(String) as string,
      data: null,
    })
    for (const headers of [
      { ...wire.headers, 'webhook-id': randomUUID() },
      { ...wire.headers, 'webhook-timestamp': String(Number(timestamp) + 1) },
      { ...wire.headers, 'webhook-signature': `v1a,${randomBytes(64).toString('base64')}` },
    ])
      await expect(read({ ...wire, headers })).rejects.toThrow('not signed')
    await expect(read({ ...wire, body: Buffer.concat([wire.body, Buffer.from(' ')]) })).rejects.toThrow('not signed')
    await expect(read(wire, Date.now() / 1000 + 301)).rejects.toThrow('too old')
  })

  it('that is not taken comes again with the same id and words, and a new time', async () => {
    await trial()
    receiver.next.push(500)
    await sendAll()
    expect(await list()).toMatchObject([
      { state: 'WAITING', attempts: 1, answer: 500, dueAt: expect.any(String) as string },
    ])
    expect(await sendAll()).toBe(0)
    await new Promise((later) => setTimeout(later, 1_100))
    await wait()
    await sendAll()
    const [first, second] = receiver.got as [Wire, Wire]
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(second.body).toEqual(first.body)
    expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']))
    expect(await list()).toMatchObject([{ state: 'DONE', attempts: 2 }])
  })

  it('rests longer each time, and after the last is given up and told of, once a day', async () => {
    const ids = [await trial(), await trial()]
    const seen: number[] = []
    for (let attempt = 1; attempt <= rests.length + 1; attempt++) {
      receiver.next.push(503, 500)
      await sendAll()
      const left = await t.services.db.system
        .selectFrom('callback')
        .select(sql<number>`round(extract(epoch from due_at - tried_at))::int`.as('seconds'))
        .where('id', '=', ids[0]!)
        .executeTakeFirstOrThrow()
      seen.push(left.seconds)
      await wait()
    }
    for (const [i, rest] of rests.entries()) expect(Math.abs(seen[i]! - rest)).toBeLessThanOrEqual(3)
    expect((await list()).map((c) => [c.state, c.attempts])).toEqual([
      ['FAILED', 10],
      ['FAILED', 10],
    ])
    await deliverAll(t)
    const told = await t.services.db.system
      .selectFrom('message')
      .select(['kind', 'subjectId', 'params'])
      .where('personId', '=', me.personId)
      .where('kind', '=', 'callbackFailed')
      .execute()
    expect(told).toEqual([{ kind: 'callbackFailed', subjectId: key.id, params: { name: '入库' } }])
  })

  it('waits as long as its receiver asks, and ends where the receiver is gone', async () => {
    const [busy, gone] = [await trial(), await trial()]
    receiver.next.push({ status: 429, headers: { 'retry-after': '120' } })
    const due = await takeDue(t.services.db, 100)
    await sendDue(
      t.services,
      due.find((d) => d.id === busy)!,
    )
    receiver.next.push(410)
    await sendDue(
      t.services,
      due.find((d) => d.id === gone)!,
    )
    const rows = await t.services.db.system
      .selectFrom('callback')
      .select(['id', 'state', sql<number>`extract(epoch from due_at - app_now())::float8`.as('left')])
      .where('keyId', '=', key.id)
      .execute()
    expect(rows.find((r) => r.id === busy)).toMatchObject({ state: 'WAITING' })
    expect(rows.find((r) => r.id === busy)!.left).toBeGreaterThan(110)
    expect(rows.find((r) => r.id === gone)).toMatchObject({ state: 'FAILED' })
  })

  it('is sent by one of several workers alone, and goes on where a worker died', async () => {
    for (let i = 0; i < 4; i++) await trial()
    const taken = (await Promise.all(Array.from({ length: 8 }, () => takeDue(t.services.db, 16)))).flat()
    expect(new Set(taken.map((d) => d.id)).size).toBe(4)
    expect(taken).toHaveLength(4)
    await reviveCallbacks(t.services.db)
    expect(await sendAll()).toBe(0)
    await t.services.db.system
      .updateTable('callback')
      .set({ triedAt: sql<Date>`app_now() - interval '61 seconds'` })
      .where('state', '=', 'SENDING')
      .execute()
    await reviveCallbacks(t.services.db)
    expect(await sendAll()).toBe(4)
    // What the lost worker still hears changes nothing any more.
    await sendDue(t.services, taken[0]!)
    expect((await list()).map((c) => [c.state, c.attempts])).toEqual(Array.from({ length: 4 }, () => ['DONE', 2]))
  })

  it('that no worker ever got through with is given up', async () => {
    const id = await trial()
    await t.services.db.system
      .updateTable('callback')
      .set({ state: 'SENDING', attempts: mostAttempts, triedAt: sql<Date>`app_now() - interval '61 seconds'` })
      .where('id', '=', id)
      .execute()
    await reviveCallbacks(t.services.db)
    expect(await list()).toMatchObject([{ id, state: 'FAILED' }])
  })

  it('to a slow receiver keeps those to others from nothing', async () => {
    for (let i = 0; i < 12; i++) await trial()
    receiver.next.push(...Array.from({ length: 12 }, () => 'hang' as const))
    const other = await t.member({ name: '另一家' })
    const quick = await startReceiver()
    const theirs = (
      await t.call(
        keyCalls.create,
        { body: { name: '快', publicKey: newKeyPair().publicKey, callbackUrl: quick.endpoint } },
        other,
      )
    ).data
    for (let i = 0; i < 6; i++) await trial(theirs.id, other)
    const worker = startCallbacks(t.services, { error: (about) => expect(about).toBeUndefined() })
    await expect.poll(() => quick.got.length, { timeout: 8_000 }).toBe(6)
    expect(receiver.most()).toBe(4)
    await receiver.close()
    await worker.stop()
    await quick.close()
  })
})

it('is sent by hand only so often: the address may be anybody’s', async () => {
  await t.services.db.system
    .insertInto('callWindow')
    .values({
      bucket: `callbacks:${me.accountId}`,
      windowStart: new Date(Math.floor(Date.now() / 600_000) * 600_000),
      hits: 60,
    })
    .execute()
  expect((await t.call(callbackCalls.trial, { params: { id: key.id } }, me)).errorCode).toBe('too-frequent')
})

describe('an address', () => {
  const put = (callbackUrl: string) =>
    t.call(keyCalls.update, { params: { id: key.id }, body: { name: '入库', callbackUrl } }, me)

  it.each([
    ['ftp://example.com/', 'format.url'],
    ['example.com/x', 'format.url'],
    ['https://me:secret@example.com/', 'format.url'],
    ['https://example.com/#a', 'format.url'],
    ['http://10.0.0.1/', 'callback.refused'],
    ['https://[::1]/', 'callback.refused'],
    ['https://169.254.169.254/latest', 'callback.refused'],
    ['https://no-such-host.invalid/', 'callback.unknownHost'],
  ])('%s is refused', async (address, problem) => {
    expect(await put(address)).toMatchObject({
      success: false,
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'callbackUrl', key: problem }] },
    })
  })

  it('out in the world is reached by https alone, on ports of the web, and by none of its answers on an inner network', async () => {
    const at = (address: string) => () => Promise.resolve([{ address, family: 4 as const }])
    expect(await problemOfAddress('http://example.com/', [], at('93.184.215.14'))).toBe('https')
    expect(await problemOfAddress('https://example.com/', [], at('93.184.215.14'))).toBeUndefined()
    expect(await problemOfAddress('https://example.com:22/', [], at('93.184.215.14'))).toBe('refused')
    expect(
      await problemOfAddress('https://example.com/', [], () =>
        Promise.resolve([
          { address: '93.184.215.14', family: 4 },
          { address: '192.168.0.9', family: 4 },
        ]),
      ),
    ).toBe('refused')
  })

  it('is judged again whenever something is sent to it, and redirects are not followed', async () => {
    await trial()
    await t.services.db.forAccount(me, (tx) =>
      tx.updateTable('apiKey').set({ callbackUrl: 'http://192.168.7.7/' }).where('id', '=', key.id).execute(),
    )
    await sendAll()
    expect(await list()).toMatchObject([{ state: 'WAITING', answer: null, error: 'address-refused' }])
    await put(`${receiver.endpoint}/`)
    receiver.next.push({ status: 302, headers: { location: `${receiver.endpoint}/elsewhere` } })
    await wait()
    await sendAll()
    expect(await list()).toMatchObject([{ state: 'WAITING', answer: 302 }])
    expect(receiver.got).toHaveLength(1)
  })

  it('that does not answer is told of by why', async () => {
    receiver.next.push('hang')
    expect(await post(`${receiver.endpoint}/`, {}, '{}', ['127.0.0.0/8'], 300)).toEqual({ error: 'timed-out' })
    await receiver.close()
    expect(await post(`${receiver.endpoint}/`, {}, '{}', ['127.0.0.0/8'])).toEqual({ error: 'refused' })
    expect(await post('https://no-such-host.invalid/', {}, '{}', [])).toEqual({ error: 'name-not-found' })
    expect(await post('http://127.0.0.1:80/', {}, '{}', [])).toEqual({ error: 'address-refused' })
    receiver = await startReceiver()
    expect(await post(receiver.endpoint.replace('http:', 'https:'), {}, '{}', ['127.0.0.0/8'])).toMatchObject({
      error: expect.stringMatching(/tls|unreachable/) as string,
    })
  })

  it('that is taken away, or whose key is disabled, is told nothing more', async () => {
    await trial()
    await t.call(keyCalls.setStatus, { params: { id: key.id }, body: { status: 'DISABLED' } }, me)
    expect(await sendAll()).toBe(0)
    await sweepCallbacks(t.services.db)
    expect(await list()).toMatchObject([{ state: 'DROPPED', attempts: 0 }])
    expect((await t.call(callbackCalls.trial, { params: { id: key.id } }, me)).errorCode).toBe('wrong-state')
    await t.call(keyCalls.setStatus, { params: { id: key.id }, body: { status: 'ACTIVE' } }, me)
    const { id } = (await list())[0]!
    expect((await t.call(callbackCalls.again, { params: { id } }, me)).success).toBe(true)
    await sendAll()
    expect(await list()).toMatchObject([{ id, state: 'DONE', attempts: 1 }])
    await put('')
    await startCapture().then((no) => ask('cancel', { no }))
    expect(await list()).toHaveLength(1)
  })
})

describe('the key that signs', () => {
  it('is renewed while the old one signs along', async () => {
    const [old] = await publicKeys()
    await renewCallbackKey(t.services.db, t.services.secrets)
    const now = await publicKeys()
    expect(now).toEqual([expect.not.stringContaining(old!), old])
    await trial()
    await sendAll()
    const [{ headers, body }] = receiver.got as [Wire]
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
    for (const known of now)
      expect(readCallback([known], headers, String(body))).toMatchObject({ type: 'callback.trial' })
    await t.services.db.system
      .updateTable('callbackSigner')
      .set({ signsUntil: sql<Date>`app_now()` })
      .where('signsUntil', 'is not', null)
      .execute()
    expect(await publicKeys()).toEqual([now[0]])
  })

  it('is made anew where the key of the secrets was lost', async () => {
    const before = await publicKeys()
    await forgetSecrets(t.services.db)
    expect(await publicKeys()).toEqual([])
    await trial()
    await sendAll()
    expect(await read(receiver.got[0]!)).toMatchObject({ type: 'callback.trial' })
    expect(await publicKeys()).not.toContain(before[0])
  })
})

it('the example receiver takes what is the platform’s, once, and refuses the rest', async () => {
  const program = spawn(process.execPath, [receiverProgram], {
    env: { ...process.env, PORT: '0', CALLBACK_PUBLIC_KEYS: (await publicKeys()).join(',') },
  })
  try {
    const [said, heard]: [string[], string[]] = [[], []]
    createInterface({ input: program.stdout }).on('line', (line) => said.push(line))
    createInterface({ input: program.stderr }).on('line', (line) => heard.push(line))
    await expect.poll(() => heard.at(-1), { timeout: 10_000 }).toMatch(/^listening on \d+$/)
    const endpoint = `http://127.0.0.1:${heard.at(-1)!.split(' ').at(-1)}/`
    await t.call(keyCalls.update, { params: { id: key.id }, body: { name: '入库', callbackUrl: endpoint } }, me)
    const id = await trial()
    await sendAll()
    await t.call(callbackCalls.again, { params: { id } }, me)
    await sendAll()
    expect(await list()).toMatchObject([{ id, state: 'DONE', answer: 204 }])
    expect((await fetch(endpoint, { method: 'POST', body: '{}' })).status).toBe(400)
    await expect.poll(() => said.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([id])
  } finally {
    program.kill()
  }
})
