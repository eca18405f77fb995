import { walletCalls } from '../../../contract/payments/wallet.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as wallet from './wallet.service.ts'

export const walletRoutes = (services: Services) =>
  implement(walletCalls, {
    info: (caller) => wallet.info(services, caller),
    bill: (caller, { query }) => wallet.bill(services, caller, query),
    async alert(caller, { body }) {
      await wallet.chooseAlert(services, caller, body)
      return null
    },
  })
