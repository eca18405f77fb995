import { keccak256 } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toHex } from '../../proof/bytes.ts'
import { readAnchor, verifyAnchor } from '../../proof/evm/anchor.ts'
import { calldataLength } from '../../proof/evm/calldata.ts'
import { lookAfter } from '../../server/trust/anchors/look-after.ts'
import { type Anvil, otherAccount, startAnvil } from './anvil.ts'
import { type Anchoring, openAnchoring } from './anchor-kit.ts'
import { startBetween } from './between.ts'
import { noteOf } from './sample.ts'

let a: Anchoring
let anvil: Anvil
let between: Awaited<ReturnType<typeof startBetween>>
beforeAll(async () => {
  a = await openAnchoring()
  between = await startBetween(() => anvil.url)
})
beforeEach(async () => {
  await anvil?.kill()
  anvil = await startAnvil()
  between.behave()
  between.asked.length = 0
  await a.clear()
})
afterAll(async () => {
  await anvil.kill()
  await between.close()
  await a.close()
})

const near = () => a.chain([anvil.url])
const far = (more = {}) => a.chain([between.endpoint], more)
const paid = async () => Number(await anvil.ask('eth_getTransactionCount', (await a.trouble()).address, 'latest'))
const hexed = (bytes: Uint8Array | null) => `0x${toHex(bytes ?? new Uint8Array())}`

/** From nothing to a record that a stranger verifies. */
async function toTheEnd(chain: Awaited<ReturnType<typeof near>>) {
  for (let i = 0; i < 12; i++) {
    const anchor = await a.look(chain)
    if (anchor?.state === 'CONFIRMED') return anchor
    await anvil.mine()
  }
  throw new Error(`not confirmed: ${JSON.stringify([await a.newest(), await a.trouble()])}`)
}

