import { sql } from 'kysely'
import type { Caller } from '../kit/calls/caller.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { startOfMonth } from '../kit/db/months.ts'
import { AppError } from '../kit/errors.ts'
import { leftOfQuota } from './storage/room.ts'

/** A sub-account makes no more evidence in a month than its main account lets it; two starts at once count one after the other. */
export async function requireQuota(tx: AccountTx, caller: Caller, wanted: number) {
  if (caller.role !== 'sub') return
  const { quota, used } = await quotaOf(tx, caller)
  const left = leftOfQuota(quota, used)
  if (wanted > left) throw new AppError('quota-short', { quota: quota!, left })
}

/** How much evidence a sub-account may begin in this calendar month of Asia/Shanghai, and how many it has; locked until they are. */
async function quotaOf(tx: AccountTx, { accountId, personId }: { accountId: string; personId: string }) {
  const { quota } = await tx
    .selectFrom('membership')
    .select('quota')
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (quota === null) return { quota, used: 0 }
  const { used } = await tx
    .selectFrom('evidence')
    .select(sql<number>`count(*)::int`.as('used'))
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .where('createdAt', '>=', startOfMonth)
    .executeTakeFirstOrThrow()
  return { quota, used }
}
