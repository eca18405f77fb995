import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '../../../contract/kit/call.ts'
import { dictionaryCalls } from '../../../contract/platform/dictionary.ts'
import { trustCalls } from '../../../contract/operator/trust.ts'
import { anchorCalls } from '../../../contract/trust/anchors.ts'
import { chainCalls } from '../../../contract/trust/chain.ts'
import { toHex } from '../../../proof/bytes.ts'
import { anchorBytes, verifyAnchor } from '../../../proof/evm/anchor.ts'
import { digestOf } from '../../../proof/evm/calldata.ts'
import { readSignedCheckpoint } from '../../../proof/log/checkpoint.ts'
import { newId } from '../../../server/kit/ids.ts'
import { nameChain } from '../../../server/trust/anchors/anchors.repo.ts'
import { nextCheckpoint } from '../../../server/trust/anchors/checkpoint-to-anchor.ts'
import { anchorsEnv } from '../../kit/outside/anchors-env.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { forgetLimits } from '../../kit/people/forget-limits.ts'
import { keepAnchor, keepCheckpoint } from './anchor-kit.ts'
import { asAdmin } from './as-admin.ts'
import { noteOf, sampleRecord } from './sample.ts'

const settings = anchorsEnv()
let t: TestApp
let staff: Member
let customer: Member
beforeAll(async () => {
  t = await buildTestApp(settings.env)
  staff = await t.member({ role: 'operator' })
  customer = await t.member()
})
beforeEach(async () => {
  await forgetLimits(t)
  await asAdmin(t.databaseUrl, 'truncate chain, chain_anchor, chain_transaction, later_proof')
  for (const chain of t.services.config.anchors!.chains) await nameChain(t.services.db, chain)
})
afterAll(async () => {
  await t.close()
  settings.remove()
})

async function anchored(size: number, height: number, chainId = 31_337) {
  const note = noteOf(size)
  const record = await sampleRecord(note, { chainId, count: 4, index: 2 })
  const digest = await digestOf(readSignedCheckpoint(note).text)
  const of = (bytes: Uint8Array) => Buffer.from(bytes)
  await keepAnchor(t.services.db, {
    chainId,
    size,
    digest: of(digest),
    note: of(note),
    state: 'CONFIRMED',
    txHash: of(record.transactionHash),
    blockHash: of(record.blockHash),
    height,
    blockTime: new Date('2026-11-22T08:00:00Z'),
    record: of(anchorBytes(record)),
    confirmedAt: new Date(),
  })
  return { hash: `0x${toHex(record.transactionHash)}`, digest: toHex(digest), note, record }
}

async function failed(size = 9, reason = 'not-mined') {
  const note = Buffer.from(noteOf(size))
  return keepAnchor(t.services.db, {
    chainId: 31_337,
    size,
    digest: createHash('sha256').update(note).digest(),
    note,
    state: 'FAILED',
    reason,
  })
}

const retry = (id: string, as = staff) => t.call(anchorCalls.retry, { params: { id } }, as)

describe('what anybody may know', () => {
  it('is the chain as it was last seen and the newest checkpoint it holds', async () => {
    expect((await t.call(chainCalls.info, { query: {} })).data).toMatchObject({
      chainMode: 'EVM',
      blockHeight: null,
      txCount: 0,
      latestAt: null,
      explorerUrl: null,
      tx: null,
      nodes: [{ name: '试链', chainId: 31_337, txCount: 0, active: true, latest: null }],
    })
    await anchored(5, 100)
    const { hash, digest } = await anchored(8, 200)
    const { data } = await t.call(chainCalls.info, { query: {} }, undefined, { 'x-lang': 'en' })
    expect(data).toMatchObject({
      txCount: 2,
      latestAt: '2026-11-22T08:00:00.000Z',
      explorerUrl: `https://explorer.example/tx/${hash}`,
      nodes: [
        {
          name: 'Trial',
          txCount: 2,
          latest: { size: 8, height: 200, hash, digest, explorerUrl: `https://explorer.example/tx/${hash}` },
        },
      ],
    })
  })

  it('is one anchor by its transaction or its checkpoint, and the record that verifies it', async () => {
    const { hash, digest, note } = await anchored(8, 200)
    for (const asked of [hash, hash.slice(2), hash.toUpperCase().replace('0X', '0x'), digest]) {
      const { data } = await t.call(chainCalls.info, { query: { hash: asked } })
      expect(data.tx).toMatchObject({
        hash,
        digest,
        size: 8,
        height: 200,
        chainId: 31_337,
        data: `0x${Buffer.from('SKZA').toString('hex')}01${(8).toString(16).padStart(16, '0')}${digest}`,
      })
      const response = await t.inject({ url: pathOf(chainCalls.record, { hash: asked }) })
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-disposition']).toContain('anchor-31337-8.json')
      await expect(verifyAnchor(response.rawPayload, note)).resolves.toMatchObject({
        chainId: 31_337,
        checkpoint: { size: 8 },
      })
    }
    expect((await t.call(chainCalls.info, { query: { hash: '0'.repeat(64) } })).data.tx).toBeNull()
    expect((await t.inject({ url: pathOf(chainCalls.record, { hash: '0'.repeat(64) }) })).json()).toMatchObject({
      errorCode: 'not-found',
    })
  })

  it('names what is wrong with a hash', async () => {
    for (const hash of ['', 'x', '0x', 'f'.repeat(63), `0x${'g'.repeat(64)}`])
      expect(await t.call(chainCalls.info, { query: { hash } })).toMatchObject({
        errorCode: 'bad-parameter',
        data: { fields: [{ path: 'hash' }] },
      })
  })

  it('is nothing of what is not confirmed', async () => {
    const id = await failed()
    const { digest } = await t.services.db.system
      .selectFrom('chainAnchor')
      .select('digest')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { data } = await t.call(chainCalls.info, { query: { hash: digest.toString('hex') } })
    expect(data).toMatchObject({ tx: null, txCount: 0, nodes: [{ latest: null }] })
  })

  it('goes on being shown of a chain that is written to no more', async () => {
    await nameChain(t.services.db, { ...t.services.config.anchors!.chains[0]!, id: 4_242, name: '旧链' })
    await anchored(3, 50, 4_242)
    const { data } = await t.call(chainCalls.info, { query: {} })
    expect(data.nodes).toMatchObject([
      { chainId: 4_242, active: false, latest: { size: 3 } },
      { chainId: 31_337, active: true },
    ])
    expect(data.chainMode).toBe('EVM')
  })

  it('stands in the dictionary, where chains are set up', async () => {
    expect((await t.call(dictionaryCalls.dictionary, {})).data.frontPlatformInfo.chainMode).toBe('EVM')
  })
})