describe('a checkpoint', () => {
  it('goes to a chain, is seen, and holds when as many blocks are over it as are wanted', async () => {
    const chain = await near()
    expect(await a.look(chain)).toBeUndefined()
    a.grow(812)
    expect(await a.look(chain)).toMatchObject({ state: 'SENT', size: 812, reason: null })
    expect(await a.look(chain)).toMatchObject({ state: 'SENT' })
    await anvil.mine()
    expect(await a.look(chain)).toMatchObject({ state: 'SEEN', height: 1, record: null })
    await anvil.mine()
    expect(await a.look(chain)).toMatchObject({ state: 'SEEN' })
    await anvil.mine()
    const anchor = (await a.look(chain))!
    expect(anchor).toMatchObject({ state: 'CONFIRMED', height: 1 })
    expect(a.held).toEqual([anchor.id])
    const shown = await verifyAnchor(anchor.record!, noteOf(812))
    const block = await anvil.ask<{ hash: string; timestamp: string }>('eth_getBlockByNumber', '0x1', false)
    expect(shown).toMatchObject({ chainId: 31_337, height: 1, blockHash: block.hash, blockTime: new Date(Number(block.timestamp) * 1000).toISOString().replace('.000Z', 'Z'), checkpoint: { size: 812 } })
    const transaction = await anvil.ask<{ input: string; from: string; to: string }>('eth_getTransactionByHash', shown.transactionHash)
    expect(transaction.input.length).toBe(2 + 2 * calldataLength)
    expect(transaction.from).toBe(transaction.to)
    expect(await paid()).toBe(1)
    expect(await a.trouble()).toMatchObject({ trouble: null, failures: 0, lease: null, balance: expect.stringMatching(/^\d{20,}$/) })
  })

  it('is anchored once, and the next one when the tree grew', async () => {
    const chain = await near()
    a.grow(5)
    const first = await toTheEnd(chain)
    await a.age(10)
    expect((await a.look(chain))!.id).toBe(first.id)
    a.grow(4)
    expect((await a.look(chain))!.id).toBe(first.id)
    expect(await paid()).toBe(1)
    a.grow(6)
    const second = await toTheEnd(chain)
    expect(second).toMatchObject({ size: 6 })
    expect(await paid()).toBe(2)
  })

  it('waits until its time has come, however fast the tree grows', async () => {
    const chain = { ...(await near()), every: 600 }
    a.grow(5)
    const first = await toTheEnd(chain)
    a.grow(6)
    expect((await a.look(chain))!.id).toBe(first.id)
    await a.age(600)
    expect(await a.look(chain)).toMatchObject({ size: 6, state: 'SENT' })
  })

  it.each([['legacy', ['--no-mining', '--hardfork', 'istanbul', '--order', 'fifo'], 15], ['with a fee market', ['--no-mining', '--hardfork', 'london', '--order', 'fifo'], 16], ['of a later fork', ['--no-mining', '--hardfork', 'prague', '--order', 'fifo'], 21]] as const)('is proven in a block among 40 others, %s', async (name, args, fields) => {
    await anvil.kill()
    anvil = await startAnvil({ args: [...args] })
    const chain = await near()
    a.grow(77)
    const others = async (from: number) => {
      for (let i = from; i < from + 20; i++) {
        const kinds = name === 'legacy' ? [{ gasPrice: '0x77359400' }] : [{ gasPrice: '0x77359400' }, { maxFeePerGas: '0xee6b2800', maxPriorityFeePerGas: '0x77359400' }, { gasPrice: '0x77359400', accessList: [{ address: otherAccount, storageKeys: [`0x${'22'.repeat(32)}`] }] }]
        await anvil.ask('eth_sendTransaction', { from: otherAccount, to: otherAccount, value: `0x${(i + 1).toString(16)}`, gas: '0x186a0', data: `0x${'ab'.repeat(i * 5)}`, ...kinds[i % kinds.length] })
      }
    }
    await others(0)
    expect(await a.look(chain)).toMatchObject({ state: 'SENT' })
    await others(20)
    const anchor = await toTheEnd(chain)
    const { transactions } = await anvil.ask<{ transactions: string[] }>('eth_getBlockByHash', hexed(anchor.blockHash), false)
    expect(transactions.length).toBe(41)
    const record = readAnchor(anchor.record!)
    expect(transactions[record.index]).toBe(hexed(anchor.txHash))
    expect(record.proof.length).toBeGreaterThan(1)
    // By another's hashing than ours.
    expect(keccak256(record.header)).toBe(hexed(anchor.blockHash))
    expect(record.transaction[0]).toBe(name === 'legacy' ? 0xf8 : 2)
    const { RLP } = await import('@ethereumjs/rlp')
    expect((RLP.decode(record.header) as Uint8Array[]).length).toBe(fields)
    await expect(verifyAnchor(anchor.record!, noteOf(77))).resolves.toMatchObject({ chainId: 31_337 })
  })

  it('of one chain hinders no other', async () => {
    const other = await startAnvil({ args: ['--no-mining', '--chain-id', '4242'] })
    try {
      const [chain, second] = [await a.chain(['http://127.0.0.1:9']), await a.chain([other.url], { id: 4242, confirmations: 1 })]
      a.grow(5)
      await a.look(chain)
      await a.look(second)
      await other.mine()
      await a.look(chain)
      await a.look(second)
      const anchors = await a.db.system.selectFrom('chainAnchor').select(['chainId', 'state']).execute()
      expect(anchors).toEqual([{ chainId: 4242, state: 'CONFIRMED' }])
    } finally {
      await other.kill()
    }
  })
})

