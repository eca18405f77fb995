import { sql } from 'kysely'
import type { BillFind } from '../../../contract/payments/wallet.ts'
import type { AccountTx, Queryable } from '../../kit/db/db.ts'
import { endOfDay, startOfDay } from '../../kit/db/days.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'

export const walletOf = (tx: Queryable, accountId: string) =>
  tx
    .selectFrom('wallet')
    .select(['prepaid', 'promotional', 'reservedPrepaid', 'reservedPromotional', 'stoppedAt', 'alertBelow'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()

const sortColumns = { id: 'ledger_transfer.id', at: 'ledger_transfer.created_at' }

/** Transfers that change how much can be spent; what a charge collects at last was taken from that when it was reserved. */
export function bill(tx: AccountTx, accountId: string, find: BillFind) {
  let some = tx
    .selectFrom('ledgerTransfer')
    .leftJoin('charge', 'charge.id', 'ledgerTransfer.chargeId')
    .leftJoin('payOrder', (join) =>
      join.onRef('payOrder.id', '=', 'ledgerTransfer.subjectId').on('ledgerTransfer.subjectKind', '=', 'pay-order'),
    )
    .where('ledgerTransfer.accountId', '=', accountId)
    .where('ledgerTransfer.purpose', '<>', 'post')
  if (find.purpose) some = some.where('ledgerTransfer.purpose', '=', find.purpose)
  if (find.startDate) some = some.where('ledgerTransfer.createdAt', '>=', startOfDay(find.startDate))
  if (find.endDate) some = some.where('ledgerTransfer.createdAt', '<', endOfDay(find.endDate))
  if (find.operatorId)
    some = some.where((e) => e(e.fn.coalesce('charge.personId', 'payOrder.personId'), '=', find.operatorId!))
  if (find.keyWord)
    some = some.where((e) =>
      e.or([
        e('charge.subjectNumber', 'ilike', likeWord(find.keyWord!)),
        e('payOrder.number', 'ilike', likeWord(find.keyWord!)),
        e('ledgerTransfer.reason', 'ilike', likeWord(find.keyWord!)),
      ]),
    )
  return listPage(
    tx,
    some,
    (q) =>
      q.select([
        'ledgerTransfer.id',
        'ledgerTransfer.number',
        'ledgerTransfer.purpose',
        sql<number>`case when ledger_transfer.credit in ('prepaid', 'promotional') then ledger_transfer.amount else -ledger_transfer.amount end`.as(
          'amount',
        ),
        sql<boolean>`'promotional' in (ledger_transfer.debit, ledger_transfer.credit)`.as('isPromotional'),
        'ledgerTransfer.balanceAfter',
        'ledgerTransfer.reason',
        'ledgerTransfer.createdAt',
        'charge.product',
        (e) =>
          e.fn
            .coalesce('charge.subjectKind', e.case().when('payOrder.id', 'is not', null).then('pay-order').end())
            .as('subjectKind'),
        (e) => e.fn.coalesce('charge.subjectId', 'payOrder.id').as('subjectId'),
        (e) => e.fn.coalesce('charge.subjectNumber', 'payOrder.number').as('subjectNumber'),
        (e) => e.fn.coalesce('charge.personName', 'payOrder.personName').as('personName'),
      ]),
    find,
    sortColumns,
  )
}

export const chooseAlert = (tx: AccountTx, accountId: string, below: number | null) =>
  sql`select choose_balance_alert(${accountId}, ${below})`.execute(tx)
