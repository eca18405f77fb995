import { totpCalls } from '../../../contract/accounts/totp.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as totp from './totp.service.ts'
import { withCookie } from '../sign-in/with-cookie.ts'

export const totpRoutes = (services: Services) =>
  implement(totpCalls, {
    begin: (caller, { body }) => totp.begin(services, caller, body),
    turnOn: async (caller, { body }) => withCookie(await totp.turnOn(services, caller, body.totp)),
    turnOff: async (caller, { body }) => withCookie(await totp.turnOff(services, caller, body)),
    renewCodes: (caller, { body }) => totp.renewCodes(services, caller, body),
  })
