import { subInvitationCalls } from '../../../contract/accounts/sub-invitations.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { withCookie } from '../sign-in/with-cookie.ts'
import * as invitations from './sub-invitations.service.ts'

export const subInvitationRoutes = (services: Services) =>
  implement(subInvitationCalls, {
    invite: (caller, { body }) => invitations.invite(services, caller, body),
    list: (caller, { query }) => invitations.list(services, caller, query),
    withdraw: (caller, { body }) => invitations.withdraw(services, caller, body.ids),
    open: (visitor, { params }) => invitations.open(services, visitor, params.token),
    sendCode: (visitor, { params, body }) => invitations.sendCode(services, visitor, params.token, body),
    accept: async (visitor, { params, body }) =>
      withCookie(await invitations.accept(services, visitor, params.token, body)),
  })
