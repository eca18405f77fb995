import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { InviteCode } from './invitations.ts'
import { bareText, digitsOf } from '../kit/typed/clean.ts'
import {
  CodeText,
  Id,
  Instant,
  NewPassword,
  Phone,
  PlainName,
  SentCode,
  ShortText,
  TextBetween,
  wireBool,
} from '../kit/fields.ts'
import { rights, roles } from '../kit/rights.ts'

export const AccountKind = z.enum(['personal', 'enterprise'])
export type AccountKind = z.output<typeof AccountKind>

/** What a picture shows, or the number that work found; the question's id is spent by the first try. */
export const CaptchaAnswer = { captchaId: Id, captcha: z.string().overwrite(bareText).min(1).max(20) }
export const SmsAnswer = {
  codeId: Id,
  code: SentCode,
}
/** The white-label site the client believes it talks to; must match the one found by Host. */
export const PlatformId = { notaryId: z.string().max(64).optional() }

/**
 * Work for a device instead of a person: the number, counted from 0, whose key begins as said (ALTCHA's proof of work, version 2). The key of a
 * number n is PBKDF2 of `nonce` and n as four bytes, most significant first.
 */
export const CaptchaWork = z.object({
  algorithm: z.literal('PBKDF2/SHA-256'),
  /** Hex, as `salt` and `keyPrefix`. */
  nonce: z.string(),
  salt: z.string(),
  /** Rounds of PBKDF2. */
  cost: z.int(),
  /** Bytes of a key. */
  keyLength: z.int(),
  keyPrefix: z.string(),
})
export type CaptchaWork = z.output<typeof CaptchaWork>

export const CaptchaKind = z.enum(['picture', 'work'])
export type CaptchaKind = z.output<typeof CaptchaKind>

export const Captcha = z.object({
  captchaId: Id,
  /** An SVG picture, where one was asked for. */
  svg: z.string().optional(),
  work: CaptchaWork.optional(),
})

export const CodeSent = z.object({
  codeId: Id,
  /** Seconds until the code expires. */
  ttl: z.int(),
})

/** One body for both ways to sign in: a password, or a code that was sent. */
export const LoginBody = z
  .object({
    phone: Phone,
    password: z.string().max(128).optional(),
    captchaId: z.string().optional(),
    captcha: z.string().overwrite(bareText).max(20).optional(),
    codeId: z.string().optional(),
    code: CodeText.optional(),
    clientType: ShortText(20).optional(),
    ...PlatformId,
  })
  // Former clients send the fields of the other way empty.
  .refine((b) => Boolean(b.password) || Boolean(b.code), {
    path: ['password'],
    error: 'required',
    // Told together with whatever else is wrong.
    when: () => true,
  })

export const SignedIn = z.object({
  token: z.string(),
  userId: Id,
  userType: z.enum(['PERSONAL', 'ENTERPRISE', 'SUB', 'OPERATOR']),
  needSwitch: z.boolean(),
})

export const Bean = z.object({
  userId: Id,
  personName: z.string(),
  phoneMasked: z.string(),
  accountId: Id,
  accountName: z.string(),
  accountKind: AccountKind,
  /** The platform's staff disabled it: what is there is seen and downloaded, nothing is changed. */
  accountDisabled: z.boolean(),
  role: z.enum(roles),
  /** How many accounts this person may act in. */
  accounts: z.int(),
  rights: z.array(z.enum(rights)),
  /** Nothing can be done until the second step of signing in is set up. */
  needsTotp: z.boolean(),
  /** When this person is closed, as they asked for: until then nothing new is begun, and it can be taken back. */
  closingAt: Instant.nullable(),
  notaryId: z.string(),
})
export type Bean = z.output<typeof Bean>

export const PersonName = PlainName

/** To the edition of the terms that applies, by whoever is new here. */
export const Agreement = {
  agreementVersion: ShortText(20),
  consent: wireBool.refine((v) => v, { error: 'consent' }),
}

const Registration = z.object({
  userType: AccountKind,
  /** Of the account: a person's own, or an enterprise's. */
  name: PersonName,
  /** Who registers for an enterprise: certificates name the person that acts, never the enterprise in their place. */
  personName: PersonName.optional(),
  phone: Phone,
  ...SmsAnswer,
  password: NewPassword,
  ...Agreement,
  inviteCode: InviteCode.optional(),
  ...PlatformId,
})

const namesPerson = <T extends z.ZodType<{ userType: 'personal' | 'enterprise'; personName?: string | undefined }>>(
  body: T,
) =>
  body.refine((b) => b.userType !== 'enterprise' || b.personName !== undefined, {
    path: ['personName'],
    error: 'required',
    // Told together with whatever else is wrong.
    when: () => true,
  })
export const RegisterBody = namesPerson(Registration)

/** What the second step of signing in is done with. */
const SecondStep = z.object({ ticket: z.string().min(1).max(100), totp: z.string().overwrite(digitsOf).min(1).max(30) })

