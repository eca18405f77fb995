import { type SelectQueryBuilder, sql } from 'kysely'
import type { SortTerm } from '../../../contract/kit/list.ts'
import { exactTotalLimit } from '../../../contract/kit/page.ts'
import { badFields } from '../errors.ts'
import type { Queryable } from './db.ts'
import type { DB } from './schema.ts'

/** What a list is asked for: an order, and where in it the answer begins. */
export interface Wanted {
  sort: SortTerm[]
  pageNum: number
  pageSize: number
  cursor?: string | undefined
  /** Rows that are dear to judge are counted up to fewer. */
  mostCounted?: number
}

export interface ListPage<Row> {
  rows: Row[]
  total: number
  totalIsEstimate: boolean
  /** Behind the last row of this page; null where the list ends. */
  cursor: string | null
}

/** The columns behind the wire names that a list may be sorted by, and behind its own id; none may be null. */
export type SortColumns = Record<string, string> & { id?: string }

/** Of pages so far behind, the rows before them are counted in an index, not read. */
const farOffset = 1_000

/**
 * One page of filtered rows, by number or behind a cursor. The id decides between equals, so an order is total and
 * nobody sees a row twice. `some` is filtered and selects nothing; `columns` adds what the rows shall carry.
 */
export async function listPage<T extends keyof DB, Row>(
  tx: Queryable,
  some: SelectQueryBuilder<DB, T, object>,
  columns: (q: SelectQueryBuilder<DB, T, object>) => SelectQueryBuilder<DB, T, Row>,
  wanted: Wanted,
  sortColumns: SortColumns,
): Promise<ListPage<Row>> {
  const idColumn = sortColumns.id ?? 'id'
  const order = [
    ...wanted.sort.map((s) => ({ column: sortColumns[s.field]!, descending: s.descending })),
    { column: idColumn, descending: wanted.sort[0]?.descending ?? true },
  ]
  const after = readCursor(wanted, order.length)
  const ordered = (q: SelectQueryBuilder<DB, T, object>) =>
    order.reduce((all, { column, descending }) => all.orderBy(sql.ref(column), descending ? 'desc' : 'asc'), q)
  const offset = (wanted.pageNum - 1) * wanted.pageSize
  let page = ordered(some)
  if (after) page = page.where(behind(order, after))
  else if (offset < farOffset) page = page.offset(offset)
  else {
    const ids = ordered(some.select(sql.ref(idColumn).as('id')))
      .offset(offset)
      .limit(wanted.pageSize)
    // As an array they are looked up once, whatever the database believes of the number of rows.
    page = page.where(sql<boolean>`${sql.ref(idColumn)} = any(array(${ids}))`)
  }
  // Values as the database writes them: a Date would round microseconds away, and with them rows.
  const keyed = columns(page.limit(wanted.pageSize)).select(
    sql<string[]>`array[${sql.join(order.map((o) => sql`${sql.ref(o.column)}::text`))}]`.as('sortKey'),
  )
  const found = (await keyed.execute().catch(refuseCursor)) as (Row & { sortKey: string[] })[]
  const last = found.length === wanted.pageSize ? found.at(-1) : undefined
  return {
    rows: found,
    ...(await totalOf(tx, some, wanted, found.length, after !== undefined)),
    cursor: last ? writeCursor(wanted, last.sortKey) : null,
  }
}

/** Behind a row in an order: tuples where all run one way, because an index can serve them, else key by key. */
function behind(order: { column: string; descending: boolean }[], after: string[]) {
  const descending = order[0]!.descending
  if (order.every((o) => o.descending === descending)) {
    const [refs, values] = [sql.join(order.map((o) => sql.ref(o.column))), sql.join(after)]
    return descending ? sql<boolean>`(${refs}) < (${values})` : sql<boolean>`(${refs}) > (${values})`
  }
  const steps = order.map((o, i) => {
    const same = order.slice(0, i).map((p, j) => sql`${sql.ref(p.column)} = ${after[j]}`)
    return sql`(${sql.join([...same, o.descending ? sql`${sql.ref(o.column)} < ${after[i]}` : sql`${sql.ref(o.column)} > ${after[i]}`], sql` and `)})`
  })
  return sql<boolean>`(${sql.join(steps, sql` or `)})`
}

const nameOf = (sort: SortTerm[]) => sort.map((s) => `${s.descending ? '-' : ''}${s.field}`).join()
const writeCursor = (wanted: Wanted, keys: string[]) =>
  Buffer.from(JSON.stringify([nameOf(wanted.sort), ...keys])).toString('base64url')

/** A cursor of another order, or none of ours, counts for nothing: the list begins anew. */
function readCursor({ cursor, sort }: Wanted, length: number): string[] | undefined {
  try {
    const [name, ...keys] = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()) as unknown[]
    const fits =
      name === nameOf(sort) &&
      keys.length === length &&
      keys.every((k) => typeof k === 'string' && !k.includes('\0')) &&
      /^[0-9a-f-]{36}$/.test(String(keys.at(-1)))
    return fits ? (keys as string[]) : undefined
  } catch {
    return undefined
  }
}

/** A forged cursor may hold what is no instant; the database says so by class 22. */
function refuseCursor(error: unknown): never {
  if ((error as { code?: string }).code?.startsWith('22')) throw badFields({ path: 'cursor', key: 'invalid' })
  throw error
}

/** A page that is not full tells the total by itself; searches that find little need no second look. */
async function totalOf<T extends keyof DB>(
  tx: Queryable,
  some: SelectQueryBuilder<DB, T, object>,
  { pageNum, pageSize, mostCounted = exactTotalLimit }: Wanted,
  found: number,
  byCursor: boolean,
) {
  if (!byCursor && found < pageSize && (found > 0 || pageNum === 1))
    return { total: (pageNum - 1) * pageSize + found, totalIsEstimate: false }
  const counted = some.select(sql`1`.as('one')).limit(mostCounted + 1)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${counted}) as counted`.execute(tx)
  const n = rows[0]!.n
  return { total: Math.min(n, mostCounted), totalIsEstimate: n > mostCounted }
}
