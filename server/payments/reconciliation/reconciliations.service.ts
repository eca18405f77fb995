import { PayChannelName } from '../../../contract/payments/pay-orders.ts'
import {
  BillState,
  type Difference,
  type Reconciliation,
  type ReconciliationFind,
} from '../../../contract/payments/reconciliations.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'
import { channelOf } from '../channels/channels.service.ts'
import { refuseChannel } from '../channels/refuse-channel.ts'
import { reconcile } from './reconcile.service.ts'
import * as repo from './reconciliation.repo.ts'

const shown = ({ state, comparedAt, clearedAt, ...row }: repo.ReconciliationRecord): Reconciliation => ({
  ...row,
  channel: PayChannelName.parse(row.channel),
  billState: BillState.parse(state),
  comparedAt: comparedAt?.toISOString() ?? null,
  clearedAt: clearedAt?.toISOString() ?? null,
})

export async function list({ db }: Services, { platform }: Caller, find: ReconciliationFind) {
  const { rows, ...rest } = await repo.listReconciliations(db.system, platform.id, find)
  return { list: rows.map(shown), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string) {
  const found = await repo.findReconciliation(db, platform.id, id)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = async ({ db }: Services, caller: Caller, id: string) => shown(await require(db.system, caller, id))

export async function differences({ db }: Services, caller: Caller, id: string) {
  await require(db.system, caller, id)
  const rows = await repo.differencesOf(db.system, id)
  return { list: rows.map((row) => ({ ...row, difference: row.difference as Difference['difference'] })) }
}

/** A bill is a vendor's last word on a day only once that is over. */
export async function compare(services: Services, caller: Caller, body: { channel: PayChannelName; day: string }) {
  if (body.day >= shanghaiDay(new Date())) throw badFields({ path: 'day', key: 'dayNotOver' })
  const channel = channelOf(services.config, caller.platform.notaryId, body.channel)
  const id = await reconcile(services, channel, { ...body, platformId: caller.platform.id }).catch(refuseChannel)
  return get(services, caller, id)
}

export const clear = ({ db }: Services, caller: Caller, id: string, reason: string) =>
  db.asSystem(async (tx) => {
    const { channel, day, differences: count } = await require(tx, caller, id)
    if (!(await repo.clear(tx, id, caller, reason))) throw new AppError('wrong-state')
    await recordAct(tx, caller, {
      action: 'reconciliation.cleared',
      subjectKind: 'reconciliation',
      subjectId: id,
      details: { channel, day, differences: count },
      reason,
    })
  })
