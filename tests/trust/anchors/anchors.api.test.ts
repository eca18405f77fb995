import { describe, expect, it } from 'vitest'
import { anchorSettings } from '../../../server/trust/anchors/anchors.settings.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { dictionaryCalls } from '../../../contract/platform/dictionary.ts'
import { chainCalls } from '../../../contract/trust/chain.ts'
import { verifyAnchor } from '../../../proof/evm/anchor.ts'
import { nameChain } from '../../../server/trust/anchors/anchors.repo.ts'
import { nextCheckpoint } from '../../../server/trust/anchors/checkpoint-to-anchor.ts'
import { keepAnchor, keepCheckpoint } from './anchor-kit.ts'
import { asAdmin } from './as-admin.ts'
import { noteOf } from './sample.ts'
import { anchored, failed, t, withChains } from './anchored-kit.ts'

withChains()

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
    for (const hash of ['x', '0x', 'f'.repeat(63), `0x${'g'.repeat(64)}`])
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
    await nameChain(t.services.db, { ...anchorSettings.of(t.services.config)!.chains[0]!, id: 4_242, name: '旧链' })
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
