import { describe, expect, it } from 'vitest'
import { startAnvil } from './anvil.ts'
import { hasAnvil, hexed, onAnvil } from './on-anvil.ts'

const on = onAnvil()
const { near, far, paid, toTheEnd } = on

describe.runIf(hasAnvil)('a node that lies', () => {
  const sent = async (more = {}) => {
    const chain = await far(more)
    await on.a.grow(5)
    await on.a.look(chain)
    await on.anvil.mine()
    return chain
  }
  const confirmable = async (more = {}) => {
    const chain = await sent(more)
    await on.anvil.mine(3)
    return chain
  }

  it('about its chain gets nothing to sign', async () => {
    on.proxy.lie({ eth_chainId: '0x1' })
    await on.a.grow(5)
    expect(await on.a.look(await far())).toBeUndefined()
    expect(await on.a.trouble()).toMatchObject({ trouble: 'wrong-chain', troubleDetail: '1 ≠ 31337' })
    expect(on.proxy.asked.map((q) => q.method)).toEqual(['eth_chainId'])
  })

  it.each([
    ['text', { text: 'garbage' }],
    ['a page', { text: '<html>', status: 502 }],
    ['nothing', { text: '' }],
    ['an empty object', { text: '{}' }],
    ['null', { text: 'null' }],
    ['a list', { text: '[]' }],
    ['another number', { text: '{"jsonrpc":"2.0","id":2,"result":"0x7a69"}' }],
    ['no hexadecimal', { result: 31_337 }],
    ['a number beyond all', { result: `0x${'f'.repeat(70)}` }],
    ['an error', { error: { code: -32_601, message: 'no' } }],
    ['a wall of text', { text: `{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(400_000)}"}` }],
  ])('with %s is not believed, and goes on when it is honest', async (_, told) => {
    const chain = await far()
    await on.a.grow(5)
    on.proxy.behave(async () => told)
    expect(await on.a.look(chain)).toBeUndefined()
    expect(await on.a.trouble()).toMatchObject({
      trouble: expect.stringMatching(/^(garbage|node-refused)$/),
      failures: 1,
    })
    on.proxy.behave()
    await on.a.look(chain)
    expect(await on.a.trouble()).toMatchObject({ trouble: null, failures: 0 })
    expect(await on.a.newest()).toMatchObject({ state: 'SENT' })
  })

  it.each([
    'eth_blockNumber',
    'eth_getBalance',
    'eth_getTransactionCount',
    'eth_estimateGas',
    'eth_getBlockByNumber',
    'eth_sendRawTransaction',
  ])('at %s alone leads to nothing that is wrong', async (method) => {
    const chain = await far()
    await on.a.grow(5)
    for (const lie of [null, {}, 'x', `0x${'0'.repeat(64)}`, -1, []]) {
      on.proxy.lie({ [method]: lie })
      await on.a.look(chain)
      expect((await on.a.newest())?.state ?? 'WAITING').toMatch(/^(WAITING|SENT)$/)
    }
    on.proxy.behave()
    await toTheEnd(chain)
    expect(await paid()).toBe(1)
    expect(on.a.errors).toEqual([])
  })

  it('with receipts that have no block, or one that is not there, marks nothing', async () => {
    const chain = await sent()
    const hash = hexed((await on.a.newest())!.txHash)
    const block = { blockHash: `0x${'11'.repeat(32)}`, blockNumber: '0x1', transactionIndex: '0x0' }
    for (const receipt of [
      { transactionHash: hash, blockHash: null, blockNumber: null, transactionIndex: null },
      { transactionHash: hash, ...block },
      { transactionHash: `0x${'22'.repeat(32)}`, ...block },
      { transactionHash: hash, ...block, blockNumber: '0x99' },
      'x',
      {},
    ]) {
      on.proxy.lie({ eth_getTransactionReceipt: receipt })
      expect(await on.a.look(chain)).toMatchObject({ state: 'SENT', blockHash: null, record: null })
    }
    on.proxy.behave()
    expect(await on.a.look(chain)).toMatchObject({ state: 'SEEN' })
  })

  it('about its height confirms nothing early', async () => {
    const chain = await sent()
    on.proxy.lie({ eth_blockNumber: '0xfffff' })
    expect(await on.a.look(chain)).toMatchObject({ state: 'SEEN', record: null, reason: 'behind' })
    expect(await on.a.look(chain)).toMatchObject({ state: 'SEEN', record: null })
  })

  it('about a block confirms nothing', async () => {
    const chain = await confirmable()
    const full = await on.anvil.ask<{ transactions: object[] }>('eth_getBlockByNumber', '0x1', true)
    const lies: unknown[] = [
      null,
      {},
      { ...full, transactions: [] },
      { ...full, timestamp: '0x1' },
      { ...full, transactionsRoot: `0x${'00'.repeat(32)}` },
      { ...full, transactions: [...full.transactions, full.transactions[0]] },
      { ...full, transactions: [...full.transactions, {}] },
      { ...full, stateRoot: '0x' },
    ]
    for (const lie of lies) {
      on.proxy.lie({ eth_getBlockByHash: lie, debug_getRawHeader: '0xc0' })
      expect(await on.a.look(chain)).toMatchObject({
        state: 'SEEN',
        record: null,
        reason: expect.stringMatching(/garbage|proof-differs/),
      })
    }
    on.proxy.behave()
    expect(await on.a.look(chain)).toMatchObject({ state: 'CONFIRMED' })
  })

  it('alone is not believed where another node says otherwise', async () => {
    const other = await startAnvil()
    try {
      await other.mine(9)
      const chain = await on.a.chain([on.proxy.endpoint, other.url])
      await on.a.grow(5)
      await on.a.look(chain)
      await on.anvil.mine(4)
      expect(await on.a.look(chain)).toMatchObject({ state: 'SEEN', reason: 'nodes-disagree', record: null })
      await other.kill()
      expect(await on.a.look(chain)).toMatchObject({ state: 'CONFIRMED' })
    } finally {
      await other.kill()
    }
  })

  it('or is slow is waited for no longer than is set, and the next one is asked', async () => {
    on.proxy.behave(async () => 'hang')
    const alone = await far({ patience: 0.3 })
    await on.a.grow(5)
    await on.a.look(alone)
    expect(await on.a.trouble()).toMatchObject({ trouble: 'timed-out' })
    expect(await toTheEnd(await on.a.chain([on.proxy.endpoint, on.anvil.url], { patience: 0.3 }))).toMatchObject({
      state: 'CONFIRMED',
    })
  })

  it('or redirects leads nowhere', async () => {
    on.proxy.behave(async () => ({ text: '', status: 302 }))
    await on.a.look(await far())
    expect(await on.a.trouble()).toMatchObject({ trouble: 'node-refused', troubleDetail: 'HTTP 302' })
  })
})

it('a node where nobody may reach is not asked, but for one that the settings name', async () => {
  const { adapterOf } = await import('../../../server/trust/anchors/adapters.ts')
  const chain = await near()
  await on.a.look({ ...chain, adapter: adapterOf(chain.settings, []) })
  expect(await on.a.trouble()).toMatchObject({ trouble: 'address-refused', troubleDetail: 'loopback' })
  await on.a.look({ ...chain, adapter: adapterOf({ ...chain.settings, allowPrivate: ['127.0.0.1'] }, []) })
  expect(await on.a.trouble()).toMatchObject({ trouble: null })
})
