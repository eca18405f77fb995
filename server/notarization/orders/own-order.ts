import type { Caller } from '../../kit/calls/caller.ts'
import type { AtOrder } from './at-order.ts'
import { findOwn, lockOwn } from './orders.repo.ts'
import { asApplicant, required } from './orders.service.ts'

/** Whoever applies, at an order of their account. */
export const asOwn = (caller: Caller, id: string): AtOrder => ({
  caller,
  viewer: asApplicant(caller),
  find: async (tx) => required(await findOwn(tx, caller, id)),
  lock: async (tx) => required(await lockOwn(tx, caller, id)),
})
