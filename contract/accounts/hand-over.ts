import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { digitsOf } from '../kit/typed/clean.ts'
import { Id, Instant, wireBool } from '../kit/fields.ts'
import { SignedIn } from './session.ts'
import { Device } from './settings.ts'

export const qrStatuses = ['WAIT', 'SCANNED', 'CONFIRMED', 'EXPIRED'] as const

/** What the code on the screen says, beside its id, and nobody else knows. */
const Shown = { appId: Id, secret: z.string().min(1).max(100) }

const secret = { rate: 'secret', idempotent: false } as const

/** Signing in by handing over a session that is there already: from a phone to the screen that shows a code, or by an address that is good for once. */
export const handOverCalls = {
  /** A code for this browser to show; `qr` is an address of ours that a phone opens. */
  qr: defineCall({
    method: 'GET',
    path: 'login/app/id',
    reply: z.object({ appId: Id, qr: z.string(), expireAt: Instant }),
    right: 'public',
    ...secret,
  }),
  /** Only for the browser that shows it. `number` is there once it was scanned, to be typed on the phone; the token comes once. */
  qrStatus: defineCall({
    method: 'GET',
    path: 'login/app/id/authorize/status/{appId}',
    params: z.object({ appId: Id }),
    right: 'public',
    rate: 'read',
    idempotent: false,
    reply: SignedIn.partial().extend({
      status: z.enum(qrStatuses),
      refused: z.boolean(),
      number: z.string().optional(),
    }),
  }),
  /** Who asks to be let in, for the phone that read the code; from then on it is that person's to answer. */
  scan: defineCall({
    method: 'POST',
    path: 'login/app/scan',
    own: true,
    body: z.object(Shown),
    right: 'signed-in',
    ...secret,
    reply: z.object({
      device: Device,
      ip: z.string(),
      askedAt: Instant,
      expireAt: Instant,
      sameAddress: z.boolean(),
      personName: z.string(),
      accountName: z.string(),
    }),
  }),
  /** A wrong number ends it: whoever cannot see the screen does not let it in. */
  decide: defineCall({
    method: 'POST',
    path: 'login/app/decide',
    own: true,
    body: z.object({ ...Shown, approve: wireBool, number: z.string().overwrite(digitsOf).max(4).optional() }),
    right: 'signed-in',
    ...secret,
  }),
  /** An address that signs this person in, in this account, in another browser: within a minute, once. `to` is a path of ours. */
  bridge: defineCall({
    method: 'POST',
    path: 'login/bridge',
    own: true,
    body: z.object({ to: z.string().max(500).optional() }),
    reply: z.object({ url: z.string(), ttl: z.int() }),
    right: 'signed-in',
    ...secret,
  }),
  /** A ticket of such an address, or an old token, for a token; each once. */
  swap: defineCall({
    method: 'POST',
    path: '/ws/swap/token',
    body: z.object({ token: z.string().min(1).max(128), type: z.enum(['TICKET', 'OLD']).default('TICKET') }),
    right: 'public',
    ...secret,
    reply: z.object({
      token: z.string(),
      expireIn: z.int(),
      personName: z.string(),
      accountName: z.string(),
      to: z.string(),
    }),
  }),
}
