import { callbackCalls } from '../../../contract/open-api/callbacks.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as callbacks from './callbacks.service.ts'
import { publicSigners } from './signers.ts'

export const callbackRoutes = (services: Services) =>
  implement(callbackCalls, {
    list: (caller, { params, query }) => callbacks.list(services, caller, params.id, query),
    trial: (caller, { params }) => callbacks.trial(services, caller, params.id),
    again: async (caller, { params }) => (await callbacks.again(services, caller, params.id), null),
    signers: async ({ platform }) => ({ list: await publicSigners(services.db, platform.id) }),
  })
