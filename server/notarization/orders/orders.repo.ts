import { type SelectQueryBuilder, sql } from 'kysely'
import type { OfficeOrderFind } from '../../../contract/notarization/office-orders.ts'
import type { Side } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind, orderKindNames } from '../../../contract/notarization/order-kinds.ts'
import type { AnyOrderFind } from '../../../contract/notarization/orders.ts'
import { endOfDay, startOfDay } from '../../kit/db/days.ts'
import type { AccountTx, Queryable, Scope, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import type { DB, Json } from '../../kit/db/schema.ts'
import { draftsOf } from '../drafts/drafts.repo.ts'
import { filesOf } from './files.repo.ts'

/** A day as text: a date without a zone is no instant. */
const dayText = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`

/** By the database's clock, in Asia/Shanghai. */
const today = sql<string>`to_char(app_now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

export const orderColumns = [
  'judicialOrder.id',
  'judicialOrder.number',
  'judicialOrder.platformId',
  'judicialOrder.accountId',
  'judicialOrder.officeId',
  'judicialOrder.officeName',
  'judicialOrder.kind',
  'judicialOrder.state',
  'judicialOrder.title',
  'judicialOrder.personId',
  'judicialOrder.personName',
  'judicialOrder.ownerName',
  'judicialOrder.ownerKind',
  'judicialOrder.ownerIdentityId',
  'judicialOrder.fee',
  'judicialOrder.collected',
  'judicialOrder.terms',
  'judicialOrder.caseNumber',
  dayText('judicialOrder.dueOn').as('dueOn'),
  today.as('today'),
  'judicialOrder.assigneeId',
  'judicialOrder.assigneeName',
  'judicialOrder.submittedAt',
  'judicialOrder.createdAt',
  sql<number>`(select count(*)::int from judicial_order_evidence e where e.order_id = judicial_order.id)`.as(
    'evidenceCount',
  ),
] as const

const all = (db: Queryable) => db.selectFrom('judicialOrder')

/** Who sees their own evidence alone sees their own orders alone. */
const ofApplicant = (db: Queryable, { accountId, onlyPersonId }: Scope) => {
  const some = all(db).where('judicialOrder.accountId', '=', accountId)
  return onlyPersonId ? some.where('judicialOrder.personId', '=', onlyPersonId) : some
}
/** An office sees nothing of an order before it is handed in. */
const ofOffice = (db: Queryable, officeId: string) =>
  all(db).where('judicialOrder.officeId', '=', officeId).where('judicialOrder.submittedAt', 'is not', null)

const one = (some: ReturnType<typeof ofApplicant>, id: string) =>
  some.select(orderColumns).where('judicialOrder.id', '=', id)

export const findOwn = (db: Queryable, scope: Scope, id: string) => one(ofApplicant(db, scope), id).executeTakeFirst()
/** Its row stays as it is until the transaction ends. */
export const lockOwn = (tx: Tx, scope: Scope, id: string) =>
  one(ofApplicant(tx, scope), id).forUpdate('judicialOrder').executeTakeFirst()
export const findOfOffice = (db: Queryable, officeId: string, id: string) =>
  one(ofOffice(db, officeId), id).executeTakeFirst()
export const lockOfOffice = (tx: Tx, officeId: string, id: string) =>
  one(ofOffice(tx, officeId), id).forUpdate('judicialOrder').executeTakeFirst()
export const lockAny = (tx: Tx, id: string) =>
  all(tx)
    .select(orderColumns)
    .where('judicialOrder.id', '=', id)
    .forUpdate('judicialOrder')
    .skipLocked()
    .executeTakeFirst()
export type OrderRecord = NonNullable<Awaited<ReturnType<typeof findOwn>>>

const sortColumns = {
  id: 'judicial_order.id',
  createdAt: 'judicial_order.created_at',
  submittedAt: 'judicial_order.submitted_at',
  dueOn: 'judicial_order.due_sort',
}

type Finding = Pick<OfficeOrderFind, 'orderKind' | 'orderState' | 'startDate' | 'endDate'>
type Some = SelectQueryBuilder<DB, 'judicialOrder', object>

function narrowed(all: Some, find: Finding, day: 'createdAt' | 'submittedAt') {
  let some = all
  if (find.orderKind) some = some.where('judicialOrder.kind', '=', find.orderKind)
  if (find.orderState) some = some.where('judicialOrder.state', '=', find.orderState)
  if (find.startDate) some = some.where(`judicialOrder.${day}`, '>=', startOfDay(find.startDate))
  if (find.endDate) some = some.where(`judicialOrder.${day}`, '<', endOfDay(find.endDate))
  return some
}

export function listOwn(tx: AccountTx, scope: Scope, find: AnyOrderFind) {
  let some = narrowed(ofApplicant(tx, scope), find, 'createdAt')
  if (find.operatorId) some = some.where('judicialOrder.personId', '=', find.operatorId)
  if (find.ano)
    some = some.where('judicialOrder.id', 'in', (e) =>
      e
        .selectFrom('judicialOrderEvidence')
        .select('orderId')
        .where('number', '=', find.ano!)
        .union(
          e
            .selectFrom('judicialDraft')
            .select('orderId')
            .where('accountId', '=', scope.accountId)
            .where(sql<boolean>`evidence @> ${JSON.stringify([{ number: find.ano }])}::jsonb`),
        ),
    )
  if (find.keyWord) {
    const word = likeWord(find.keyWord)
    some = some.where((e) =>
      e.or([
        e('judicialOrder.title', 'ilike', word),
        e(
          'judicialOrder.id',
          'in',
          e
            .selectFrom('judicialDraft')
            .select('orderId')
            .where('accountId', '=', scope.accountId)
            .where('title', 'ilike', word),
        ),
        e('judicialOrder.number', 'ilike', word),
        e('judicialOrder.caseNumber', 'ilike', word),
        e('judicialOrder.officeName', 'ilike', word),
      ]),
    )
  }
  return listPage(tx, some, (q) => q.select(orderColumns), find, sortColumns)
}

/** Of each kind the states in which it waits for its office. */
const waitingFor = orderKindNames.flatMap((kind) =>
  Object.entries(factsOfKind(kind).states).flatMap(([state, { turn }]) => (turn === 'office' ? [{ kind, state }] : [])),
)

export function listOfOffice(tx: AccountTx, officeId: string, find: OfficeOrderFind) {
  let some = narrowed(ofOffice(tx, officeId), find, 'submittedAt')
  if (find.assigneeId) some = some.where('judicialOrder.assigneeId', '=', find.assigneeId)
  if (find.late) some = some.where(sql<boolean>`judicial_order.due_on < (app_now() at time zone 'Asia/Shanghai')::date`)
  if (find.waiting !== undefined) {
    const waits = sql<boolean>`(judicial_order.kind, judicial_order.state) in (${sql.join(waitingFor.map(({ kind, state }) => sql`(${kind}, ${state})`))})`
    some = some.where(find.waiting ? waits : sql<boolean>`not ${waits}`)
  }
  if (find.keyWord) {
    const word = likeWord(find.keyWord)
    some = some.where((e) =>
      e.or([
        e('judicialOrder.title', 'ilike', word),
        e('judicialOrder.number', 'ilike', word),
        e('judicialOrder.caseNumber', 'ilike', word),
        e('judicialOrder.ownerName', 'ilike', word),
      ]),
    )
  }
  return listPage(tx, some, (q) => q.select(orderColumns), find, sortColumns)
}

export const contentOf = (db: Queryable, id: string) =>
  db.selectFrom('judicialOrder').select('content').where('id', '=', id).executeTakeFirstOrThrow()

/** As their applicant has them now. */
export const ownContentsOf = (db: Queryable, ids: readonly string[]) =>
  db
    .selectFrom('judicialOrder')
    .leftJoin('judicialDraft', 'judicialDraft.orderId', 'judicialOrder.id')
    .select(['judicialOrder.id', sql<Json>`coalesce(judicial_draft.content, judicial_order.content)`.as('content')])
    .where('judicialOrder.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

export const evidenceOf = (db: Queryable, id: string) =>
  db
    .selectFrom('judicialOrderEvidence')
    .select(['evidenceId as id', 'number', 'name', 'category', 'statementSha256'])
    .where('orderId', '=', id)
    .orderBy('ordinal')
    .execute()
export type EvidenceOfOrder = Awaited<ReturnType<typeof evidenceOf>>[number]

/** Evidence as it was handed in. */
export const handedInOf = async (db: Queryable, id: string) =>
  (await evidenceOf(db, id)).flatMap(({ statementSha256, ...e }) =>
    statementSha256 ? [{ ...e, statementSha256 }] : [],
  )
export type HandedInEvidence = Awaited<ReturnType<typeof handedInOf>>[number]

/**
 * Reads what an order says now: what is asked for, the evidence that it names, and its files. To its office that is what was handed in; to its applicant
 * what they have made of it since it was returned.
 */
export async function readSubmission(db: Queryable, { id, side }: { id: string; side: Side }) {
  const files = await filesOf(db, id)
  const draft = side === 'applicant' ? (await draftsOf(db, [id])).get(id) : undefined
  if (draft) {
    const evidence = draft.evidence.map((e): EvidenceOfOrder => ({ ...e, statementSha256: null }))
    return { content: draft.content, evidence, files }
  }
  const { content } = await contentOf(db, id)
  return { content, evidence: await (side === 'applicant' ? evidenceOf : handedInOf)(db, id), files }
}
