import { describe, expect, it } from 'vitest'
import { hasAnvil, onAnvil } from './on-anvil.ts'

const on = onAnvil()
const { far, toTheEnd: confirmed } = on
const due = async (id: string) => (await on.a.anchors()).find((x) => x.id === id)!.checkAt

describe.runIf(hasAnvil)('how often is looked', () => {
  const asked = () => on.proxy.asked.filter((q) => q.method === 'eth_getBlockByNumber' && q.params[0] === '0x1').length
  const secondsTo = async (id: string) => (Number(await due(id)) - Date.now()) / 1000

  it('is about when an anchor is twice as old as at the last look, and never more often than each minute', async () => {
    const chain = await far()
    const { id } = await confirmed(chain, 5)
    expect(await secondsTo(id)).toBeGreaterThan(50)
    expect(await secondsTo(id)).toBeLessThan(61)
    const before = asked()
    await on.a.look(chain)
    expect(asked()).toBe(before)
    await on.a.age(3_600)
    await on.a.recheckConfirmed(chain)
    expect(asked()).toBe(before + 1)
    expect(Math.abs((await secondsTo(id)) - 3_600)).toBeLessThan(20)
    await on.a.age(10 * 86_400)
    await on.a.recheckConfirmed(chain)
    expect(Math.abs((await secondsTo(id)) - 86_400)).toBeLessThan(20)
  })

  it('ends where the chain says that the block is final, or after thirty days where it does not', async () => {
    await on.restart({ args: ['--no-mining', '--slots-in-an-epoch', '2'] })
    const chain = await far()
    const { id } = await confirmed(chain, 5)
    await on.a.recheckConfirmed(chain)
    expect(await due(id)).toBeInstanceOf(Date)
    await on.anvil.mine(5)
    await on.a.recheckConfirmed(chain)
    expect(await due(id)).toBeNull()
    await on.a.age(10)
    for (const finalized of [
      { error: { code: -32_602, message: 'unknown block tag' } },
      { result: null },
      { result: 'x' },
      { result: { hash: `0x${'11'.repeat(32)}`, parentHash: `0x${'22'.repeat(32)}`, number: '0xfffff' } },
    ]) {
      await on.a.clear()
      await on.a.chain([on.proxy.endpoint])
      await on.anvil.mine()
      const other = await confirmed(chain, 5)
      await on.anvil.mine(5)
      on.proxy.behave(async ({ method, params }, honest) =>
        method === 'eth_getBlockByNumber' && params[0] === 'finalized' ? finalized : { result: await honest() },
      )
      await on.a.recheckConfirmed(chain)
      expect(await due(other.id)).toBeInstanceOf(Date)
      await on.a.age(31 * 86_400)
      await on.a.recheckConfirmed(chain)
      expect(await due(other.id)).toBeNull()
      expect(await on.a.trouble()).toMatchObject({ trouble: null })
      on.proxy.behave()
    }
  })
})
