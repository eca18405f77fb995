import { handOverCalls } from '../../../contract/accounts/hand-over.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { makeBridge, swap } from './bridge.service.ts'
import { askQr, decide, scan, statusOfQr } from './qr.service.ts'
import { withCookie } from '../sign-in/with-cookie.ts'

export const handOverRoutes = (services: Services) =>
  implement(handOverCalls, {
    qr: (visitor) => askQr(services, visitor),
    qrStatus: async (visitor, { params }) => {
      const { token, ...rest } = await statusOfQr(services, visitor, params.appId)
      return token ? withCookie({ token, ...rest }) : rest
    },
    scan: (caller, { body }) => scan(services, caller, body),
    decide: async (caller, { body }) => {
      await decide(services, caller, body)
      return null
    },
    bridge: (caller, { body }) => makeBridge(services, caller, body.to),
    swap: async (visitor, { body }) => withCookie(await swap(services, visitor, body)),
  })
