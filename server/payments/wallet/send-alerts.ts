import { formatMoney } from '../../../contract/kit/money.ts'
import { ownerOf, tell } from '../../kit/notify/news.ts'
import { now } from '../../kit/db/now.ts'
import type { Services } from '../../kit/services.ts'

const mostAtOnce = 100

/** Tells owners whose balance spending took below what they chose; where money came back in between there is nothing to tell. */
export const sendBalanceAlerts = ({ db, jobs }: Services) =>
  db.asSystem(async (tx) => {
    const due = await tx
      .selectFrom('wallet')
      .select(['accountId', 'platformId', 'prepaid', 'promotional', 'alertBelow'])
      .where('alertDue', '=', true)
      .orderBy('accountId')
      .limit(mostAtOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { accountId, platformId, prepaid, promotional, alertBelow } of due) {
      const balance = prepaid + promotional
      const isLow = alertBelow !== null && balance < alertBelow
      await tx
        .updateTable('wallet')
        .set({ alertDue: false, ...(isLow && { alertedAt: now }) })
        .where('accountId', '=', accountId)
        .execute()
      const personId = isLow ? await ownerOf(tx, accountId) : undefined
      if (!personId) continue
      const params = { balance: formatMoney(balance), below: formatMoney(alertBelow!) }
      await tell(tx, jobs, { kind: 'balanceLow', platformId, personId, accountId, params })
    }
  })
