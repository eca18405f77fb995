import { contentCalls } from '../../contract/content/content.ts'
import { shownCalls } from '../../contract/content/shown.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as content from './content.service.ts'
import { counters } from './counters.service.ts'
import { preview } from './preview.service.ts'
import * as shown from './shown.service.ts'

export const contentRoutes = (services: Services) =>
  implement(contentCalls, {
    list: (caller, { query }) => content.list(services, caller, query),
    get: (caller, { params }) => content.get(services, caller, params.id),
    create: (caller, { body }) => content.create(services, caller, body),
    update: (caller, { params, body }) => content.update(services, caller, params.id, body),
    publish: async (caller, { params }) => (await content.publish(services, caller, params.id), null),
    withdraw: async (caller, { params }) => (await content.withdraw(services, caller, params.id), null),
    remove: async (caller, { params }) => (await content.remove(services, caller, params.id), null),
    versions: (caller, { params }) => content.versions(services, caller, params.id),
    version: (caller, { params }) => content.getVersion(services, caller, params.id, params.version),
    restore: (caller, { params }) => content.restore(services, caller, params.id, params.version),
    preview: (caller, { params }) => preview(services, caller, params.id),
  })

export const shownRoutes = (services: Services) =>
  implement(shownCalls, {
    banners: (visitor, { params, body }) => shown.banners(services, visitor, params.id, body),
    products: (visitor, { body }) => shown.products(services, visitor, body),
    newsList: (visitor, { body }) => shown.newsList(services, visitor, body),
    news: (visitor, { params, query }) => shown.news(services, visitor, params.id, query),
    help: (visitor, { query }) => shown.help(services, visitor, query),
    partners: (visitor, { query }) => shown.partners(services, visitor, query),
    counters: ({ platform }) => counters(services, platform),
    activity: (guest, { params, query }) => shown.activity(services, guest, params.id, query),
    hideActivity: (caller, { params }) => shown.hideActivity(services, caller, params.id),
  })
