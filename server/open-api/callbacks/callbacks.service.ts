import type { CallbackError, CallbackFind, Callback } from '../../../contract/open-api/callbacks.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { countCall } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { requireKey, tellKey } from '../keys.service.ts'
import * as repo from './callbacks.repo.ts'

export const list = (services: Services, caller: Caller, keyId: string, find: CallbackFind) =>
  services.db.forAccount(caller, async (tx) => {
    await requireKey(tx, caller, keyId)
    const { rows, ...rest } = await repo.listCallbacks(tx, caller.accountId, keyId, find)
    const shown = rows.map((c): Callback => ({
      ...c,
      event: c.event as Callback['event'],
      state: c.state as Callback['state'],
      error: c.error as CallbackError | null,
      at: c.at.toISOString(),
      triedAt: c.triedAt?.toISOString() ?? null,
      dueAt: c.state === 'WAITING' ? c.dueAt.toISOString() : null,
    }))
    return { list: shown, ...rest }
  })

/** A key that is in use and has an address. */
async function requireCalling(tx: AccountTx, caller: Caller, keyId: string) {
  const key = await requireKey(tx, caller, keyId)
  if (key.status !== 'ACTIVE' || !key.callbackUrl) throw new AppError('wrong-state')
  return key
}

/** An address may be anybody's: by hand nobody sends it more than this. */
const byHand = { hits: 60, seconds: 600 }
const requirePace = (services: Services, { accountId }: Caller) =>
  countCall(services.db, `callbacks:${accountId}`, byHand)

export async function trial(services: Services, caller: Caller, keyId: string) {
  await requirePace(services, caller)
  const id = newId()
  return services.db.forAccount(caller, async (tx) => {
    const { name } = await requireCalling(tx, caller, keyId)
    await repo.insertTrial(tx, caller, id, keyId)
    await tellKey(tx, caller, keyId, 'callbackTried', { name })
    return { id }
  })
}

export async function again(services: Services, caller: Caller, id: string) {
  await requirePace(services, caller)
  return services.db.forAccount(caller, async (tx) => {
    const found = await repo.keyOfCallback(tx, caller.accountId, id)
    if (!found) throw new AppError('not-found')
    const { name } = await requireCalling(tx, caller, found.keyId)
    if (!(await repo.startAgain(tx, caller.accountId, id))) throw new AppError('wrong-state')
    await tellKey(tx, caller, found.keyId, 'callbackAgain', { name, callback: id })
  })
}
