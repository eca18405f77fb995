import { invitationCalls } from '../../../contract/accounts/invitations.ts'
import { maskName, maskPhone } from '../../../contract/kit/mask.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { publicUrlOf } from '../../platform/platform.service.ts'
import { friendsOf, inviteCodeOf } from './invitations.repo.ts'

export const invitationRoutes = (services: Services) =>
  implement(invitationCalls, {
    list: async (caller, { query }) => {
      const inviteCode = await inviteCodeOf(services.db, caller.personId)
      const { rows, ...rest } = await friendsOf(services.db, caller.platform.id, caller.personId, query)
      const list = rows.map((p) => ({
        id: p.id,
        nameMasked: maskName(p.name, 'personal'),
        phoneMasked: maskPhone(p.phone),
        date: p.createdAt.toISOString(),
      }))
      return {
        list,
        ...rest,
        inviteCode,
        inviteUrl: `${publicUrlOf(services.config, caller.platform)}/registry?invite=${inviteCode}`,
      }
    },
  })
