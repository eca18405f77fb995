import { orderCalls } from '../../../contract/notarization/orders.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as expertise from '../expertise/expertise.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import * as officialSeal from '../official-seal/official-seal.service.ts'
import { custodyOf } from './custody.service.ts'
import { asOwn } from './own-order.ts'
import { say } from './messages.service.ts'
import * as files from './order-files.service.ts'
import { paperBytes } from '../papers/paper-bytes.ts'
import { makeRecord, recordBytes } from '../papers/record.service.ts'
import * as orders from './orders.service.ts'

export const orderRoutes = (services: Services) =>
  implement(orderCalls, {
    list: (caller, { query }) => orders.list(services, caller, query),
    appraisals: (caller, { query }) => orders.list(services, caller, { ...query, orderKind: 'expertise' }),
    seals: (caller, { query }) => orders.list(services, caller, { ...query, orderKind: 'officialSeal' }),
    purchases: (caller, { query }) => purchase.list(services, caller, query),
    get: (caller, { params }) => orders.get(services, caller, params.id),
    custody: (caller, { params }) => custodyOf(services, asOwn(caller, params.id)),
    offices: (caller, { query }) => orders.offices(services, caller, query.officeKind),
    saveExpertise: (caller, { body }) => expertise.save(services, caller, body),
    saveOfficialSeal: (caller, { body }) => officialSeal.save(services, caller, body),
    savePurchase: (caller, { body }) => purchase.save(services, caller, body),
    remove: async (caller, { params }) => (await orders.remove(services, caller, params.id), null),
    addFile: (caller, { params, body, file }) => files.addFile(services, asOwn(caller, params.id), body.part, file),
    removeFile: async (caller, { params: { id, fileId } }) => (
      await files.removeFile(services, asOwn(caller, id), fileId),
      null
    ),
    file: (caller, { params: { id, fileId } }) => files.fileBytes(services, asOwn(caller, id), fileId),
    paper: (caller, { params: { id, paperId } }) => paperBytes(services, asOwn(caller, id), paperId),
    makeRecord: (caller, { params }) => makeRecord(services, asOwn(caller, params.id)),
    record: (caller, { params: { id, paperId } }) => recordBytes(services, asOwn(caller, id), paperId),
    say: (caller, { params, body, file }) => say(services, asOwn(caller, params.id), { ...body, file }),
    step: (caller, { params, body }) => orders.step(services, caller, params.id, params.step, body),
  })
