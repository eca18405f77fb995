import { afterAll, beforeAll, beforeEach } from 'vitest'
import { toHex } from '../../../proof/bytes.ts'
import type { ChainSettings } from '../../../server/trust/anchors/anchors.settings.ts'
import type { AnchorChain } from '../../../server/trust/anchors/advance-anchors.ts'
import { type Anchoring, openAnchoring } from './anchor-kit.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { requireAnvil } from './anvil-program.ts'
import { startLyingProxy } from './lying-proxy.ts'

/** Whether tests on a chain run here: `describe.runIf(hasAnvil)`. */
export const hasAnvil = requireAnvil()

export const hexed = (bytes: Uint8Array | null) => `0x${toHex(bytes ?? new Uint8Array())}`

/** A part of the service that anchors, on a chain that is new for every test of a file, and somebody between them who may lie. */
export function onAnvil() {
  const at = {} as { a: Anchoring; anvil: Anvil; proxy: Awaited<ReturnType<typeof startLyingProxy>> }
  beforeAll(async () => {
    at.a = await openAnchoring()
    at.proxy = await startLyingProxy(() => at.anvil.url)
  })
  beforeEach(async () => {
    await at.anvil?.kill()
    at.anvil = await startAnvil()
    at.proxy.behave()
    at.proxy.asked.length = 0
    await at.a.clear()
  })
  afterAll(async () => {
    await at.anvil.kill()
    await at.proxy.close()
    await at.a.close()
  })
  return {
    get a() {
      return at.a
    },
    get anvil() {
      return at.anvil
    },
    get proxy() {
      return at.proxy
    },
    /** Another node in place of this one. */
    async restart(how: Parameters<typeof startAnvil>[0]) {
      await at.anvil.kill()
      at.anvil = await startAnvil(how)
    },
    near: () => at.a.chain([at.anvil.url]),
    far: (more: Partial<ChainSettings> = {}) => at.a.chain([at.proxy.endpoint], more),
    /** Transactions that blocks took from the account. */
    paid: async () => Number(await at.anvil.ask('eth_getTransactionCount', (await at.a.trouble()).address, 'latest')),
    /** From nothing to a record that a stranger verifies. */
    async toTheEnd(chain: AnchorChain, size?: number) {
      if (size !== undefined) await at.a.grow(size)
      for (let i = 0; i < 12; i++) {
        const anchor = await at.a.look(chain)
        if (anchor?.state === 'CONFIRMED' && (size === undefined || anchor.size === size)) return anchor
        await at.anvil.mine()
      }
      throw new Error(`not confirmed: ${JSON.stringify([await at.a.newest(), await at.a.trouble()])}`)
    },
  }
}
