import { officeSealCalls } from '../../../contract/notarization/office-seal.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as seals from './office-seal.service.ts'

export const officeSealRoutes = (services: Services) =>
  implement(officeSealCalls, {
    get: (caller) => seals.get(services, caller),
    set: (caller, { file }) => seals.set(services, caller, file),
    withdraw: async (caller) => (await seals.withdraw(services, caller), null),
    picture: (caller, { params }) => seals.picture(services, caller, params.id),
  })
