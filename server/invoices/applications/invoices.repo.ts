import { type SelectQueryBuilder, sql } from 'kysely'
import type { InvoiceableFind, InvoiceFind, InvoiceState } from '../../../contract/invoices/invoices.ts'
import type { StaffInvoiceFind } from '../../../contract/invoices/staff-invoices.ts'
import { endOfDay, startOfDay } from '../../kit/db/days.ts'
import type { AccountTx, Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { AppError } from '../../kit/errors.ts'
import type { DB } from '../../kit/db/schema.ts'
import { isStoppable } from '../gateway/submissions.repo.ts'

const columns = [
  'invoice.id',
  'invoice.number',
  'invoice.platformId',
  'invoice.accountId',
  'invoice.personId',
  'invoice.personName',
  'invoice.state',
  'invoice.attempt',
  'invoice.amount',
  'invoice.invoiceType',
  'invoice.title',
  'invoice.header',
  'invoice.medium',
  'invoice.email',
  'invoice.receiver',
  'invoice.remark',
  'invoice.isSandbox',
  'invoice.reason',
  'invoice.createdAt',
] as const

const one = (db: Queryable, id: string) => db.selectFrom('invoice').select(columns).where('invoice.id', '=', id)
export type InvoiceRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof one>['executeTakeFirst']>>>

export const findOwn = (tx: AccountTx, accountId: string, id: string) =>
  one(tx, id).where('invoice.accountId', '=', accountId).executeTakeFirst()

/** Its row stays as it is until the transaction ends. */
export const lockOwn = (tx: AccountTx, accountId: string, id: string) =>
  one(tx, id).where('invoice.accountId', '=', accountId).forUpdate().executeTakeFirst()

const ofPlatform = (db: Queryable, platformId: string) =>
  db
    .selectFrom('invoice')
    .innerJoin('account', 'account.id', 'invoice.accountId')
    .where('invoice.platformId', '=', platformId)

/** What its last attempt came to at a tax gateway. */
const atGateway = <T>(column: ReturnType<typeof sql>) =>
  sql<T | null>`(select ${column} from invoice_submission s where s.invoice_id = invoice.id and s.attempt = invoice.attempt order by s.created_at desc limit 1)`
const gatewayState = atGateway<string>(sql`s.state`)
const gatewayTrouble = atGateway<string>(sql`s.trouble`)

const staffColumns = [
  ...columns,
  'account.name as accountName',
  gatewayState.as('gatewayState'),
  gatewayTrouble.as('gatewayTrouble'),
  atGateway<string>(sql`s.problem`).as('gatewayDetail'),
  atGateway<boolean>(sql`s.state = 'sending' and ${isStoppable}`).as('mayStopGateway'),
] as const

const oneOfPlatform = (db: Queryable, platformId: string, id: string) =>
  ofPlatform(db, platformId).select(staffColumns).where('invoice.id', '=', id)
export const findOfPlatform = (db: Queryable, platformId: string, id: string) =>
  oneOfPlatform(db, platformId, id).executeTakeFirst()
export const lockOfPlatform = (db: Queryable, platformId: string, id: string) =>
  oneOfPlatform(db, platformId, id).forUpdate('invoice').executeTakeFirst()

export const lockByNumber = (tx: Tx, platformId: string, number: string) =>
  ofPlatform(tx, platformId)
    .select(staffColumns)
    .where('invoice.number', '=', number)
    .forUpdate('invoice')
    .executeTakeFirst()

/** Invoices that count and are called so by the tax office. */
export const papersNumbered = async (
  db: Queryable,
  platformId: string,
  names: readonly { number: string; code: string | null }[],
) =>
  names.length
    ? ofPlatform(db, platformId)
        .innerJoin('invoicePaper', (j) =>
          j.onRef('invoicePaper.invoiceId', '=', 'invoice.id').onRef('invoicePaper.attempt', '=', 'invoice.attempt'),
        )
        .select([...staffColumns, 'invoicePaper.number as paperNumber', 'invoicePaper.code'])
        .where('invoice.state', 'in', ['ISSUED', 'MAILED'])
        .where((e) =>
          e.or(
            names.map(({ number, code }) =>
              e.and({ 'invoicePaper.number': number }).and('invoicePaper.code', 'is not distinct from', code),
            ),
          ),
        )
        .execute()
    : []

interface PaperFile {
  fileName: string
  mediaType: string
  size: number
  sha256: Buffer
}

/** False where it has one. */
export async function addFile(tx: Tx, { id, attempt }: { id: string; attempt: number }, file: PaperFile) {
  const { numUpdatedRows } = await tx
    .updateTable('invoicePaper')
    .set(file)
    .where('invoiceId', '=', id)
    .where('attempt', '=', attempt)
    .where('sha256', 'is', null)
    .where('reversedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Applications of one account are made one after the other, so that one asked for twice is made once. */
export const queueForAccount = (tx: AccountTx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`invoice:${accountId}`}, 0))`.execute(tx)

export const findByUniqueId = (tx: AccountTx, accountId: string, uniqueId: string) =>
  tx
    .selectFrom('invoice')
    .select(columns)
    .where('accountId', '=', accountId)
    .where('uniqueId', '=', uniqueId)
    .executeTakeFirst()

const sortColumns = { id: 'invoice.id', appliedAt: 'invoice.created_at', amount: 'invoice.amount' }

type Narrowed = Pick<StaffInvoiceFind, 'invoiceState' | 'invoiceType' | 'medium' | 'startDate' | 'endDate'>

function narrowed<T extends 'invoice' | 'account'>(all: SelectQueryBuilder<DB, T, object>, find: Narrowed) {
  let some = all as unknown as SelectQueryBuilder<DB, 'invoice', object>
  if (find.invoiceState) some = some.where('invoice.state', '=', find.invoiceState)
  if (find.invoiceType) some = some.where('invoice.invoiceType', '=', find.invoiceType)
  if (find.medium) some = some.where('invoice.medium', '=', find.medium)
  if (find.startDate) some = some.where('invoice.createdAt', '>=', startOfDay(find.startDate))
  if (find.endDate) some = some.where('invoice.createdAt', '<', endOfDay(find.endDate))
  return some as unknown as SelectQueryBuilder<DB, T, object>
}

const numbered = (word: string) =>
  sql<boolean>`exists (select 1 from invoice_paper p where p.invoice_id = invoice.id and p.number ilike ${word})`

const fileless = sql<boolean>`exists (select 1 from invoice_paper p where p.invoice_id = invoice.id and p.attempt = invoice.attempt and p.sha256 is null)`

export function listOwn(tx: AccountTx, accountId: string, find: InvoiceFind) {
  let some = narrowed(tx.selectFrom('invoice').where('invoice.accountId', '=', accountId), find)
  if (find.operatorId) some = some.where('invoice.personId', '=', find.operatorId)
  if (find.keyWord) {
    const word = likeWord(find.keyWord)
    some = some.where((e) =>
      e.or([e('invoice.title', 'ilike', word), e('invoice.number', 'ilike', word), numbered(word)]),
    )
  }
  return listPage(tx, some, (q) => q.select(columns), find, sortColumns)
}

export function listOfPlatform(db: Queryable, platformId: string, find: StaffInvoiceFind) {
  let some = narrowed(ofPlatform(db, platformId), find)
  if (find.fileState === 'missing')
    some = some
      .where('invoice.state', 'in', ['ISSUED', 'MAILED'])
      .where('invoice.medium', '=', 'DIGITAL')
      .where(fileless)
  if (find.gatewayState) some = some.where(gatewayState, '=', find.gatewayState)
  if (find.gatewayTrouble) some = some.where(gatewayTrouble, '=', find.gatewayTrouble)
  if (find.keyWord) {
    const word = likeWord(find.keyWord)
    some = some.where((e) =>
      e.or([
        e('account.name', 'ilike', word),
        e('invoice.title', 'ilike', word),
        e('invoice.number', 'ilike', word),
        numbered(word),
      ]),
    )
  }
  return listPage(db, some, (q) => q.select(staffColumns), find, sortColumns)
}

/** What was issued for some invoices, of all their attempts. */
export const papersOf = (db: Queryable, ids: readonly string[]) =>
  db
    .selectFrom('invoicePaper')
    .select(['invoiceId', 'attempt', 'number', 'code', 'fileName', 'issuedAt', 'carrier', 'trackingNumber', 'mailedAt'])
    .where('invoiceId', 'in', ids.length ? ids : [nobody])
    .execute()
export type PaperRecord = Awaited<ReturnType<typeof papersOf>>[number]
const nobody = '00000000-0000-0000-0000-000000000000'

export const countsOf = (db: Queryable, ids: readonly string[]) =>
  db
    .selectFrom('invoiceOrder')
    .select((e) => ['invoiceId', e.fn.countAll<number>().as('count')])
    .where('invoiceId', 'in', ids.length ? ids : [nobody])
    .groupBy('invoiceId')
    .execute()

export const ordersOf = (db: Queryable, id: string) =>
  db
    .selectFrom('invoiceOrder')
    .innerJoin('payOrder', 'payOrder.id', 'invoiceOrder.orderId')
    .select(['payOrder.id', 'payOrder.number', 'payOrder.channel', 'payOrder.paidAt', 'invoiceOrder.amount'])
    .where('invoiceOrder.invoiceId', '=', id)
    .orderBy('payOrder.paidAt')
    .orderBy('payOrder.id')
    .execute()

export const stepsOf = (db: Queryable, id: string) =>
  db
    .selectFrom('invoiceStep')
    .select(['id', 'attempt', 'state', 'reason', 'told', 'byStaff', 'personName', 'at'])
    .where('invoiceId', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()

const isLive = sql<boolean>`exists (select 1 from invoice_order io where io.order_id = invoiceable.id and io.live)`
const orderColumns = ['id', 'number', 'channel', 'amount', 'paidAt'] as const

export function listInvoiceable(tx: AccountTx, accountId: string, find: InvoiceableFind) {
  let some = tx
    .selectFrom('invoiceable')
    .where('accountId', '=', accountId)
    .where('amount', '>', 0)
    .where(sql<boolean>`not ${isLive}`)
  if (find.keyWord) some = some.where('number', 'ilike', likeWord(find.keyWord))
  return listPage(tx, some, (q) => q.select(orderColumns), find, { paidAt: 'paid_at', amount: 'amount' })
}

/** What can be invoiced of these orders of the account, and whether an invoice has them. */
export const invoiceableOf = (tx: Queryable, accountId: string, ids: readonly string[]) =>
  tx
    .selectFrom('invoiceable')
    .select([...orderColumns, isLive.as('taken')])
    .where('accountId', '=', accountId)
    .where('amount', '>', 0)
    .where('id', 'in', ids)
    .execute()

/** What can be invoiced of an invoice's own orders now. Nothing of them is given back until the transaction ends. */
export async function invoiceableNow(tx: Tx, id: string) {
  const { rows } = await sql<{ orderId: string; amount: number }>`
    select io.order_id as "orderId", coalesce(i.amount, 0)::bigint as amount
    from invoice_order io left join invoiceable i on i.id = io.order_id where io.invoice_id = ${id}`.execute(tx)
  return rows
}

export const holdOrders = (tx: Tx, id: string) =>
  sql`select 1 from pay_order where id in (select order_id from invoice_order where invoice_id = ${id}) order by id for share`.execute(
    tx,
  )

/** False where it is in none of those states any more. */
export async function move(tx: Tx, id: string, from: readonly InvoiceState[], to: InvoiceState, reason?: string) {
  const { numUpdatedRows } = await tx
    .updateTable('invoice')
    .set({ state: to, ...(reason !== undefined && { reason }) })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw (error as { code?: string }).code === 'MN010' ? new AppError('gateway-busy') : error
    })
  return numUpdatedRows > 0n
}

export const findPaper = (db: Queryable, id: string, attempt: number) =>
  db
    .selectFrom('invoicePaper')
    .select(['number', 'code', 'fileName', 'mediaType', 'size', 'sha256'])
    .where('invoiceId', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
