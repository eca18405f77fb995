import { downloadCalls } from '../../../contract/evidence/downloads.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as downloads from './downloads.service.ts'

export const downloadRoutes = (services: Services) =>
  implement(downloadCalls, {
    quote: (caller, { body }) => downloads.quote(services, caller, body.anos),
    pay: (caller, { body }) => downloads.pay(services, caller, body),
  })