describe('staff', () => {
  it('see how chains stand, what hinders them and how much money is left', async () => {
    await asAdmin(
      t.databaseUrl,
      `update chain set address = '0xabc', balance = '1234567890123456789', height = 7, checked_at = app_now(), trouble = 'insufficient-funds', trouble_detail = '1 < 2'`,
    )
    await anchored(5, 100)
    await failed()
    expect((await t.call(anchorCalls.chains, {}, staff)).data.list).toMatchObject([
      {
        chainId: 31_337,
        active: true,
        address: '0xabc',
        balance: '1.234567',
        height: 7,
        trouble: 'insufficient-funds',
        troubleDetail: '1 < 2',
        confirmed: 1,
        failed: 1,
        openSince: null,
      },
    ])
    await asAdmin(t.databaseUrl, `update chain set balance = '5'`)
    expect((await t.call(anchorCalls.chains, {}, staff)).data.list[0]!.balance).toBe('0.000000')
  })

  it('list anchors by state and chain', async () => {
    await anchored(5, 100)
    const id = await failed()
    const { data } = await t.call(anchorCalls.list, { body: {} }, staff)
    expect(data).toMatchObject({
      total: 2,
      list: [
        { id, anchorState: 'failed', reason: 'not-mined', retriable: true, transactions: 0 },
        { anchorState: 'confirmed', retriable: false, chain: '试链' },
      ],
    })
    expect((await t.call(anchorCalls.list, { body: { anchorState: 'confirmed' } }, staff)).data).toMatchObject({
      total: 1,
      list: [{ size: 5 }],
    })
    expect((await t.call(anchorCalls.list, { body: { chainId: 1 } }, staff)).data).toMatchObject({ total: 0, list: [] })
    expect((await t.call(anchorCalls.list, { body: { pageNum: 2, pageSize: 1 } }, staff)).data.list).toMatchObject([
      { size: 5 },
    ])
    expect((await t.call(anchorCalls.get, { params: { id } }, staff)).data).toMatchObject({ id, size: 9 })
  })

  it('see what a chain dropped, and an alarm with what to do until it is covered and somebody had time to judge', async () => {
    const alarms = async (lang = 'zh-CN') =>
      (await t.call(trustCalls.overview, {}, staff, { 'x-lang': lang })).data.alarms.filter(
        (a) => a.alarm === 'anchors-orphaned',
      )
    const { hash } = await anchored(5, 100)
    expect(await alarms()).toEqual([])
    await asAdmin(
      t.databaseUrl,
      `update chain_anchor set state = 'ORPHANED', reason = 'orphaned', orphaned_at = app_now()`,
    )
    expect((await t.call(anchorCalls.list, { body: { anchorState: 'orphaned' } }, staff)).data).toMatchObject({
      total: 1,
      list: [
        {
          size: 5,
          anchorState: 'orphaned',
          reason: 'orphaned',
          orphanedAt: expect.any(String) as string,
          hash,
          retriable: false,
        },
      ],
    })
    expect((await t.call(anchorCalls.chains, {}, staff)).data.list).toMatchObject([
      { confirmed: 0, failed: 0, orphaned: 1 },
    ])
    expect((await t.call(chainCalls.info, { query: { hash } })).data).toMatchObject({
      txCount: 0,
      tx: { hash, height: 100, orphanedAt: expect.any(String) as string },
      nodes: [{ orphaned: 1, latest: null }],
    })
    expect((await t.inject({ url: pathOf(chainCalls.record, { hash }) })).json()).toMatchObject({
      errorCode: 'not-found',
    })
    expect(await alarms()).toMatchObject([{ about: '31337', params: { name: '试链', count: 1 } }])
    expect(await alarms('en')).toMatchObject([{ params: { name: 'Trial' } }])
    await asAdmin(t.databaseUrl, `update chain_anchor set orphaned_at = app_now() - interval '4 days'`)
    expect(await alarms()).toHaveLength(1)
    await anchored(5, 120)
    expect(await alarms()).toEqual([])
    expect((await t.call(chainCalls.info, { query: { hash } })).data).toMatchObject({
      tx: { height: 120, orphanedAt: null },
      nodes: [{ txCount: 1, orphaned: 1, latest: { height: 120 } }],
    })
  })

  it('try a failed one again, once, and that is on the record', async () => {
    const id = await failed()
    expect(await retry(id)).toMatchObject({ success: true })
    expect((await t.call(anchorCalls.get, { params: { id } }, staff)).data).toMatchObject({
      anchorState: 'waiting',
      reason: null,
      retriable: false,
    })
    expect(await retry(id)).toMatchObject({ errorCode: 'wrong-state' })
    const acts = await t.services.db.system.selectFrom('audit').selectAll().where('subjectId', '=', id).execute()
    expect(acts).toMatchObject([
      {
        action: 'anchor.retried',
        subjectKind: 'anchor',
        actorPersonId: staff.personId,
        details: { chain: '试链', size: 9 },
      },
    ])
  })

  it('that was sent goes on from there', async () => {
    const id = await failed()
    await t.services.db.system
      .insertInto('chainTransaction')
      .values({
        txHash: Buffer.alloc(32, 1),
        anchorId: id,
        chainId: 31_337,
        nonce: 0,
        raw: Buffer.from('x'),
        maxFee: '1',
        tip: '1',
      })
      .execute()
    await retry(id)
    expect((await t.call(anchorCalls.get, { params: { id } }, staff)).data).toMatchObject({
      anchorState: 'sent',
      transactions: 1,
    })
  })

  it('wait while the chain is busy with another, and try nothing on one that is set up no more', async () => {
    const [one, two] = [await failed(9), await failed(10)]
    const both = await Promise.all([retry(one), retry(two)])
    expect(both.filter((r) => r.success)).toHaveLength(1)
    expect(both.find((r) => !r.success)).toMatchObject({ errorCode: 'wrong-state' })
    const chains = t.services.config.anchors!.chains.splice(0)
    try {
      await asAdmin(t.databaseUrl, `update chain_anchor set state = 'FAILED'`)
      expect(await retry(one)).toMatchObject({ errorCode: 'wrong-state' })
    } finally {
      t.services.config.anchors!.chains.push(...chains)
    }
  })

  it('are all who may, and only of anchors that are there', async () => {
    const id = await failed()
    for (const call of [anchorCalls.get, anchorCalls.retry])
      expect(await t.call(call, { params: { id } }, customer)).toMatchObject({ errorCode: 'forbidden' })
    expect(await retry(newId())).toMatchObject({ errorCode: 'not-found' })
    expect(await t.call(anchorCalls.get, { params: { id: newId() } }, staff)).toMatchObject({ errorCode: 'not-found' })
  })
})

