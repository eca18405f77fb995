import { phoneCalls } from '../../../contract/accounts/phone.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { type Guest, implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as phone from './phone.service.ts'
import { bindByPhone, sendBindCode } from '../third-party/newcomer.service.ts'
import { withCookie } from '../sign-in/with-cookie.ts'

/** What of a call that is open to visitors is for a session alone. */
function requireCaller({ caller, notTheirs }: Guest): Caller {
  if (!caller) throw new AppError(notTheirs ? 'account-not-yours' : 'session-gone')
  return caller
}

export const phoneRoutes = (services: Services) =>
  implement(phoneCalls, {
    sendCode: (guest, { body: { scene, ...body } }) => {
      if (scene !== 'BIND') return phone.sendPhoneCode(services, requireCaller(guest), { scene, ...body })
      if (!body.phone) throw badFields({ path: 'phone', key: 'required' })
      return sendBindCode(services, guest, { ...body, phone: body.phone, bindTicket: body.ticket ?? '' })
    },
    prove: (caller, { body }) => phone.prove(services, caller, body),
    bind: async (guest, { body: { bindTicket, ...body } }) => {
      if (bindTicket) return withCookie(await bindByPhone(services, guest, { ...body, bindTicket }))
      const caller = requireCaller(guest)
      if (caller.needsTotp) throw new AppError('totp-required')
      return withCookie(await phone.bind(services, caller, body))
    },
    info: (visitor, { body }) => phone.infoOf(services, visitor, body),
  })
