import { deliveryCalls } from '../../../contract/certificates/delivery.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as delivery from './delivery.service.ts'

export const deliveryRoutes = (services: Services) =>
  implement(deliveryCalls, {
    bundle: (caller, { query }) => delivery.bundle(services, caller, query),
    bundleBytes: (caller, { params }) => delivery.bundleBytes(services, caller, params.id),
    zip: (caller, { params }) => delivery.zip(services, caller, params.attestationNo),
    makeCode: (caller, { body }) => delivery.makeCode(services, caller, body),
    codeState: (caller, { params }) => delivery.codeState(services, caller, params.ano),
    liftCodeRest: (caller, { params }) => delivery.liftCodeRest(services, caller, params.ano),
    endCode: async (caller, { params }) => {
      await delivery.endCode(services, caller, params.ano)
      return null
    },
    checkCode: (visitor, { params, query }) => delivery.checkCode(services, visitor, params.ano, query.code),
    collect: (visitor, { params, query }) => delivery.collect(services, visitor, params.id, query.ticket),
  })