it('the database takes no anchor of a checkpoint that the log does not keep, and lets none go that an anchor is of', async () => {
  await anchored(5, 100)
  await expect(asAdmin(t.databaseUrl, `update chain_anchor set size = 4242`)).rejects.toThrow('chain_anchor_checkpoint')
  const goes = (shard: number) =>
    asAdmin(
      t.databaseUrl,
      `begin; alter table log_checkpoint disable trigger never_changed; delete from log_checkpoint where shard_id = ${shard}; rollback`,
    )
  await expect(goes(1)).rejects.toThrow('chain_anchor_checkpoint')
})

it('a chain gets the newest checkpoint of each shard, the oldest first, and each once', async () => {
  const next = nextCheckpoint(t.services.db)
  const source = () => next(31_337)
  for (const [shardId, size] of [
    [1, 900],
    [2, 5],
    [2, 40],
  ] as const)
    await keepCheckpoint(t.services.db, { shardId, size, note: noteOf(size) })
  expect(await source()).toEqual({ shardId: 1, size: 900, note: Buffer.from(noteOf(900)) })
  const tried = await failed(900)
  // It is tried again by whom it concerns; what came after it does not wait.
  expect(await source()).toEqual({ shardId: 2, size: 40, note: Buffer.from(noteOf(40)) })
  await asAdmin(t.databaseUrl, `update chain_anchor set shard_id = 2, size = 40 where id = '${tried}'`)
  expect(await source()).toMatchObject({ shardId: 1, size: 900 })
  expect(await next(1)).toMatchObject({ shardId: 1, size: 900 })
  await keepAnchor(t.services.db, {
    chainId: 31_337,
    size: 900,
    digest: Buffer.alloc(32, 9),
    note: Buffer.from(noteOf(900)),
    state: 'FAILED',
  })
  expect(await source()).toBeUndefined()
})
