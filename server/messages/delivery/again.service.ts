import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { markWaiting } from './outbox.repo.ts'
import { messageQueue } from './message.queue.ts'

/** Gives a message that failed its attempts anew; false where it did not fail, or is too late. */
export async function sendAgain({ jobs }: Services, tx: Tx, id: string): Promise<boolean> {
  if (!(await markWaiting(tx, id))) return false
  await jobs.enqueue(tx, messageQueue, { id })
  return true
}