describe('whatever happens on the way', () => {
  it('a reorganised chain gets the same transaction again, and it is paid once', async () => {
    const chain = await near()
    a.grow(5)
    await a.look(chain)
    await anvil.mine()
    expect(await a.look(chain)).toMatchObject({ state: 'SEEN' })
    await anvil.mine()
    await anvil.ask('anvil_reorg', 2, [])
    await anvil.ask('anvil_dropAllTransactions')
    expect(await a.look(chain)).toMatchObject({ state: 'SENT', reason: 'reorganised', blockHash: null })
    const anchor = await toTheEnd(chain)
    expect(anchor.height).toBeGreaterThan(2)
    expect(await a.transactions()).toHaveLength(1)
    expect(await paid()).toBe(1)
  })

  it('a node that was killed and has forgotten everything is told again', async () => {
    const chain = await near()
    a.grow(5)
    await a.look(chain)
    await anvil.mine()
    expect(await a.look(chain)).toMatchObject({ state: 'SEEN' })
    const { port } = anvil
    await anvil.kill()
    expect(await a.look(chain)).toMatchObject({ state: 'SEEN', reason: 'unreachable' })
    expect(await a.trouble()).toMatchObject({ trouble: 'unreachable', failures: 1, lease: null })
    anvil = await startAnvil({ port })
    await toTheEnd(chain)
    expect(await a.trouble()).toMatchObject({ trouble: null, failures: 0 })
    expect(await a.transactions()).toHaveLength(1)
  })

  it('a process that dies between signing and sending leaves what the next one sends', async () => {
    const chain = await far()
    a.grow(5)
    between.behave(async ({ method }, honest) => (method === 'eth_sendRawTransaction' ? 'hang up' : { result: await honest() }))
    expect(await a.look(chain)).toMatchObject({ state: 'SENT', reason: 'unreachable' })
    const [kept] = await a.transactions()
    between.behave()
    await toTheEnd(chain)
    expect((await a.transactions()).map((t) => hexed(t.txHash))).toEqual([hexed(kept!.txHash)])
  })

  it('an answer that is lost on its way does not make it pay twice', async () => {
    const chain = await far()
    a.grow(5)
    between.behave(async ({ method }, honest) => {
      const result = await honest()
      return method === 'eth_sendRawTransaction' ? 'hang up' : { result }
    })
    await a.look(chain)
    between.behave()
    await toTheEnd(chain)
    expect(await paid()).toBe(1)
    expect(await a.transactions()).toHaveLength(1)
  })

  it('fees that no block takes are raised under the same number, and not beyond the limit', async () => {
    const chain = await near()
    a.grow(5)
    await a.look(chain)
    await anvil.ask('anvil_setNextBlockBaseFeePerGas', '0x174876e800')
    await anvil.mine()
    expect(await a.look(chain)).toMatchObject({ state: 'SENT' })
    expect(await a.transactions()).toHaveLength(1)
    await a.age(61)
    await a.look(chain)
    const [first, second, ...more] = await a.transactions()
    expect(more).toEqual([])
    expect(second!.nonce).toBe(first!.nonce)
    expect(BigInt(second!.maxFee)).toBeGreaterThan((BigInt(first!.maxFee) * 9n) / 8n)
    const anchor = await toTheEnd(chain)
    expect(hexed(anchor.txHash)).toBe(hexed(second!.txHash))
    expect(await paid()).toBe(1)
  })

  it('beyond the limit nothing is offered, and that is said', async () => {
    await anvil.ask('anvil_setNextBlockBaseFeePerGas', '0x174876e800')
    await anvil.mine()
    const chain = await a.chain([anvil.url], { maxFeeGwei: 50 })
    a.grow(5)
    expect(await a.look(chain)).toMatchObject({ state: 'WAITING', reason: 'fee-limit' })
    expect(await a.transactions()).toEqual([])
    await anvil.mine(40)
    await toTheEnd(chain)
  })

  it('an account without money is told as such, and goes on when it has some', async () => {
    const chain = await near()
    await a.look(chain)
    const { address } = await a.trouble()
    await anvil.ask('anvil_setBalance', address, '0x1')
    a.grow(5)
    expect(await a.look(chain)).toMatchObject({ state: 'WAITING', reason: 'insufficient-funds' })
    expect(await a.trouble()).toMatchObject({ trouble: 'insufficient-funds', troubleDetail: expect.stringMatching(/^1 < \d+$/), balance: '1' })
    await anvil.ask('anvil_setBalance', address, '0xde0b6b3a7640000')
    await toTheEnd(chain)
  })

  it('a number that another program used is seen, and another one taken once that is deep', async () => {
    const chain = await near()
    a.grow(5)
    await a.look(chain)
    const { address } = await a.trouble()
    await anvil.ask('anvil_dropAllTransactions')
    await anvil.ask('eth_sendTransaction', { from: address, to: otherAccount, value: '0x1', maxFeePerGas: '0x1bf08eb000', maxPriorityFeePerGas: '0x3b9aca00' })
    await anvil.mine()
    expect(await a.look(chain)).toMatchObject({ state: 'SENT', reason: 'nonce-taken' })
    expect(await a.transactions()).toHaveLength(1)
    await anvil.mine(3)
    expect(await a.look(chain)).toMatchObject({ state: 'SENT', reason: null })
    expect((await a.transactions()).map((t) => t.nonce)).toEqual([0, 1])
    await toTheEnd(chain)
  })

  it('what no block takes for long is given up, and the next checkpoint takes its number', async () => {
    const chain = await near()
    a.grow(5)
    await a.look(chain)
    await a.age(3_601)
    expect(await a.look(chain)).toMatchObject({ state: 'FAILED', reason: 'not-mined' })
    a.grow(6)
    expect(await a.look(chain)).toMatchObject({ state: 'SENT', size: 6 })
    const [first, second] = await a.transactions()
    expect(second!.nonce).toBe(first!.nonce)
    await toTheEnd(chain)
    expect(await paid()).toBe(1)
  })

  it('two processes at once send one transaction', async () => {
    const chain = await near()
    a.grow(5)
    await a.look(chain)
    await a.admin.query('truncate chain_anchor, chain_transaction')
    await anvil.ask('anvil_dropAllTransactions')
    for (let i = 0; i < 5; i++) {
      await a.admin.query('update chain set due_at = app_now()')
      await Promise.all([lookAfter(chain), lookAfter(chain), lookAfter(chain)])
    }
    expect(await a.transactions()).toHaveLength(1)
    expect(await a.db.system.selectFrom('chainAnchor').select('id').execute()).toHaveLength(1)
  })

  it('a process that lost its turn keeps nothing and sends nothing', async () => {
    const chain = await far()
    a.grow(5)
    between.behave(async ({ method }, honest) => {
      if (method === 'eth_estimateGas') await a.admin.query(`update chain set lease = gen_random_uuid()`)
      return { result: await honest() }
    })
    await a.look(chain)
    expect(await a.transactions()).toEqual([])
    expect(between.asked.map((q) => q.method)).not.toContain('eth_sendRawTransaction')
  })
})

