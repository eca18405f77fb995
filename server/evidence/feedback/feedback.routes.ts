import { feedbackCalls } from '../../../contract/evidence/feedback.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as feedback from './feedback.service.ts'

export const feedbackRoutes = (services: Services) =>
  implement(feedbackCalls, {
    give: (caller, { body }) => feedback.give(services, caller, body),
    withdraw: (caller, { query }) => feedback.withdraw(services, caller, query.id),
    latest: (caller, { params }) => feedback.latest(services, caller, params.ano),
    review: (caller, { body }) => feedback.review(services, caller, body),
    picture: (caller, { params }) => feedback.picture(services, caller, params.id, params.picture),
    answer: async (caller, { params, body }) => {
      await feedback.answer(services, caller, params.id, body)
      return null
    },
  })
