import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { digitsOf } from '../kit/typed/clean.ts'
import { CodeText, Id, Phone, ShortText, wireBool } from '../kit/fields.ts'
import { CaptchaAnswer, CodeSent, PersonName, PlatformId, SignedIn, SmsAnswer } from './session.ts'

/**
 * What a code is sent for. PROVE: to the person's own phone, before what a mere session must not do. UNBIND: to the phone they
 * leave. REBIND: to the one they take, with the ticket of the old one's proof. BIND: to the phone that a WeChat or Alipay is bound to, with the ticket of `loginByThirdAccount`.
 */
export const smsScenes = ['BIND', 'REBIND', 'UNBIND', 'PROVE'] as const

/** That the person is there and not only their session: the password, or a code that was sent to their phone. */
export const Proof = {
  password: z.string().max(128).optional(),
  codeId: z.string().max(40).optional(),
  code: CodeText.optional(),
}
/** Six digits of the authenticator, or one of the recovery codes. */
export const TotpCode = z.string().overwrite(digitsOf).min(1).max(30)
/** A code to their phone, or, where that is lost, password and authenticator together. */
export const StrongProof = { ...Proof, totp: TotpCode.optional() }

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
  /** `phone` is for REBIND and BIND; the others go to the phone on record and need not name it. Only BIND is for visitors. */
  sendCode: defineCall({
    method: 'POST',
    path: 'user/sendSMS',
    ...secret,
    right: 'public',
    body: z.object({
      scene: z.enum(smsScenes),
      phone: Phone.optional(),
      ticket: Ticket.optional(),
      ...CaptchaAnswer,
      ...PlatformId,
    }),
    reply: CodeSent,
  }),
  /**
   * The first of two steps to another phone: the code sent to the old one (UNBIND), or, where that is lost, password and
   * authenticator together. Neither alone: a password may be known to others, and the phone is how a lost one is reset.
   */
  prove: defineCall({
    method: 'POST',
    path: 'user/phone/proof',
    own: true,
    ...secret,
    body: z.object(StrongProof),
    reply: z.object({ ticket: z.string(), ttl: z.int() }),
  }),
  /**
   * The second: the code sent to the new phone, with the ticket of the first. Ends every other session; this one gets a new token.
   * With `bindTicket` it is a visitor's: the WeChat or Alipay that `loginByThirdAccount` met is bound to whoever has the phone, and signs them in.
   * Where nobody has it, the refusal `third-party-newcomer` asks for name and consent; the code stays good.
   */
  bind: defineCall({
    method: 'POST',
    path: 'user/bindPhone',
    ...secret,
    right: 'public',
    body: z.object({
      phone: Phone,
      ...SmsAnswer,
      ticket: Ticket.optional(),
      bindTicket: Ticket.optional(),
      name: PersonName.optional(),
      agreementVersion: ShortText(20).optional(),
      consent: wireBool.optional(),
    }),
    reply: z.object({ token: z.string(), userId: Id }),
    renews: true,
  }),
  /** Whether a phone is registered. The code is the one for registering or signing in, and stays good for that. */
  info: defineCall({
    method: 'POST',
    path: 'user/api/v1/user/info/phone',
    right: 'public',
    rate: 'secret',
    idempotent: false,
    body: z.object({
      phone: Phone,
      codeId: z.string().max(40).optional(),
      code: CodeText.optional(),
      ...PlatformId,
    }),
    reply: PhoneInfo,
  }),
}