describe('a node that lies', () => {
  const sent = async (more = {}) => {
    const chain = await far(more)
    a.grow(5)
    await a.look(chain)
    await anvil.mine()
    return chain
  }
  const confirmable = async (more = {}) => {
    const chain = await sent(more)
    await anvil.mine(3)
    return chain
  }

  it('about its chain gets nothing to sign', async () => {
    between.lie({ eth_chainId: '0x1' })
    a.grow(5)
    expect(await a.look(await far())).toBeUndefined()
    expect(await a.trouble()).toMatchObject({ trouble: 'wrong-chain', troubleDetail: '1 ≠ 31337' })
    expect(between.asked.map((q) => q.method)).toEqual(['eth_chainId'])
  })

  it.each([
    ['text', { text: 'garbage' }], ['a page', { text: '<html>', status: 502 }], ['nothing', { text: '' }], ['an empty object', { text: '{}' }], ['null', { text: 'null' }], ['a list', { text: '[]' }],
    ['another number', { text: '{"jsonrpc":"2.0","id":2,"result":"0x7a69"}' }], ['no hexadecimal', { result: 31_337 }], ['a number beyond all', { result: `0x${'f'.repeat(70)}` }], ['an error', { error: { code: -32_601, message: 'no' } }],
    ['a wall of text', { text: `{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(400_000)}"}` }],
  ])('with %s is not believed, and goes on when it is honest', async (_, told) => {
    const chain = await far()
    a.grow(5)
    between.behave(async () => told)
    expect(await a.look(chain)).toBeUndefined()
    expect(await a.trouble()).toMatchObject({ trouble: expect.stringMatching(/^(garbage|node-refused)$/), failures: 1 })
    between.behave()
    await a.look(chain)
    expect(await a.trouble()).toMatchObject({ trouble: null, failures: 0 })
    expect(await a.newest()).toMatchObject({ state: 'SENT' })
  })

  it.each(['eth_blockNumber', 'eth_getBalance', 'eth_getTransactionCount', 'eth_estimateGas', 'eth_getBlockByNumber', 'eth_sendRawTransaction'])('at %s alone leads to nothing that is wrong', async (method) => {
    const chain = await far()
    a.grow(5)
    for (const lie of [null, {}, 'x', `0x${'0'.repeat(64)}`, -1, []]) {
      between.lie({ [method]: lie })
      await a.look(chain)
      expect((await a.newest())?.state ?? 'WAITING').toMatch(/^(WAITING|SENT)$/)
    }
    between.behave()
    await toTheEnd(chain)
    expect(await paid()).toBe(1)
    expect(a.errors).toEqual([])
  })

  it('with receipts that have no block, or one that is not there, marks nothing', async () => {
    const chain = await sent()
    const hash = hexed((await a.newest())!.txHash)
    const block = { blockHash: `0x${'11'.repeat(32)}`, blockNumber: '0x1', transactionIndex: '0x0' }
    for (const receipt of [{ transactionHash: hash, blockHash: null, blockNumber: null, transactionIndex: null }, { transactionHash: hash, ...block }, { transactionHash: `0x${'22'.repeat(32)}`, ...block }, { transactionHash: hash, ...block, blockNumber: '0x99' }, 'x', {}]) {
      between.lie({ eth_getTransactionReceipt: receipt })
      expect(await a.look(chain)).toMatchObject({ state: 'SENT', blockHash: null, record: null })
    }
    between.behave()
    expect(await a.look(chain)).toMatchObject({ state: 'SEEN' })
  })

  it('about its height confirms nothing early', async () => {
    const chain = await sent()
    between.lie({ eth_blockNumber: '0xfffff' })
    expect(await a.look(chain)).toMatchObject({ state: 'SEEN', record: null, reason: 'behind' })
    expect(await a.look(chain)).toMatchObject({ state: 'SEEN', record: null })
  })

  it('about a block confirms nothing', async () => {
    const chain = await confirmable()
    const full = await anvil.ask<{ transactions: object[] }>('eth_getBlockByNumber', '0x1', true)
    const lies: unknown[] = [null, {}, { ...full, transactions: [] }, { ...full, timestamp: '0x1' }, { ...full, transactionsRoot: `0x${'00'.repeat(32)}` }, { ...full, transactions: [...full.transactions, full.transactions[0]] }, { ...full, transactions: [...full.transactions, {}] }, { ...full, stateRoot: '0x' }]
    for (const lie of lies) {
      between.lie({ eth_getBlockByHash: lie, debug_getRawHeader: '0xc0' })
      expect(await a.look(chain)).toMatchObject({ state: 'SEEN', record: null, reason: expect.stringMatching(/garbage|proof-differs/) })
    }
    between.behave()
    expect(await a.look(chain)).toMatchObject({ state: 'CONFIRMED' })
  })

  it('alone is not believed where another node says otherwise', async () => {
    const other = await startAnvil()
    try {
      await other.mine(9)
      const chain = await a.chain([between.endpoint, other.url])
      a.grow(5)
      await a.look(chain)
      await anvil.mine(4)
      expect(await a.look(chain)).toMatchObject({ state: 'SEEN', reason: 'nodes-disagree', record: null })
      await other.kill()
      expect(await a.look(chain)).toMatchObject({ state: 'CONFIRMED' })
    } finally {
      await other.kill()
    }
  })

  it('or is slow is waited for no longer than is set, and the next one is asked', async () => {
    between.behave(async () => 'hang')
    const alone = await far({ patience: 0.3 })
    a.grow(5)
    await a.look(alone)
    expect(await a.trouble()).toMatchObject({ trouble: 'timed-out' })
    expect(await toTheEnd(await a.chain([between.endpoint, anvil.url], { patience: 0.3 }))).toMatchObject({ state: 'CONFIRMED' })
  })

  it('or redirects leads nowhere', async () => {
    between.behave(async () => ({ text: '', status: 302 }))
    await a.look(await far())
    expect(await a.trouble()).toMatchObject({ trouble: 'node-refused', troubleDetail: 'HTTP 302' })
  })
})

it('a node where nobody may reach is not asked, but for one that the settings name', async () => {
  const { adapterOf } = await import('../../server/trust/anchors/adapters.ts')
  const chain = await near()
  await a.look({ ...chain, adapter: adapterOf(chain.settings, []) })
  expect(await a.trouble()).toMatchObject({ trouble: 'address-refused', troubleDetail: 'loopback' })
  await a.look({ ...chain, adapter: adapterOf({ ...chain.settings, allowPrivate: ['127.0.0.1'] }, []) })
  expect(await a.trouble()).toMatchObject({ trouble: null })
})
