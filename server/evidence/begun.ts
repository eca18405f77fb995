import { requireNotClosing } from '../accounts/closing-guard.service.ts'
import type { Caller } from '../kit/caller.ts'
import type { AccountTx } from '../kit/db/db.ts'
import type { Services } from '../kit/services.ts'
import { requireOwner } from '../real-name/known.service.ts'

/** What every evidence remembers of whoever begins it: copied, so that later changes of names and standing change nothing of it. */
export type BegunBy = Awaited<ReturnType<typeof begunBy>>

/** Refused where whoever begins it is about to leave, or the installation leaves evidence to verified owners and this one is not. Every way to begin evidence goes through here. */
export async function begunBy(services: Services, tx: AccountTx, caller: Caller) {
  await requireNotClosing(tx, caller)
  return {
    platformId: caller.platform.id,
    accountId: caller.accountId,
    personId: caller.personId,
    personName: caller.personName,
    personRole: caller.role as string,
    ownerName: caller.accountName,
    ownerKind: caller.accountKind as string,
    lang: caller.lang as string,
    apiKeyId: caller.apiKeyId ?? null,
    ...(await requireOwner(services, tx, caller)),
  }
}
