import { describe, expect, it } from 'vitest'
import { advanceAnchors } from '../../../server/trust/anchors/advance-anchors.ts'
import { otherAccount } from './anvil.ts'
import { hasAnvil, hexed, onAnvil } from './on-anvil.ts'

const on = onAnvil()
const { near, far, paid, toTheEnd } = on

describe.runIf(hasAnvil)('whatever happens on the way', () => {
  it('a reorganised chain gets the same transaction again, and it is paid once', async () => {
    const chain = await near()
    await on.a.grow(5)
    await on.a.look(chain)
    await on.anvil.mine()
    expect(await on.a.look(chain)).toMatchObject({ state: 'SEEN' })
    await on.anvil.mine()
    await on.anvil.ask('anvil_reorg', 2, [])
    await on.anvil.ask('anvil_dropAllTransactions')
    expect(await on.a.look(chain)).toMatchObject({ state: 'SENT', reason: 'reorganised', blockHash: null })
    const anchor = await toTheEnd(chain)
    expect(anchor.height).toBeGreaterThan(2)
    expect(await on.a.transactions()).toHaveLength(1)
    expect(await paid()).toBe(1)
  })

  it('a node that was killed and has forgotten everything is told again', async () => {
    const chain = await near()
    await on.a.grow(5)
    await on.a.look(chain)
    await on.anvil.mine()
    expect(await on.a.look(chain)).toMatchObject({ state: 'SEEN' })
    const { port } = on.anvil
    await on.anvil.kill()
    expect(await on.a.look(chain)).toMatchObject({ state: 'SEEN', reason: 'unreachable' })
    expect(await on.a.trouble()).toMatchObject({ trouble: 'unreachable', failures: 1, lease: null })
    await on.restart({ port })
    await toTheEnd(chain)
    expect(await on.a.trouble()).toMatchObject({ trouble: null, failures: 0 })
    expect(await on.a.transactions()).toHaveLength(1)
  })

  it('a process that dies between signing and sending leaves what the next one sends', async () => {
    const chain = await far()
    await on.a.grow(5)
    on.proxy.behave(async ({ method }, honest) =>
      method === 'eth_sendRawTransaction' ? 'hang up' : { result: await honest() },
    )
    expect(await on.a.look(chain)).toMatchObject({ state: 'SENT', reason: 'unreachable' })
    const [kept] = await on.a.transactions()
    on.proxy.behave()
    await toTheEnd(chain)
    expect((await on.a.transactions()).map((t) => hexed(t.txHash))).toEqual([hexed(kept!.txHash)])
  })

  it('an answer that is lost on its way does not make it pay twice', async () => {
    const chain = await far()
    await on.a.grow(5)
    on.proxy.behave(async ({ method }, honest) => {
      const result = await honest()
      return method === 'eth_sendRawTransaction' ? 'hang up' : { result }
    })
    await on.a.look(chain)
    on.proxy.behave()
    await toTheEnd(chain)
    expect(await paid()).toBe(1)
    expect(await on.a.transactions()).toHaveLength(1)
  })

  it('fees that no block takes are raised under the same number, and not beyond the limit', async () => {
    const chain = await near()
    await on.a.grow(5)
    await on.a.look(chain)
    await on.anvil.ask('anvil_setNextBlockBaseFeePerGas', '0x174876e800')
    await on.anvil.mine()
    expect(await on.a.look(chain)).toMatchObject({ state: 'SENT' })
    expect(await on.a.transactions()).toHaveLength(1)
    await on.a.age(61)
    await on.a.look(chain)
    const [first, second, ...more] = await on.a.transactions()
    expect(more).toEqual([])
    expect(second!.nonce).toBe(first!.nonce)
    expect(BigInt(second!.maxFee)).toBeGreaterThan((BigInt(first!.maxFee) * 9n) / 8n)
    const anchor = await toTheEnd(chain)
    expect(hexed(anchor.txHash)).toBe(hexed(second!.txHash))
    expect(await paid()).toBe(1)
  })

  it('beyond the limit nothing is offered, and that is said', async () => {
    await on.anvil.ask('anvil_setNextBlockBaseFeePerGas', '0x174876e800')
    await on.anvil.mine()
    const chain = await on.a.chain([on.anvil.url], { maxFeeGwei: 50 })
    await on.a.grow(5)
    expect(await on.a.look(chain)).toMatchObject({ state: 'WAITING', reason: 'fee-limit' })
    expect(await on.a.transactions()).toEqual([])
    await on.anvil.mine(40)
    await toTheEnd(chain)
  })

  it('an account without money is told as such, and goes on when it has some', async () => {
    const chain = await near()
    await on.a.look(chain)
    const { address } = await on.a.trouble()
    await on.anvil.ask('anvil_setBalance', address, '0x1')
    await on.a.grow(5)
    expect(await on.a.look(chain)).toMatchObject({ state: 'WAITING', reason: 'insufficient-funds' })
    expect(await on.a.trouble()).toMatchObject({
      trouble: 'insufficient-funds',
      troubleDetail: expect.stringMatching(/^1 < \d+$/),
      balance: '1',
    })
    await on.anvil.ask('anvil_setBalance', address, '0xde0b6b3a7640000')
    await toTheEnd(chain)
  })

  it('a number that another program used is seen, and another one taken once that is deep', async () => {
    const chain = await near()
    await on.a.grow(5)
    await on.a.look(chain)
    const { address } = await on.a.trouble()
    await on.anvil.ask('anvil_dropAllTransactions')
    await on.anvil.ask('eth_sendTransaction', {
      from: address,
      to: otherAccount,
      value: '0x1',
      maxFeePerGas: '0x1bf08eb000',
      maxPriorityFeePerGas: '0x3b9aca00',
    })
    await on.anvil.mine()
    expect(await on.a.look(chain)).toMatchObject({ state: 'SENT', reason: 'nonce-taken' })
    expect(await on.a.transactions()).toHaveLength(1)
    await on.anvil.mine(3)
    expect(await on.a.look(chain)).toMatchObject({ state: 'SENT', reason: null })
    expect((await on.a.transactions()).map((t) => t.nonce)).toEqual([0, 1])
    await toTheEnd(chain)
  })

  it('what no block takes for long is given up, and the next checkpoint takes its number', async () => {
    const chain = await near()
    await on.a.grow(5)
    await on.a.look(chain)
    await on.a.age(3_601)
    expect(await on.a.look(chain)).toMatchObject({ state: 'FAILED', reason: 'not-mined' })
    await on.a.grow(6)
    expect(await on.a.look(chain)).toMatchObject({ state: 'SENT', size: 6 })
    const [first, second] = await on.a.transactions()
    expect(second!.nonce).toBe(first!.nonce)
    await toTheEnd(chain)
    expect(await paid()).toBe(1)
  })

  it('two processes at once send one transaction', async () => {
    const chain = await near()
    await on.a.grow(5)
    await on.a.look(chain)
    await on.a.admin.query('truncate chain_anchor, chain_transaction, later_proof')
    await on.anvil.ask('anvil_dropAllTransactions')
    for (let i = 0; i < 5; i++) {
      await on.a.admin.query('update chain set due_at = app_now()')
      await Promise.all([advanceAnchors(chain), advanceAnchors(chain), advanceAnchors(chain)])
    }
    expect(await on.a.transactions()).toHaveLength(1)
    expect(await on.a.db.system.selectFrom('chainAnchor').select('id').execute()).toHaveLength(1)
  })

  it('a process that lost its turn keeps nothing and sends nothing', async () => {
    const chain = await far()
    await on.a.grow(5)
    on.proxy.behave(async ({ method }, honest) => {
      if (method === 'eth_estimateGas') await on.a.admin.query(`update chain set lease = gen_random_uuid()`)
      return { result: await honest() }
    })
    await on.a.look(chain)
    expect(await on.a.transactions()).toEqual([])
    expect(on.proxy.asked.map((q) => q.method)).not.toContain('eth_sendRawTransaction')
  })
})
