import type pg from 'pg'

/** Tables whose rows are a course: their order stands too. */
const courses: Record<string, string> = { invoice_step: 'at, id', ledger_transfer: 'number' }
/** Of the request, not of what it did; and how often a sweep came by. */
const passing = ['request_id', 'ip', 'user_agent', 'asked']

/** Ids, bytes, instants and long numbers are others each time. */
const plain = (row: string) =>
  row
    .replaceAll(/\\\\x[0-9a-f]*/g, 'bytes')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:\+[\d:]+|Z)?/g, 'time')
    .replaceAll(/[0-9a-f]{24,}/g, 'hash')
    .replaceAll(/\d{8,}/g, 'number')

interface Row {
  name: string
  row: Record<string, unknown>
}

/** All that stands of an account in whatever table names accounts, and what vendors told of its orders; for comparing what was done in another way. */
export async function openAccounts(database: pg.Client) {
  const { rows: tables } = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'account_id' and not a.attisdropped order by 1`,
  )
  const parts = tables.map(({ name }) => {
    const order = courses[name] ? ` order by ${courses[name]}` : ''
    return `(select '${name}' as name, to_jsonb(r) as row from ${name} r where r.account_id = $1${order})`
  })
  const notices = `select 'pay_notice' as name, jsonb_build_object('outcome', n.outcome) as row
    from pay_notice n join pay_order o on o.number = n.order_number where o.account_id = $1`
  const everything = [...parts, notices].join(' union all ')
  /** `named`: ids and numbers by words that tell them apart. */
  return async function stands(accountId: string, named: Record<string, string> = {}) {
    const { rows } = await database.query<Row>(everything, [accountId])
    const all = Map.groupBy(rows, ({ name }) => name)
    return Object.fromEntries([...all].map(([name, found]) => [name, shown(name, found, named)]))
  }
}

function shown(name: string, rows: Row[], named: Record<string, string>): string[] {
  const all = rows.map(({ row }) => {
    for (const field of passing) delete row[field]
    if (typeof row['id'] === 'number') delete row['id']
    let text = JSON.stringify(row)
    for (const [value, word] of Object.entries(named)) text = text.replaceAll(value, word)
    return plain(text)
  })
  // An open page is told that it is not up to date, however often.
  if (name === 'live_event') return [...new Set(all)].toSorted()
  return name in courses ? all : all.toSorted()
}
