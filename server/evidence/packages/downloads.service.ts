import { sql } from 'kysely'
import type { Quote } from '../../../contract/payments/prices.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx, Scope } from '../../kit/db/db.ts'
import { visibleTo } from '../../kit/db/visible-to.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { lockWallet, postDownload } from '../../payments/ledger/ledger.service.ts'
import { charge } from '../../payments/prices/charge.service.ts'
import { paidDownloads, unpaidDownloads } from '../../payments/prices/downloads.read.ts'
import { quoteOf } from '../../payments/prices/prices.service.ts'

/** What taking these out costs, as `pay` charges it. */
export const quote = (services: Services, caller: Caller, numbers: string[]): Promise<Quote> =>
  services.db.forAccount(caller, async (tx) => {
    const { length } = await unpaid(tx, caller, numbers)
    return quoteOf(services, tx, caller, new Map(length ? [['download', length]] : []))
  })

/** Pays for those that are not paid for yet: whoever asks for the same at once waits, and finds it paid. */
export const pay = (
  services: Services,
  caller: Caller,
  { anos, quoted }: { anos: string[]; quoted?: number | undefined },
) =>
  services.db.forAccount(caller, async (tx) => {
    await lockWallet(tx, caller.accountId)
    const due = await unpaid(tx, caller, anos)
    if (!due.length) return { paid: [] }
    const charges = await charge(
      services,
      tx,
      { ...caller, platformId: caller.platform.id },
      {
        product: 'download',
        subjects: due.map(({ id, number }) => ({ kind: 'evidence', id, number })),
        quoted,
      },
    )
    for (const id of charges) await postDownload(tx, id)
    for (const { id } of due)
      await recordAct(tx, caller, { action: 'package.paid', subjectKind: 'evidence', subjectId: id })
    return { paid: due.map(({ number }) => number) }
  })

/** Packages of these that can be taken out and were never paid for. A number that is not the caller's makes the whole question wrong. */
async function unpaid(tx: AccountTx, scope: Scope, numbers: string[]) {
  const wanted = [...new Set(numbers)]
  const found = await tx
    .selectFrom('evidence')
    .select(['id', 'number'])
    .select(sql<boolean>`status = 'collected' and package_sha256 is not null`.as('isPackaged'))
    .where(visibleTo(scope))
    .where('number', 'in', wanted)
    .orderBy('id')
    .execute()
  if (found.length < wanted.length) throw new AppError('not-found')
  const packaged = found.filter(({ isPackaged }) => isPackaged)
  const paid = await paidDownloads(
    tx,
    packaged.map(({ id }) => id),
  )
  return packaged.filter(({ id }) => !paid.has(id))
}

/** Everything that hands a package to an account, or lets others have it, goes through here. */
export async function requirePaid(tx: AccountTx, caller: Caller, ...evidence: readonly { id: string }[]) {
  const due = await unpaidDownloads(
    tx,
    caller.platform.id,
    evidence.map(({ id }) => id),
  )
  if (due?.ids.size) throw new AppError('download-unpaid', { wanted: due.wanted })
}
