import { officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Services } from '../../kit/services.ts'
import type { AtOrder } from '../orders/at-order.ts'
import { custodyOf } from '../orders/custody.service.ts'
import { say } from '../orders/messages.service.ts'
import * as files from '../orders/order-files.service.ts'
import { findOfOffice, lockOfOffice } from '../orders/orders.repo.ts'
import { required } from '../orders/orders.service.ts'
import { paperBytes } from '../papers/paper-bytes.ts'
import { makeRecord, recordBytes } from '../papers/record.service.ts'
import * as evidence from './office-evidence.service.ts'
import * as office from './office-orders.service.ts'

const at = (caller: Caller, id: string): AtOrder => ({
  caller,
  viewer: office.asOffice(caller),
  find: async (tx) => required(await findOfOffice(tx, caller.accountId, id)),
  lock: async (tx) => required(await lockOfOffice(tx, caller.accountId, id)),
})

export const officeOrderRoutes = (services: Services) =>
  implement(officeOrderCalls, {
    list: (caller, { query }) => office.list(services, caller, query),
    get: (caller, { params }) => office.get(services, caller, params.id),
    people: (caller) => office.people(services, caller),
    assign: async (caller, { params, body }) => (
      await office.assign(services, caller, params.id, body.assigneeId),
      null
    ),
    addFile: (caller, { params, body, file }) => files.addFile(services, at(caller, params.id), body.part, file),
    removeFile: async (caller, { params: { id, fileId } }) => (
      await files.removeFile(services, at(caller, id), fileId),
      null
    ),
    file: (caller, { params: { id, fileId } }) => files.fileBytes(services, at(caller, id), fileId),
    paper: (caller, { params: { id, paperId } }) => paperBytes(services, at(caller, id), paperId),
    makeRecord: (caller, { params }) => makeRecord(services, at(caller, params.id)),
    record: (caller, { params: { id, paperId } }) => recordBytes(services, at(caller, id), paperId),
    evidence: (caller, { params }) => evidence.look(services, caller, params.id, params.ano),
    evidenceFile: (caller, { params }) => evidence.fileBytes(services, caller, params),
    package: (caller, { params }) => evidence.packageBytes(services, caller, params.id, params.ano),
    custody: (caller, { params }) => custodyOf(services, at(caller, params.id)),
    say: (caller, { params, body, file }) => say(services, at(caller, params.id), { ...body, file }),
    step: (caller, { params, body }) => office.step(services, caller, params.id, params.step, body),
  })
