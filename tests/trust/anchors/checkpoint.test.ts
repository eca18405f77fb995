import { keccak256 } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { readAnchor, verifyAnchor } from '../../../proof/evm/anchor.ts'
import { calldataLength } from '../../../proof/evm/calldata.ts'
import { otherAccount, startAnvil } from './anvil.ts'
import { hasAnvil, hexed, onAnvil } from './on-anvil.ts'
import { noteOf } from './sample.ts'

const on = onAnvil()
const { near, paid, toTheEnd } = on

describe.runIf(hasAnvil)('a checkpoint', () => {
  it('goes to a chain, is seen, and holds when as many blocks are over it as are wanted', async () => {
    const chain = await near()
    expect(await on.a.look(chain)).toBeUndefined()
    await on.a.grow(812)
    expect(await on.a.look(chain)).toMatchObject({ state: 'SENT', size: 812, reason: null })
    expect(await on.a.look(chain)).toMatchObject({ state: 'SENT' })
    await on.anvil.mine()
    expect(await on.a.look(chain)).toMatchObject({ state: 'SEEN', height: 1, record: null })
    await on.anvil.mine()
    expect(await on.a.look(chain)).toMatchObject({ state: 'SEEN' })
    await on.anvil.mine()
    const anchor = (await on.a.look(chain))!
    expect(anchor).toMatchObject({ state: 'CONFIRMED', height: 1 })
    expect(on.a.held).toEqual([anchor.id])
    const shown = await verifyAnchor(anchor.record!, noteOf(812))
    const block = await on.anvil.ask<{ hash: string; timestamp: string }>('eth_getBlockByNumber', '0x1', false)
    expect(shown).toMatchObject({
      chainId: 31_337,
      height: 1,
      blockHash: block.hash,
      blockTime: new Date(Number(block.timestamp) * 1000).toISOString().replace('.000Z', 'Z'),
      checkpoint: { size: 812 },
    })
    const transaction = await on.anvil.ask<{ input: string; from: string; to: string }>(
      'eth_getTransactionByHash',
      shown.transactionHash,
    )
    expect(transaction.input.length).toBe(2 + 2 * calldataLength)
    expect(transaction.from).toBe(transaction.to)
    expect(await paid()).toBe(1)
    expect(await on.a.trouble()).toMatchObject({
      trouble: null,
      failures: 0,
      lease: null,
      balance: expect.stringMatching(/^\d{20,}$/),
    })
  })

  it('is anchored once, and the next one when the tree grew', async () => {
    const chain = await near()
    await on.a.grow(5)
    const first = await toTheEnd(chain)
    await on.a.age(10)
    expect((await on.a.look(chain))!.id).toBe(first.id)
    await on.a.grow(4)
    expect((await on.a.look(chain))!.id).toBe(first.id)
    expect(await paid()).toBe(1)
    await on.a.grow(6)
    const second = await toTheEnd(chain)
    expect(second).toMatchObject({ size: 6 })
    expect(await paid()).toBe(2)
  })

  it('waits until its time has come, however fast the tree grows', async () => {
    const chain = { ...(await near()), every: 600 }
    await on.a.grow(5)
    const first = await toTheEnd(chain)
    await on.a.grow(6)
    expect((await on.a.look(chain))!.id).toBe(first.id)
    await on.a.age(600)
    expect(await on.a.look(chain)).toMatchObject({ size: 6, state: 'SENT' })
  })

  it.each([
    ['legacy', ['--no-mining', '--hardfork', 'istanbul', '--order', 'fifo'], 15],
    ['with a fee market', ['--no-mining', '--hardfork', 'london', '--order', 'fifo'], 16],
    ['of a later fork', ['--no-mining', '--hardfork', 'prague', '--order', 'fifo'], 21],
  ] as const)('is proven in a block among 40 others, %s', async (name, args, fields) => {
    await on.restart({ args: [...args] })
    const chain = await near()
    await on.a.grow(77)
    const others = async (from: number) => {
      for (let i = from; i < from + 20; i++) {
        const kinds =
          name === 'legacy'
            ? [{ gasPrice: '0x77359400' }]
            : [
                { gasPrice: '0x77359400' },
                { maxFeePerGas: '0xee6b2800', maxPriorityFeePerGas: '0x77359400' },
                {
                  gasPrice: '0x77359400',
                  accessList: [{ address: otherAccount, storageKeys: [`0x${'22'.repeat(32)}`] }],
                },
              ]
        await on.anvil.ask('eth_sendTransaction', {
          from: otherAccount,
          to: otherAccount,
          value: `0x${(i + 1).toString(16)}`,
          gas: '0x186a0',
          data: `0x${'ab'.repeat(i * 5)}`,
          ...kinds[i % kinds.length],
        })
      }
    }
    await others(0)
    expect(await on.a.look(chain)).toMatchObject({ state: 'SENT' })
    await others(20)
    const anchor = await toTheEnd(chain)
    const { transactions } = await on.anvil.ask<{ transactions: string[] }>(
      'eth_getBlockByHash',
      hexed(anchor.blockHash),
      false,
    )
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
      const [chain, second] = [
        await on.a.chain(['http://127.0.0.1:9']),
        await on.a.chain([other.url], { id: 4242, confirmations: 1 }),
      ]
      await on.a.grow(5)
      await on.a.look(chain)
      await on.a.look(second)
      await other.mine()
      await on.a.look(chain)
      await on.a.look(second)
      const anchors = await on.a.db.system.selectFrom('chainAnchor').select(['chainId', 'state']).execute()
      expect(anchors).toEqual([{ chainId: 4242, state: 'CONFIRMED' }])
    } finally {
      await other.kill()
    }
  })
})
