import { type SelectQueryBuilder, sql } from 'kysely'
import { prefixesOf } from '../../contract/platform/acts.ts'
import type { AuditFind } from '../../contract/platform/audit.ts'
import { endOfDay, startOfDay } from '../kit/db/days.ts'
import type { AccountTx, Queryable, Tx } from '../kit/db/db.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'
import type { DB } from '../kit/db/schema.ts'
import { isUuid } from '../kit/ids.ts'
import type { RecordNames } from '../kit/audit/record-names.ts'
import { isCalled, nameOfSubject, type Whose } from './subject-names.ts'

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

/** Whose record is read, with what records are called. */
export interface Reading {
  whose: Whose
  names: RecordNames
}

type Filtered = SelectQueryBuilder<DB, 'audit', object>

const within = (q: Filtered, whose: Whose): Filtered =>
  'accountId' in whose
    ? q.where('audit.accountId', '=', whose.accountId)
    : q.where('audit.platformId', '=', whose.platformId)

const byNumber = (number: string) =>
  sql<boolean>`(subject_kind = 'evidence' and subject_id = (select id from evidence where number = ${number}))`

function filter(q: Filtered, { whose, names }: Reading, find: AuditFind): Filtered {
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
      e.or([e('actorName', 'ilike', likeWord(word)), byNumber(word), isCalled(names, whose, likeWord(word))]),
    )
  }
  return out
}

const withName =
  ({ whose, names }: Reading) =>
  <O>(q: SelectQueryBuilder<DB, 'audit', O>) =>
    q.select(columns).select(nameOfSubject(names, whose).as('subject'))

export const listActs = (tx: AccountTx | Queryable, reading: Reading, find: AuditFind) =>
  listPage(tx, filter(tx.selectFrom('audit'), reading, find), (q) => withName(reading)(q), find, { at: 'at' })

export const findAct = (tx: AccountTx | Queryable, reading: Reading, id: string) =>
  withName(reading)(within(tx.selectFrom('audit'), reading.whose))
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
