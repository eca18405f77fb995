import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { verifyAnchor } from '../../../proof/evm/anchor.ts'
import { advanceAnchors } from '../../../server/trust/anchors/advance-anchors.ts'
import { startAnvil } from './anvil.ts'
import { hasAnvil, hexed, onAnvil } from './on-anvil.ts'
import { noteOf } from './sample.ts'

// Chains here want three blocks.
const on = onAnvil()
const { near, far, toTheEnd: confirmed } = on
const blockAt = async (height: number) =>
  (await on.anvil.ask<{ hash: string }>('eth_getBlockByNumber', `0x${height.toString(16)}`, false)).hash

/** Other blocks take the place of the last ones, without what they held, and one more lies over them. */
async function reorganise(depth: number) {
  await on.anvil.ask('anvil_reorg', depth, [])
  await on.anvil.mine()
}
const states = async () => (await on.a.anchors()).map((x) => [x.size, x.state])

describe.runIf(hasAnvil)('an anchor that the chain drops after it was confirmed', () => {
  it('is orphaned when two looks miss it, and its checkpoint is written again by the same transaction', async () => {
    const chain = await near()
    const first = await confirmed(chain, 812)
    await reorganise(3)
    expect(await on.a.recheckConfirmed(chain)).toMatchObject({
      id: first.id,
      state: 'CONFIRMED',
      missedAt: expect.any(Date),
    })
    expect(on.a.orphaned).toEqual([])
    await on.a.recheckConfirmed(chain)
    expect(await on.a.anchors()).toMatchObject([
      {
        id: first.id,
        state: 'ORPHANED',
        reason: 'orphaned',
        orphanedAt: expect.any(Date),
        record: first.record,
        blockHash: first.blockHash,
        checkAt: null,
      },
    ])
    expect(on.a.orphaned).toEqual([first.id])
    await on.anvil.ask('anvil_dropAllTransactions')
    const again = await confirmed(chain, 812)
    expect(await states()).toEqual([
      [812, 'ORPHANED'],
      [812, 'CONFIRMED'],
    ])
    expect(again.id).not.toBe(first.id)
    expect(again.height).toBeGreaterThan(first.height!)
    await expect(verifyAnchor(again.record!, noteOf(812))).resolves.toMatchObject({
      blockHash: await blockAt(again.height!),
      height: again.height,
    })
    expect((await on.a.transactions()).map((t) => hexed(t.txHash))).toEqual([hexed(first.txHash)])
    expect(on.a.held).toEqual([first.id, again.id])
    expect(await on.a.trouble()).toMatchObject({ trouble: null, lease: null })
  })

  it('is written again where another block took its transaction already, and nothing is paid', async () => {
    const chain = await near()
    const first = await confirmed(chain, 5)
    const [sent] = await on.a.transactions()
    await on.anvil.ask('anvil_reorg', 3, [[hexed(sent!.raw), 1]])
    await on.anvil.mine(3)
    for (let i = 0; i < 3; i++) await on.a.recheckConfirmed(chain)
    expect(await on.a.newest()).toMatchObject({ state: 'CONFIRMED', txHash: first.txHash, height: first.height! + 1 })
    expect(await states()).toEqual([
      [5, 'ORPHANED'],
      [5, 'CONFIRMED'],
    ])
    expect(await on.a.transactions()).toHaveLength(1)
  })

  it('takes all above it along, and the largest of them is written again for all', async () => {
    const chain = await near()
    await confirmed(chain, 3)
    const below = await on.a.newest()
    for (const size of [5, 8]) {
      await on.a.age(10)
      await confirmed(chain, size)
    }
    const head = Number(await on.anvil.ask('eth_blockNumber'))
    await reorganise(head - below!.height!)
    for (let i = 0; i < 4; i++) await on.a.recheckConfirmed(chain)
    expect(await states()).toEqual([
      [3, 'CONFIRMED'],
      [5, 'ORPHANED'],
      [8, 'ORPHANED'],
      [8, 'SENT'],
    ])
    for (let i = 0; i < 4; i++) {
      await on.anvil.mine()
      await on.a.recheckConfirmed(chain)
    }
    expect(await states()).toEqual([
      [3, 'CONFIRMED'],
      [5, 'ORPHANED'],
      [8, 'ORPHANED'],
      [8, 'CONFIRMED'],
    ])
    expect(await on.a.look(chain)).toMatchObject({ size: 8, state: 'CONFIRMED' })
  })

  it('is written again by nothing of its own where a later one covers it already', async () => {
    const chain = await near()
    const first = await confirmed(chain, 5)
    await on.a.age(10)
    await reorganise(3)
    await on.anvil.ask('anvil_dropAllTransactions')
    const second = await confirmed(chain, 6)
    for (let i = 0; i < 3; i++) await on.a.recheckConfirmed(chain)
    expect(await states()).toEqual([
      [5, 'ORPHANED'],
      [6, 'CONFIRMED'],
    ])
    expect(on.a.orphaned).toEqual([first.id])
    expect((await on.a.newest())!.id).toBe(second.id)
  })

  it('is found though there is no money for new ones', async () => {
    const chain = await near()
    const first = await confirmed(chain, 5)
    await reorganise(3)
    await on.anvil.ask('anvil_setBalance', (await on.a.trouble()).address, '0x1')
    await on.a.age(10)
    await on.a.grow(6)
    for (let i = 0; i < 2; i++) await on.a.recheckConfirmed(chain)
    expect(on.a.orphaned).toEqual([first.id])
    expect(await on.a.trouble()).toMatchObject({ trouble: 'insufficient-funds' })
  })

  it('that comes back before the second look is as it was', async () => {
    const chain = await near()
    const first = await confirmed(chain, 5)
    const other = await startAnvil()
    try {
      await other.mine(9)
      const away = await on.a.chain([other.url])
      expect(await on.a.recheckConfirmed(away)).toMatchObject({ state: 'CONFIRMED', missedAt: expect.any(Date) })
      expect(await on.a.recheckConfirmed(chain)).toMatchObject({ id: first.id, state: 'CONFIRMED', missedAt: null })
      expect(await on.a.recheckConfirmed(away)).toMatchObject({ state: 'CONFIRMED', missedAt: expect.any(Date) })
      expect(on.a.orphaned).toEqual([])
    } finally {
      await other.kill()
    }
  })

  it('is orphaned once, however many processes look, and one that dies in between leaves nothing half done', async () => {
    const chain = await near()
    const first = await confirmed(chain, 5)
    await reorganise(3)
    await on.a.recheckConfirmed(chain)
    const dying = { ...chain, whenOrphaned: () => Promise.reject(new Error('killed')) }
    expect(await on.a.recheckConfirmed(dying)).toMatchObject({ id: first.id, state: 'CONFIRMED', orphanedAt: null })
    expect(on.a.errors.map(String)).toEqual(['Error: killed'])
    on.a.errors.length = 0
    await on.anvil.ask('anvil_dropAllTransactions')
    for (let i = 0; i < 3; i++) {
      // As if each had lost its turn to the next.
      await on.a.admin.query('update chain_anchor set check_at = app_now() where check_at is not null')
      const turns = [0, 1, 2].map(async () => {
        await sql`update chain set due_at = app_now(), lease = null`.execute(on.a.db.system)
        await advanceAnchors(chain)
      })
      await Promise.all(turns)
    }
    expect(on.a.orphaned).toEqual([first.id])
    expect(await states()).toEqual([
      [5, 'ORPHANED'],
      [5, 'SENT'],
    ])
    expect(await on.a.transactions()).toHaveLength(1)
    expect(on.a.errors).toEqual([])
  })
})

