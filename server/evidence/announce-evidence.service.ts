import type { LiveEvent } from '../../contract/platform/live.ts'
import type { Tx } from '../kit/db/db.ts'
import { announce } from '../kit/notify/live.ts'

/** Tells the consoles of those who may see an evidence that it changed. */
export const announceEvidence = (
  tx: Tx,
  e: { id: string; accountId: string; personId: string },
  change: Omit<LiveEvent, 'topic' | 'id'> = {},
) => announce(tx, e.accountId, { topic: 'evidence', id: e.id, ...change }, e.personId)
