import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Proof } from './phone.ts'
import { PlatformId, SignedIn } from './session.ts'
import { Provider } from './third-provider.ts'

/** What the vendor sends a browser back with; whoever refused there comes without a code. */
const Came = { provider: Provider, authCode: z.string().max(500).optional(), state: z.string().min(1).max(100) }

/** The vendor's page. The browser that asked is known by a cookie when it comes back. */
const Away = z.object({ url: z.string() })

/** Signed in; or, where nobody here is known by that WeChat or Alipay, a ticket for `user/bindPhone`. */
export const MetThird = SignedIn.partial().extend({ bindTicket: z.string().optional(), ttl: z.int().optional() })

const visitor = { right: 'public', rate: 'secret', idempotent: false } as const
const person = { right: 'signed-in', rate: 'secret', idempotent: false } as const

export const thirdPartyCalls = {
  /** The first step of signing in; the second is the vendor's page. */
  begin: defineCall({
    method: 'POST',
    path: 'login/third',
    own: true,
    body: z.object({ provider: Provider, ...PlatformId }),
    reply: Away,
    ...visitor,
  }),
  signIn: defineCall({
    method: 'POST',
    path: 'loginByThirdAccount',
    body: z.object({ ...Came, ...PlatformId }),
    reply: MetThird,
    ...visitor,
  }),
  /** The first step of binding: that the person is there, then the vendor's page. */
  beginBinding: defineCall({
    method: 'POST',
    path: 'user/third',
    own: true,
    body: z.object({ provider: Provider, ...Proof }),
    reply: Away,
    ...person,
  }),
  bind: defineCall({
    method: 'PUT',
    path: 'user/bindThirdAccount',
    body: z.object(Came),
    reply: z.object({ bound: z.boolean() }),
    ...person,
  }),
  /** Another one of the same vendor in the place of the first. */
  rebind: defineCall({
    method: 'PUT',
    path: 'user/rebindThirdAccount',
    body: z.object(Came),
    reply: z.object({ bound: z.boolean() }),
    ...person,
  }),
  /** Refused where nothing else would be left to sign in with. */
  unbind: defineCall({
    method: 'PUT',
    path: 'user/unbindThirdAccount',
    body: z.object({ provider: Provider, ...Proof }),
    reply: z.object({ unbound: z.boolean() }),
    ...person,
  }),
}
