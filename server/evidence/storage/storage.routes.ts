import { storageCalls } from '../../../contract/evidence/storage.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { storageOf } from './storage-quota.service.ts'

export const storageRoutes = (services: Services) =>
  implement(storageCalls, {
    usage: (caller) => services.db.forAccount(caller, (tx) => storageOf(tx, caller.accountId)),
  })
