import { thirdPartyCalls } from '../../../contract/accounts/third-party.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { beginBinding, bindThird, unbindThird } from './third-binding.service.ts'
import { begin, signInByThird } from './third-sign-in.service.ts'
import { withCookie } from '../sign-in/with-cookie.ts'

export const thirdPartyRoutes = (services: Services) =>
  implement(thirdPartyCalls, {
    begin: (visitor, { body }) => begin(services, visitor, body),
    signIn: async (visitor, { body }) => {
      const { token, ...rest } = await signInByThird(services, visitor, body)
      return token ? withCookie({ token, ...rest }) : rest
    },
    beginBinding: (caller, { body }) => beginBinding(services, caller, body),
    bind: (caller, { body }) => bindThird(services, caller, body, 'BIND'),
    rebind: (caller, { body }) => bindThird(services, caller, body, 'REBIND'),
    unbind: (caller, { body }) => unbindThird(services, caller, body),
  })
