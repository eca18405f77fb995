import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Proof, TotpCode } from './phone.ts'
import { NewToken } from './settings.ts'

/** Shown once: only their hashes are kept. */
const RecoveryCodes = z.array(z.string())

const secret = { right: 'signed-in', rate: 'secret', idempotent: false, own: true } as const

/** Signing in in two steps, the second by an authenticator app (RFC 6238: SHA-1, six digits, thirty seconds). */
export const totpCalls = {
  /** A secret to put into the app; nothing changes until its first code is given. */
  begin: defineCall({
    method: 'POST',
    path: 'user/totp',
    ...secret,
    beforeTotp: true,
    body: z.object(Proof),
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  /** Every other session ends: none of them has passed the second step. */
  turnOn: defineCall({
    method: 'POST',
    path: 'user/totp/on',
    ...secret,
    beforeTotp: true,
    body: z.object({ totp: TotpCode }),
    reply: NewToken.extend({ recoveryCodes: RecoveryCodes }),
    renews: true,
  }),
  turnOff: defineCall({
    method: 'POST',
    path: 'user/totp/off',
    ...secret,
    body: z.object({ ...Proof, totp: TotpCode }),
    reply: NewToken,
    renews: true,
  }),
  /** Ten new recovery codes; the former ones count no more. */
  renewCodes: defineCall({
    method: 'POST',
    path: 'user/totp/codes',
    ...secret,
    body: z.object({ ...Proof, totp: TotpCode }),
    reply: z.object({ recoveryCodes: RecoveryCodes }),
  }),
}
