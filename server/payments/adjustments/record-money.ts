import { type Act, recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'

type MoneyAct = Pick<Act, 'details' | 'reason'> & {
  action: 'money.asked' | 'money.applied' | 'money.refused' | 'money.withdrawn'
}

/** In the record of the account whose money it is. */
export const recordMoney = (tx: Tx, caller: Caller, accountId: string, act: MoneyAct) =>
  recordAct(tx, { ...caller, accountId }, { ...act, subjectKind: 'wallet', subjectId: accountId })
