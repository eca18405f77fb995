import { type RawBuilder, sql } from 'kysely'
import type { RecordName, RecordNames } from '../kit/audit/record-names.ts'

/** Whose record is read: an account's, or the whole of a platform's. */
export type Whose = { accountId: string } | { platformId: string }

const isOwner = (whose: Whose) => 'accountId' in whose

const member = sql`(select p.name from person p join membership m on m.person_id = p.id where m.id = subject_id)`

const nameIn = ({ table, column }: RecordName) =>
  sql`(select ${sql.ref(column)} from ${sql.table(table)} where ${sql.table(table)}.id = subject_id)`

const seen = (names: RecordNames, whose: Whose): [string, RecordName][] =>
  Object.entries(names).filter(([, { only }]) => !only || only === (isOwner(whose) ? 'owner' : 'staff'))

/** What a record is called today. Staff learn an evidence's number, and of a customer's own records nothing. */
export function nameOfSubject(names: RecordNames, whose: Whose): RawBuilder<string | null> {
  const cases = seen(names, whose).map(([kind, name]) => sql`when ${sql.lit(kind)} then ${nameIn(name)}`)
  return sql<string | null>`case subject_kind when 'membership' then ${member} ${sql.join(cases, sql` `)} end`
}

/** Records that are called so, found once and not row by row. People are found by whom the account or platform knows. */
export function isCalled(names: RecordNames, whose: Whose, word: string): RawBuilder<boolean> {
  const inside = (alias: string) =>
    'accountId' in whose
      ? sql`${sql.ref(`${alias}.accountId`)} = ${whose.accountId}`
      : sql`${sql.ref(`${alias}.platformId`)} = ${whose.platformId}`
  const found = ({ table, column }: RecordName) =>
    sql`select r.id from ${sql.table(table)} r where ${sql.ref(`r.${column}`)} ilike ${word} and ${inside('r')}`
  const people = isOwner(whose)
    ? sql`select p.id from person p join membership m on m.person_id = p.id where ${inside('m')} and p.name ilike ${word}`
    : found({ table: 'person', column: 'name' })
  const members = sql`select m.id from membership m join person p on p.id = m.person_id where ${inside('m')} and p.name ilike ${word}`
  const records = seen(names, whose).flatMap(([kind, name]) =>
    name.unsearched || kind === 'person' ? [] : [found(name)],
  )
  return sql<boolean>`subject_id in (${sql.join([people, members, ...records], sql` union all `)})`
}
