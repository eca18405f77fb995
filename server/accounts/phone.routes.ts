import { phoneCalls } from '../../contract/accounts/phone.ts'
import { implement } from '../kit/implement.ts'
import type { Services } from '../kit/services.ts'
import * as phone from './phone.service.ts'
import { withCookie } from './with-cookie.ts'

export const phoneRoutes = (services: Services) =>
  implement(phoneCalls, {
    sendCode: (caller, { body }) => phone.sendPhoneCode(services, caller, body),
    prove: (caller, { body }) => phone.prove(services, caller, body),
    bind: async (caller, { body }) => withCookie(await phone.bind(services, caller, body)),
    info: (visitor, { body }) => phone.infoOf(services, visitor, body),
  })
