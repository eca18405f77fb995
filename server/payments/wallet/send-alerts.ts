import { formatMoney } from '../../../contract/kit/money.ts'
import { ownerOf, tell } from '../../kit/notify/news.ts'
import { now } from '../../kit/db/now.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { eachRow, inBatches } from '../../kit/work/each-row.ts'

const batch = 100

/** Tells owners whose balance spending took below what they chose; where money came back in between there is nothing to tell. */
export const sendBalanceAlerts = (services: Services) =>
  eachRow(dueWallets(services), (accountId) => services.db.asSystem((tx) => sendAlert(services, tx, accountId)))

const dueWallets = ({ db: { system } }: Services) =>
  inBatches(async (after) => {
    const due = system.selectFrom('wallet').select('accountId').where('alertDue', '=', true)
    const behind = after === null ? due : due.where('accountId', '>', after)
    return (await behind.orderBy('accountId').limit(batch).execute()).map(({ accountId }) => accountId)
  }, batch)

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
