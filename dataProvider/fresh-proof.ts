import { isProofNeeded } from '../contract/kit/client-policy.ts'
import type { Envelope } from '../contract/kit/envelope.ts'

/**
 * Sends a call, and once more after whoever acts showed again that it is them, where it takes that. `onProofNeeded` is called once for any
 * number of parallel refusals, and says whether they did.
 */
export function watchProof(onProofNeeded: () => Promise<boolean>) {
  let asking: Promise<boolean> | undefined
  const prove = () => (asking ??= onProofNeeded().finally(() => (asking = undefined)))
  return async (send: () => Promise<Envelope>): Promise<Envelope> => {
    const envelope = await send()
    return isProofNeeded(envelope) && (await prove()) ? send() : envelope
  }
}
