import { type SelectQueryBuilder, sql } from 'kysely'
import { prefixesOf } from '../../contract/platform/acts.ts'
import type { AuditFind } from '../../contract/platform/audit.ts'
import { endOfDay, startOfDay } from '../kit/db/days.ts'
import type { AccountTx, Queryable, Tx } from '../kit/db/db.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'
import type { DB } from '../kit/db/schema.ts'
import { isUuid } from '../kit/ids.ts'

/** Whose record is read: an account's, or the whole of a platform's. */
export type Whose = { accountId: string } | { platformId: string }

const columns = [
  'audit.id',
  'at',
  'actorName',
  'actorPart',
  'action',
  'subjectKind',
  'subjectId',
  'reason',
  'ip',
  'userAgent',
  'requestId',
  'details',
  'audit.accountId',
] as const

const named = (table: string, column: string) =>
  sql`(select ${sql.ref(column)} from ${sql.table(table)} where ${sql.table(table)}.id = subject_id)`
const ofMember = sql`(select p.name from person p join membership m on m.person_id = p.id where m.id = subject_id)`

/** What a record is called today. Staff learn an evidence's number, and of a customer's own records nothing. */
const nameForOwner = sql<string | null>`case subject_kind
  when 'evidence' then ${named('evidence', 'number')} when 'membership' then ${ofMember} when 'person' then ${named('person', 'name')}
  when 'invoice-header' then ${named('invoice_header', 'title')} when 'address' then ${named('address', 'name')} when 'upload' then ${named('uploaded_file', 'name')} when 'batch' then ${named('capture_batch', 'file_name')} when 'list-view' then ${named('list_view', 'name')} when 'api-key' then ${named('api_key', 'name')} end`
const nameForStaff = sql<string | null>`case subject_kind
  when 'evidence' then ${named('evidence', 'number')} when 'membership' then ${ofMember} when 'person' then ${named('person', 'name')} when 'account' then ${named('account', 'name')}
  when 'announcement' then ${named('announcement', 'title_zh')} end`

/** Records that are called so, found once and not row by row. */
function isCalled(whose: Whose, word: string) {
  const found = (table: string, column: string) =>
    sql`select id from ${sql.table(table)} where ${sql.ref(column)} ilike ${word} and ${'accountId' in whose ? sql`account_id = ${whose.accountId}` : sql`platform_id = ${whose.platformId}`}`
  const people =
    'accountId' in whose
      ? sql`select p.id from person p join membership m on m.person_id = p.id where m.account_id = ${whose.accountId} and p.name ilike ${word}`
      : found('person', 'name')
  const parts = sql`select m.id from membership m join person p on p.id = m.person_id where ${'accountId' in whose ? sql`m.account_id = ${whose.accountId}` : sql`m.platform_id = ${whose.platformId}`} and p.name ilike ${word}`
  const rest =
    'accountId' in whose
      ? [
          found('invoice_header', 'title'),
          found('address', 'name'),
          found('api_key', 'name'),
          found('capture_batch', 'file_name'),
        ]
      : [found('account', 'name')]
  return sql<boolean>`subject_id in (${sql.join([people, parts, ...rest], sql` union all `)})`
}

type Filtered = SelectQueryBuilder<DB, 'audit', object>

const within = (q: Filtered, whose: Whose): Filtered =>
  'accountId' in whose
    ? q.where('audit.accountId', '=', whose.accountId)
    : q.where('audit.platformId', '=', whose.platformId)

const byNumber = (number: string) =>
  sql<boolean>`(subject_kind = 'evidence' and subject_id = (select id from evidence where number = ${number}))`

function filter(q: Filtered, whose: Whose, find: AuditFind): Filtered {
  let out = within(q, whose)
  if (find.startDate) out = out.where('at', '>=', startOfDay(find.startDate))
  if (find.endDate) out = out.where('at', '<', endOfDay(find.endDate))
  if (find.personId) out = out.where('actorPersonId', '=', find.personId)
  if (find.family) out = out.where(sql<boolean>`split_part(action, '.', 1) = any(${prefixesOf(find.family)})`)
  if (find.subjectKind) out = out.where('subjectKind', '=', find.subjectKind)
  if (find.recordId)
    out = isUuid(find.recordId) ? out.where('subjectId', '=', find.recordId) : out.where(byNumber(find.recordId))
  if (find.keyWord) {
    const word = find.keyWord
    out = out.where((e) =>
      e.or([e('actorName', 'ilike', likeWord(word)), byNumber(word), isCalled(whose, likeWord(word))]),
    )
  }
  return out
}

const shown =
  (whose: Whose) =>
  <O>(q: SelectQueryBuilder<DB, 'audit', O>) =>
    q.select(columns).select(('accountId' in whose ? nameForOwner : nameForStaff).as('subject'))

export const listActs = (tx: AccountTx | Queryable, whose: Whose, find: AuditFind) =>
  listPage(tx, filter(tx.selectFrom('audit'), whose, find), (q) => shown(whose)(q), find, { at: 'at' })

export const findAct = (tx: AccountTx | Queryable, whose: Whose, id: string) =>
  shown(whose)(within(tx.selectFrom('audit'), whose))
    .where('audit.id', '=', id)
    .executeTakeFirst()
export type ActRecord = NonNullable<Awaited<ReturnType<typeof findAct>>>

/** Where rows stand in the chain; those that wait are absent. */
export const placesOf = (tx: Tx | Queryable, ids: string[]) =>
  ids.length
    ? tx.selectFrom('auditEntry').select(['auditId', 'batch', 'index', 'digest']).where('auditId', 'in', ids).execute()
    : []

export const accountNames = (tx: Tx | Queryable, ids: string[]) =>
  ids.length ? tx.selectFrom('account').select(['id', 'name']).where('id', 'in', ids).execute() : []

export const peopleOf = (tx: AccountTx, accountId: string) =>
  tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.personId')
    .select(['person.id', 'person.name'])
    .where('accountId', '=', accountId)
    .orderBy('person.name')
    .orderBy('person.id')
    .execute()