describe.runIf(hasAnvil)('a good anchor stays what it is', () => {
  it('while the node is behind, has less over another block than is wanted, or knows nothing of it', async () => {
    const chain = await near()
    const first = await confirmed(chain, 5)
    const other = await startAnvil()
    try {
      const away = await on.a.chain([other.url])
      for (let i = 0; i < 3; i++) {
        expect(await on.a.recheckConfirmed(away)).toMatchObject({ id: first.id, state: 'CONFIRMED', missedAt: null })
        await other.mine()
      }
      expect(Number(await other.ask('eth_blockNumber'))).toBe(first.height! + 2)
      expect(await on.a.trouble()).toMatchObject({ trouble: null })
    } finally {
      await other.kill()
    }
  })

  it.each([
    ['no block', null],
    ['text', 'x'],
    ['an empty object', {}],
    ['a hash that is none', { hash: '0x1', parentHash: '0x2', number: '0x1' }],
    ['a block without a hash', { hash: null, parentHash: `0x${'11'.repeat(32)}`, number: '0x1' }],
    ['a block of another height', { hash: `0x${'11'.repeat(32)}`, parentHash: `0x${'22'.repeat(32)}`, number: '0x9' }],
    [
      'another block with none over it',
      { hash: `0x${'11'.repeat(32)}`, parentHash: `0x${'22'.repeat(32)}`, number: '0x1' },
    ],
  ])('while the node answers %s', async (_, block) => {
    const chain = await far()
    const first = await confirmed(chain, 5)
    await on.anvil.mine(5)
    on.proxy.behave(async ({ method, params }, honest) => ({
      result: method === 'eth_getBlockByNumber' && params[0] === '0x1' ? block : await honest(),
    }))
    for (let i = 0; i < 3; i++)
      expect(await on.a.recheckConfirmed(chain)).toMatchObject({ id: first.id, state: 'CONFIRMED', missedAt: null })
    expect(on.a.orphaned).toEqual([])
    expect(on.a.errors).toEqual([])
  })

  it('while another node still has its block, and that they differ is said', async () => {
    const first = await confirmed(await near(), 5)
    const other = await startAnvil()
    try {
      await other.mine(9)
      const both = await on.a.chain([other.url, on.anvil.url])
      for (let i = 0; i < 3; i++)
        expect(await on.a.recheckConfirmed(both)).toMatchObject({ id: first.id, state: 'CONFIRMED', missedAt: null })
      // It does not rest until they agree: staff get their alarm.
      await on.a.look(both)
      expect(await on.a.trouble()).toMatchObject({ trouble: 'nodes-disagree', failures: 4 })
      expect(await on.a.recheckConfirmed(await on.a.chain([on.anvil.url, other.url]))).toMatchObject({
        state: 'CONFIRMED',
      })
      expect(await on.a.trouble()).toMatchObject({ trouble: 'nodes-disagree' })
    } finally {
      await other.kill()
    }
  })
})
