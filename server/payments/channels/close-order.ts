import type { PayState } from './channel.types.ts'
import { ChannelFailure } from './failure.types.ts'

/** How an order stands once its vendor was told to close it. Where that was refused it is paid, closed already, or unknown: the order itself says which. */
export async function closeOrder(close: () => Promise<unknown>, ask: () => Promise<PayState>): Promise<PayState> {
  try {
    await close()
  } catch (error) {
    if (!(error instanceof ChannelFailure && error.kind === 'business')) throw error
    const state = await ask()
    if (state.state === 'waiting') throw error
    return state
  }
  return ask()
}
