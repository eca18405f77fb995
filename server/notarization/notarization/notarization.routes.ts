import { notarizationCalls } from '../../../contract/notarization/notarization-calls.ts'
import { JudicialOrder } from '../../../contract/notarization/orders.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { payOnline } from '../orders/online-pay.service.ts'
import { asOwn } from '../orders/own-order.ts'
import { say } from '../orders/messages.service.ts'
import * as orders from '../orders/orders.service.ts'
import * as seals from '../seals/office-seal.service.ts'
import * as notarization from './notarization.service.ts'

/** Each is the call of every order by the name that clients know, for orders of this kind alone. */
export function notarizationRoutes(services: Services) {
  const of = notarization.notarizationOf
  const { requireNotarization } = notarization
  return implement(notarizationCalls, {
    save: (caller, { body }) => notarization.save(services, caller, body),
    template: (caller, { query }) => notarization.templates(services, caller, query.officeId),
    list: (caller, { query }) => orders.list(services, caller, { ...query, orderKind: 'notarization' }),
    get: (caller, { params }) => of(services, caller, params.id),
    info: async (caller, { params }) => JudicialOrder.parse(await of(services, caller, params.id)),
    evidence: async (caller, { query }) => ({ list: (await of(services, caller, query.orderId)).evidence }),
    choosable: (caller, { query }) => notarization.choosable(services, caller, query),
    abandon: async (caller, { params }) => {
      await requireNotarization(services, caller, params.id)
      return orders.step(services, caller, params.id, 'abandon', {})
    },
    admin: (caller, { body }) => notarization.notaries(services, caller, body.officeId),
    message: async (caller, { body: { orderId, content, lastId }, file }) => {
      await requireNotarization(services, caller, orderId)
      if (content !== null || file) await say(services, asOwn(caller, orderId), { content, file })
      const { messages } = await of(services, caller, orderId)
      const seen = messages.findIndex(({ id }) => id === lastId)
      return { list: messages.slice(seen + 1) }
    },
    pdf: (caller, { body }) => notarization.papers(services, caller, body.orderId),
    sign: async (caller, { body: { orderId, type, ...body } }) => {
      await requireNotarization(services, caller, orderId)
      return orders.step(services, caller, orderId, notarization.stepOfPaper(type), body)
    },
    seal: (caller, { query }) => seals.imageOf(services, caller, query.officeId ?? query.notaryId!),
    sealPicture: (caller, { params }) => seals.pictureOf(services, caller, params.id),
    payOnline: (caller, { params, body }) => payOnline(services, caller, { ...body, channel: params.channel }),
    pay: async (caller, { body: { orderId, ...body } }) => {
      await requireNotarization(services, caller, orderId)
      return orders.step(services, caller, orderId, 'pay', body)
    },
  })
}
