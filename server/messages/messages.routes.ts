import { messageChoiceCalls } from '../../contract/messages/choices.ts'
import { messageCalls } from '../../contract/messages/messages.ts'
import { implement } from '../kit/calls/implement.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import * as choices from './choices.service.ts'
import * as messages from './messages.service.ts'

export const messageRoutes = (services: Services) =>
  implement(messageCalls, {
    list: (caller, { body }) => messages.list(services, caller, body),
    get: (caller, { params }) => messages.get(services, caller, params.id),
    remove: (caller, { query, body }) => {
      const ids = [...(query.ids ?? []), ...(body.ids ?? [])]
      if (!ids.length) throw new AppError('bad-parameter', {}, [{ path: 'ids', key: 'required' }])
      return messages.remove(services, caller, ids)
    },
    read: (caller, { body }) => messages.read(services, caller, body),
    count: (caller) => messages.count(services, caller),
  })

export const messageChoiceRoutes = (services: Services) =>
  implement(messageChoiceCalls, {
    get: (caller) => choices.choices(services, caller),
    save: async (caller, { body }) => {
      await choices.choose(services, caller, body.choices)
      return null
    },
  })
