import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Phone } from '../kit/fields.ts'
import { CaptchaAnswer, CodeSent, PlatformId, SignedIn, SmsAnswer } from './session.ts'

/**
 * What a code is sent for. PROVE: to the person's own phone, before what a mere session must not do. UNBIND: to the phone they
 * leave. REBIND: to the one they take, with the ticket of the old one's proof. BIND: to the phone a WeChat or Alipay account is tied to.
 */
export const smsScenes = ['BIND', 'REBIND', 'UNBIND', 'PROVE'] as const

/** That the person is there and not only their session: the password, or a code that was sent to their phone. */
export const Proof = {
  password: z.string().max(128).optional(),
  codeId: z.string().max(40).optional(),
  code: z.string().trim().max(6).optional(),
}
/** Six digits of the authenticator, or one of the recovery codes. */
export const TotpCode = z.string().trim().min(1).max(30)

const Ticket = z.string().min(1).max(100)

/** Truthful only to whoever proved the phone; else the same for every phone, and nothing is looked up. */
export const PhoneInfo = z.object({
  proven: z.boolean(),
  exists: z.boolean().nullable(),
  userType: SignedIn.shape.userType.nullable(),
  nameMasked: z.string().nullable(),
})

const secret = { right: 'signed-in', rate: 'secret', idempotent: false } as const

export const phoneCalls = {
  /** `phone` is for REBIND; the others go to the phone on record and need not name it. */
  sendCode: defineCall({
    method: 'POST', path: 'user/sendSMS', ...secret, beforeTotp: true,
    body: z.object({ scene: z.enum(smsScenes), phone: Phone.optional(), ticket: Ticket.optional(), ...CaptchaAnswer, ...PlatformId }), reply: CodeSent,
  }),
  /**
   * The first of two steps to another phone: the code sent to the old one (UNBIND), or, where that is lost, password and
   * authenticator together. Neither alone: a password may be known to others, and the phone is how a lost one is reset.
   */
  prove: defineCall({ method: 'POST', path: 'user/phone/proof', own: true, ...secret, body: z.object({ ...Proof, totp: TotpCode.optional() }), reply: z.object({ ticket: z.string(), ttl: z.int() }) }),
  /**
   * The second: the code sent to the new phone, with the ticket of the first. Ends every other session; this one gets a new token.
   * `bindTicket` will name the third-party account that `loginByThirdAccount` met; until those are open it is refused.
   */
  bind: defineCall({
    method: 'POST', path: 'user/bindPhone', ...secret,
    body: z.object({ phone: Phone, ...SmsAnswer, ticket: Ticket.optional(), bindTicket: z.string().max(100).optional() }), reply: z.object({ token: z.string(), userId: Id }), renews: true,
  }),
  /** Whether a phone is registered. The code is the one for registering or signing in, and stays good for that. */
  info: defineCall({
    method: 'POST', path: 'user/api/v1/user/info/phone', right: 'public', rate: 'secret', idempotent: false,
    body: z.object({ phone: Phone, codeId: z.string().max(40).optional(), code: z.string().trim().max(6).optional(), ...PlatformId }), reply: PhoneInfo,
  }),
}
