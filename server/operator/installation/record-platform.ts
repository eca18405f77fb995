import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'

type Done = 'created' | 'changed' | 'closed' | 'opened' | 'administrator-added'

/** Records what was done to a platform of the installation. */
export const recordPlatform = (tx: Tx, caller: Caller, done: Done, id: string, details: Record<string, unknown>) =>
  recordAct(
    tx,
    { ...caller, accountId: null },
    { action: `platform.${done}`, subjectKind: 'platform', subjectId: id, details },
  )
