import type { Call } from '../contract/kit/call.ts'
import { isSessionGone } from '../contract/kit/client-policy.ts'
import type { Envelope } from '../contract/kit/envelope.ts'

export interface SessionExpiry {
  /** Sends a call, and once more after somebody signed in again, where the session had ended. */
  ask(call: Call, send: () => Promise<Envelope>): Promise<Envelope>
  /** Whether somebody is being asked to sign in, or left to do so. */
  isAsking(): boolean
}

/** Session expiry: `onSessionGone` is called once for any number of parallel refusals, and says whether the page goes on. */
export function watchSession(onSessionGone: () => Promise<boolean>): SessionExpiry {
  let asking: Promise<boolean> | undefined
  let signIns = 0
  let renewals = 0
  let renewing: Promise<unknown> | undefined
  const signIn = () =>
    (asking ??= onSessionGone().then((again) => {
      if (!again) return false
      signIns++
      asking = undefined
      return true
    }))
  /** Until the new token is here, a refusal of the old one says nothing about the session. */
  async function renew(sent: Promise<Envelope>): Promise<Envelope> {
    renewing = sent.catch(() => undefined)
    try {
      return await sent
    } finally {
      renewals++
      renewing = undefined
    }
  }
  return {
    isAsking: () => asking !== undefined,
    async ask(call, send) {
      const sendOnce = () => (call.renews ? renew(send()) : send())
      const before = signIns
      const renewedBefore = renewals
      const envelope = await sendOnce()
      if (!isSessionGone(envelope)) return envelope
      // It left with a token that another call of this page was just having replaced.
      if (!call.renews && (renewing || renewedBefore !== renewals)) {
        await renewing
        return send()
      }
      // What was refused did nothing: it is sent again as it was, once. Somebody may have signed in while the refusal was on its way.
      return before !== signIns || (await signIn()) ? sendOnce() : envelope
    },
  }
}
