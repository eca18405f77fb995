import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { MailAddress } from '../kit/fields.ts'
import { CaptchaAnswer, CodeSent, SmsAnswer } from './session.ts'

const own = { own: true, right: 'signed-in' } as const

/** The address that a person gets messages at. It takes a code that was sent there; nobody signs in with it. */
export const mailCalls = {
  sendCode: defineCall({
    method: 'POST',
    path: 'user/mail/code',
    body: z.object({ mail: MailAddress, ...CaptchaAnswer }),
    reply: CodeSent,
    ...own,
    rate: 'secret',
    idempotent: false,
  }),
  set: defineCall({
    method: 'PUT',
    path: 'user/mail',
    body: z.object({ mail: MailAddress, ...SmsAnswer }),
    ...own,
    rate: 'secret',
    idempotent: false,
  }),
  remove: defineCall({ method: 'DELETE', path: 'user/mail', ...own, rate: 'write', idempotent: true }),
}
