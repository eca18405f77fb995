import type pg from 'pg'
import type { Member } from '../../kit/build-test-app.ts'

/** Whose a row is, by the columns that say it; null where the table has none such, or the row names nobody. */
interface Whose {
  table: string
  account: string | null
  person: string | null
  platform: string | null
  /** Who answers it. */
  office: string | null
}

/** What a sub-account sees of its own alone, unless it may see everybody's. */
const personal = new Set(['evidence', 'capture_batch', 'upload', 'uploaded_file', 'message', 'session'])

/** What a platform shows everybody, whoever of its staff made it. */
const ofEverybody = new Set(['package_offer'])

/** Everything that stands, by the ids and numbers under which replies name it. */
export async function everythingThatStands(owner: pg.Client): Promise<Map<string, Whose[]>> {
  const { rows: tables } = await owner.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and column_name in ('id', 'number', 'account_id', 'person_id', 'platform_id', 'office_id')
     group by table_name having bool_or(column_name = 'id')`,
  )
  const standing = new Map<string, Whose[]>()
  for (const { name, columns } of tables) {
    const column = (wanted: string) => (columns.includes(wanted) ? `${wanted}::text` : 'null')
    const { rows } = await owner.query<{ id: string; number: string | null } & Omit<Whose, 'table'>>(
      `select id::text, ${name === 'evidence' ? 'number' : 'null'} as number, ${column('account_id')} as account,
         ${column('person_id')} as person, ${column('platform_id')} as platform, ${column('office_id')} as office from ${name}`,
    )
    for (const { id, number, ...whose } of rows)
      for (const key of number ? [id, number] : [id])
        standing.set(key, [...(standing.get(key) ?? []), { table: name, ...whose }])
  }
  return standing
}

interface Reader extends Member {
  platformId: string
  /** Staff see what is their platform's. */
  staff: boolean
  /** Whether what is somebody else's in the same account stays hidden. */
  alone: boolean
}

function mayRead(reader: Reader, { table, account, person, platform, office }: Whose): boolean {
  if (platform && platform !== reader.platformId) return false
  if (reader.staff || ofEverybody.has(table)) return true
  if (office === reader.accountId) return true
  if (account && account !== reader.accountId) return false
  const ownAlone = !account || table === 'message' || (reader.alone && personal.has(table))
  return !person || !ownAlone || person === reader.personId
}

/** The rows that a reply names, and those among them that its reader may not see. */
export function rowsIn(reply: string, standing: Map<string, Whose[]>, reader: Reader) {
  const names = new Set(reply.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!\d)\d{18}(?!\d)/g) ?? [])
  const rows = [...names].flatMap((id) => (standing.get(id) ?? []).map((whose) => ({ id, ...whose })))
  return { rows, foreign: rows.filter((row) => !mayRead(reader, row)) }
}
