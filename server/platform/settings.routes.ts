import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as settings from './settings.service.ts'

export const platformSettingsRoutes = (services: Services) =>
  implement(settingsOfPlatformCalls, {
    get: (caller) => settings.get(services, caller),
    save: (caller, { body }) => settings.save(services, caller, body),
    names: (visitor, { query }) => settings.names(services, visitor, query.notaryId),
  })
