import { formatMoney } from '../../../contract/kit/money.ts'
import { ownerOf, tell } from '../../kit/notify/news.ts'
import { now } from '../../kit/db/now.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { eachRow } from '../../kit/work/each-row.ts'

const mostAtOnce = 100

/** Tells owners whose balance spending took below what they chose; where money came back in between there is nothing to tell. */
export async function sendBalanceAlerts(services: Services) {
  const due = await services.db.system
    .selectFrom('wallet')
    .select('accountId')
    .where('alertDue', '=', true)
    .orderBy('accountId')
    .limit(mostAtOnce)
    .execute()
  await eachRow(due, ({ accountId }) => services.db.asSystem((tx) => sendAlert(services, tx, accountId)))
}

async function sendAlert({ jobs }: Services, tx: Tx, accountId: string) {
  const due = await tx
    .selectFrom('wallet')
    .select(['platformId', 'prepaid', 'promotional', 'alertBelow'])
    .where('accountId', '=', accountId)
    .where('alertDue', '=', true)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!due) return
  const { platformId, prepaid, promotional, alertBelow } = due
  const balance = prepaid + promotional
  const isLow = alertBelow !== null && balance < alertBelow
  await tx
    .updateTable('wallet')
    .set({ alertDue: false, ...(isLow && { alertedAt: now }) })
    .where('accountId', '=', accountId)
    .execute()
  const personId = isLow ? await ownerOf(tx, accountId) : undefined
  if (!personId) return
  const params = { balance: formatMoney(balance), below: formatMoney(alertBelow!) }
  await tell(tx, jobs, { kind: 'balanceLow', platformId, personId, accountId, params })
}