export const SwitchTarget = z.object({
  userId: Id,
  accountId: Id,
  /** Of the account. */
  name: z.string(),
  accountKind: AccountKind,
  role: z.enum(roles),
  current: z.boolean(),
})
export type SwitchTarget = z.output<typeof SwitchTarget>

/** A new password for a phone that proved itself by SMS. */
export const ResetBody = z.object({ phone: Phone, ...SmsAnswer, password: NewPassword, ...PlatformId })

const SmsRequest = z.object({ phone: Phone, ...CaptchaAnswer, ...PlatformId })

const secret = { right: 'public', rate: 'secret', idempotent: false } as const
/** Asking for a question tries no secret, and a whole office may stand behind one address. */
const question = { right: 'public', rate: 'write', idempotent: false } as const

export const sessionCalls = {
  captcha: defineCall({
    method: 'GET',
    path: 'captcha',
    own: true,
    query: z.object({ kind: CaptchaKind.default('picture') }),
    reply: Captcha,
    ...question,
  }),
  /** The challenge id the old client stores as `data.code`; the code itself never travels. */
  message: defineCall({
    method: 'GET',
    path: 'msg',
    query: z.object({ scene: ShortText(20).optional() }),
    reply: z.object({ code: Id, imgBase: z.string().optional() }),
    ...question,
  }),
  /** The same under the name that the member's pages of older clients ask for. */
  memberMessage: defineCall({
    method: 'GET',
    path: 'user/msg/code',
    query: z.object({ scene: ShortText(20).optional() }),
    reply: z.object({ code: Id, imgBase: z.string().optional() }),
    ...question,
  }),
  sendLoginCode: defineCall({ method: 'POST', path: 'login/msg', body: SmsRequest, reply: CodeSent, ...secret }),
  sendRegisterCode: defineCall({ method: 'POST', path: 'user/msg', body: SmsRequest, reply: CodeSent, ...secret }),
  /**
   * Whoever set up a second step is refused as `totp-needed`, with a ticket for it in `data`. A password takes a captcha after a few wrong ones
   * alone: `wrong-credentials` says in `data.captcha` whether the next does, and one without it is refused as `captcha-needed`.
   */
  login: defineCall({ method: 'POST', path: 'login', body: LoginBody, reply: SignedIn, ...secret }),
  /** The second step: the ticket, and six digits of the authenticator or a recovery code. Five tries in five minutes. */
  loginTotp: defineCall({
    method: 'POST',
    path: 'login/totp',
    own: true,
    body: SecondStep,
    reply: SignedIn,
    ...secret,
  }),
  register: defineCall({ method: 'POST', path: 'user/register', body: RegisterBody, reply: SignedIn, ...secret }),
  /** The same from an app, which names its device for the record. */
  appRegister: defineCall({
    method: 'POST',
    path: 'user/app/register',
    body: namesPerson(Registration.extend({ deviceId: TextBetween(1, 100) })),
    reply: SignedIn,
    ...secret,
  }),
  sendPasswordCode: defineCall({ method: 'POST', path: 'user/pwd/msg', body: SmsRequest, reply: CodeSent, ...secret }),
  /** Sets a forgotten password and ends every session of the person. */
  resetPassword: defineCall({ method: 'POST', path: 'user/pwd', body: ResetBody, ...secret }),
  logout: defineCall({ method: 'POST', path: 'logout', right: 'public', rate: 'write', idempotent: true }),
  /** Every account the signed-in person may act in. */
  switchList: defineCall({
    method: 'GET',
    path: 'login/switch/list',
    beforeTotp: true,
    reply: z.object({ list: z.array(SwitchTarget) }),
    right: 'signed-in',
    rate: 'read',
    idempotent: true,
  }),
  /** A token bound to one membership in one account, for clients that keep a token a tab; it signs nobody out elsewhere. */
  switchTo: defineCall({
    method: 'POST',
    path: 'login/switch/{userId}',
    params: z.object({ userId: Id }),
    reply: z.object({ token: z.string(), userId: Id }),
    right: 'signed-in',
    rate: 'secret',
    idempotent: false,
  }),
  /** Exchanges a token for a new one of the same reach; the old one ends with it. */
  renewToken: defineCall({
    method: 'GET',
    path: 'login/old/token',
    query: z.object({ token: z.string().max(128) }),
    reply: z.object({ token: z.string() }),
    ...secret,
  }),
  /** That whoever has the session is there: by the authenticator where they have one, else by password or a code to their phone. */
  proveAgain: defineCall({
    method: 'POST',
    path: 'user/session/proof',
    own: true,
    body: z.object({
      password: z.string().max(128).optional(),
      codeId: z.string().max(40).optional(),
      code: CodeText.optional(),
      totp: SecondStep.shape.totp.optional(),
    }),
    right: 'signed-in',
    rate: 'secret',
    idempotent: false,
  }),
  bean: defineCall({
    method: 'GET',
    path: 'login/bean',
    beforeTotp: true,
    reply: Bean,
    right: 'signed-in',
    rate: 'read',
    idempotent: true,
  }),
}
