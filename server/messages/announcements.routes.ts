import { announcementCalls } from '../../contract/messages/announcements.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as announcements from './announcements.service.ts'

export const announcementRoutes = (services: Services) =>
  implement(announcementCalls, {
    list: (visitor, { body }) => announcements.list(services, visitor, body),
    get: (visitor, { params }) => announcements.get(services, visitor, params.id),
    staffList: (caller, { query }) => announcements.staffList(services, caller, query),
    staffGet: (caller, { params }) => announcements.staffGet(services, caller, params.id),
    create: (caller, { body }) => announcements.create(services, caller, body),
    update: (caller, { params, body }) => announcements.update(services, caller, params.id, body),
    publish: async (caller, { params }) => (await announcements.publish(services, caller, params.id), null),
    withdraw: async (caller, { params }) => (await announcements.withdraw(services, caller, params.id), null),
    pin: async (caller, { params, body }) => (await announcements.pin(services, caller, params.id, body.top), null),
    remove: async (caller, { params }) => (await announcements.remove(services, caller, params.id), null),
  })
