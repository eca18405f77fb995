import { settingsCalls } from '../../contract/accounts/settings.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import { requirePlatform } from '../platform/platform.service.ts'
import { withCookie } from './sign-in/with-cookie.ts'
import * as settings from './settings.service.ts'

export const settingsRoutes = (services: Services) =>
  implement(settingsCalls, {
    profile: (caller) => settings.profileOf(services, caller),
    update: async (caller, { body: { notaryId, ...change } }) => {
      requirePlatform(caller.platform, notaryId)
      await settings.changeProfile(services, caller, change)
      return null
    },
    renameAccount: async (caller, { body }) => (await settings.renameAccount(services, caller, body.name), null),
    changePassword: async (caller, { body }) => withCookie(await settings.changePassword(services, caller, body)),
    sessions: async (caller) => ({ list: await settings.sessionsOf(services, caller) }),
    endSession: async (caller, { params }) => (await settings.endSession(services, caller, params.id), null),
    endOtherSessions: (caller) => settings.endOtherSessions(services, caller),
  })
