import { requireNotClosing } from '../accounts/closing-guard.service.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { AccountTx } from '../kit/db/db.ts'
import type { Services } from '../kit/services.ts'
import { requireOwner } from '../real-name/known.service.ts'

/** Columns of an evidence's owner and of whoever begins it: copied, so that later changes of names and standing change nothing of it. */
export type OwnerColumns = Awaited<ReturnType<typeof ownerColumns>>

/**
 * The owner's columns of a new evidence; every way to begin evidence goes through here. Refused where whoever begins it is about to leave, or
 * the installation leaves evidence to verified owners and this one is not.
 */
export async function ownerColumns(services: Services, tx: AccountTx, caller: Caller) {
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
