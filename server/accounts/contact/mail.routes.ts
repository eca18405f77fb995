import { mailCalls } from '../../../contract/accounts/mail.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as mail from './mail.service.ts'

export const mailRoutes = (services: Services) =>
  implement(mailCalls, {
    sendCode: (caller, { body }) => mail.sendMailCode(services, caller, body),
    set: async (caller, { body }) => (await mail.setMail(services, caller, body), null),
    remove: async (caller) => (await mail.removeMail(services, caller), null),
  })
