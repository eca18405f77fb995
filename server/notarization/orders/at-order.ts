import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Viewer } from '../rules/may-take.ts'
import type { OrderRecord } from './orders.repo.ts'

/** Somebody at an order: how they see it, and how its row is found among what they may see. */
export interface AtOrder {
  caller: Caller
  viewer: Viewer
  find(tx: Tx): Promise<OrderRecord>
  /** Its row stays as it is until the transaction ends. */
  lock(tx: Tx): Promise<OrderRecord>
}
