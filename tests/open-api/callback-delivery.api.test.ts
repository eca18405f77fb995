import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { callbackCalls } from '../../contract/open-api/callbacks.ts'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { reviveCallbacks, takeDue, takingDue } from '../../server/open-api/callbacks/callbacks.repo.ts'
import { sendDue, startCallbacks } from '../../server/open-api/callbacks/deliver.ts'
import { backoffSteps, mostAttempts } from '../../server/open-api/callbacks/backoff.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { fillWindow } from '../kit/people/forget-limits.ts'
import { newKeyPair } from '../kit/people/key-pairs.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import type { Member } from '../kit/build-test-app.ts'
import type { Wire } from '../kit/vendors/vendor.ts'
import { key, list, me, read, receiver, sendAll, t, trial, wait, withReceiver } from './callback-kit.ts'
import { startReceiver } from './receiver.ts'

withReceiver()

async function eachOf<T>(times: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < times) made.push(await make())
  return made
}

interface Plan {
  [about: string]: unknown
  'Actual Loops': number
  Plans?: Plan[]
}
/** How often rows in a state were looked for. */
const loopsOver = (state: string, { Plans = [], ...node }: Plan): number =>
  (JSON.stringify(node).includes(`'${state}'`) || JSON.stringify(node).includes('callback_under_way')
    ? node['Actual Loops']
    : 0) + Plans.reduce((sum, plan) => sum + loopsOver(state, plan), 0)

describe('a notice', () => {
  it('verifies with OpenSSL, and not once any part of it is another', async () => {
    await trial()
    await sendAll()
    const [wire] = receiver.got as [Wire]
    const { pem } = (await t.call(callbackCalls.signers, {})).data.list[0]!
    const folder = mkdtempSync(join(tmpdir(), 'skz-notice-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
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

  it('waits longer each time, and after the last is given up and told of, once a day', async () => {
    const ids = [await trial(), await trial()]
    const seen: number[] = []
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
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
    for (const [i, delay] of backoffSteps.entries()) expect(Math.abs(seen[i]! - delay)).toBeLessThanOrEqual(3)
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
    // An answer that the lost worker still hears changes nothing any more.
    await sendDue(t.services, taken[0]!)
    expect((await list()).map((c) => [c.state, c.attempts])).toEqual(Array.from({ length: 4 }, () => ['DONE', 2]))
  })

  it('is taken without counting what is under way for each key there is', async () => {
    await trial()
    const client = new pg.Client({ connectionString: t.databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin')
    await client.query(
      `insert into api_key (id, platform_id, account_id, membership_id, name, access_key, public_key, bits, fingerprint, callback_url)
       select gen_random_uuid(), platform_id, account_id, membership_id, name, md5(n::text), public_key, bits, 'idle ' || n, callback_url
       from api_key, generate_series(1, 20) n where id = $1`,
      [key.id],
    )
    const taking = takingDue(16).compile(t.services.db.system)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${taking.sql}`,
      [...taking.parameters],
    )
    expect(loopsOver('SENDING', rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(5)
    await client.query('rollback')
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

  it('of an account with many keys keeps those of others from nothing', async () => {
    const newKey = async (of: Member, callbackUrl: string) =>
      (await t.call(keyCalls.create, { body: { name: '多', publicKey: newKeyPair().publicKey, callbackUrl } }, of)).data
        .id
    for (const id of [key.id, ...(await eachOf(4, () => newKey(me, receiver.endpoint)))])
      await eachOf(4, () => trial(id))
    receiver.next.push(...Array.from({ length: 20 }, () => 'hang' as const))
    const [other, quick] = [await t.member({ name: '另一家' }), await startReceiver()]
    await trial(await newKey(other, quick.endpoint), other)
    const worker = startCallbacks(t.services, { error: (about) => expect(about).toBeUndefined() })
    await expect.poll(() => quick.got.length, { timeout: 8_000 }).toBe(1)
    await expect.poll(() => receiver.most()).toBe(8)
    await receiver.close()
    await worker.stop()
    await quick.close()
  })

  it('is sent by hand only so often: the address may be anybody’s', async () => {
    await fillWindow(t, `callbacks:${me.accountId}`, { hits: 60, seconds: 600 })
    expect((await t.call(callbackCalls.trial, { params: { id: key.id } }, me)).errorCode).toBe('too-frequent')
  })
})
