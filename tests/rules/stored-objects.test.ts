import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../kit/test-database.ts'

/** Hashes of something else than an object of the store, each with what it is a hash of. */
const notObjects: Record<string, string> = {
  'stored_object.sha256': 'the row that references lead to',
  'session.token_sha256': 'a secret that is never stored itself',
  'challenge.answer_sha256': 'a secret that is never stored itself',
  'recovery_code.code_sha256': 'a secret that is never stored itself',
  'share.token_sha256': 'a secret that is never stored itself',
  'sub_invitation.token_sha256': 'a secret that is never stored itself',
  'extraction_ticket.token_sha256': 'a secret that is never stored itself',
  'consent_text.sha256': 'the words lie in its row, consent_text.words',
  'consent.text_sha256': 'names that row',
  'third_attempt.state_sha256': 'a secret that is never stored itself',
  'third_attempt.browser_sha256': 'a secret that is never stored itself',
  'third_attempt.session_sha256': 'a secret that is never stored itself',
  'third_attempt.code_sha256': 'a secret that is never stored itself',
  'qr_sign_in.browser_sha256': 'a secret that is never stored itself',
  'known_device.browser_sha256': 'a secret that is never stored itself',
  'qr_sign_in.secret_sha256': 'a secret that is never stored itself',
  'qr_sign_in.session_sha256': 'a secret that is never stored itself',
  'hash_deposit.claimed_sha256': 'of a file that is not here',
  'hash_deposit.statement_sha256': 'the statement lies in its row, hash_deposit.statement',
  'evidence.package_sha256':
    'of what is delivered: evidence.core_sha256 names the object, what is appended lies in later_proof',
  'package_before.package_sha256': 'of what was delivered before',
  'timestamp_need.statement_sha256': 'the statement lies in evidence or hash_deposit',
  'timestamp_token.statement_sha256': 'the statement lies in evidence or hash_deposit',
  'judicial_order_evidence.statement_sha256': 'the statement lies in evidence',
  'judicial_paper.statement_sha256': 'the statement lies in its row, judicial_paper.statement',
  'preservation_report.statement_sha256': 'the statement lies in its row, preservation_report.statement',
  'evidence.statement_sha256': 'the statement lies in its row, evidence.statement',
}

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const column = `c.relname || '.' || a.attname`
const hashes = async () =>
  (
    await client.query<{
      name: string
    }>(`select ${column} as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.atttypid = 'bytea'::regtype and a.attname ~ 'sha256$'`)
  ).rows.map((r) => r.name)
/** Checked at once, refusing: a deferred or cascading key would let the collector remove bytes that are referenced. */
const references = async () =>
  (
    await client.query<{
      name: string
    }>(`select ${column} as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'stored_object'::regclass and k.confdeltype = 'r' and k.confupdtype = 'r' and not k.condeferrable and k.convalidated and cardinality(k.conkey) = 1`)
  ).rows.map((r) => r.name)

it('every column that holds the hash of an object references it, so that the database refuses to collect it', async () => {
  const referencing = await references()
  expect(referencing.length).toBeGreaterThanOrEqual(3)
  const forgotten = (await hashes()).filter((name) => !referencing.includes(name) && !(name in notObjects))
  expect(forgotten).toEqual([])
})

it('lists as exceptions only columns that exist and reference nothing', async () => {
  const [all, referencing] = [await hashes(), await references()]
  expect(Object.keys(notObjects).filter((name) => !all.includes(name) || referencing.includes(name))).toEqual([])
})

it('finds every reference by an index, so that collecting one object does not read whole tables', async () => {
  for (const name of await references()) {
    const [table, attribute] = name.split('.')
    const { rowCount } = await client.query(
      `select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] where i.indrelid = $1::regclass and a.attname = $2`,
      [table, attribute],
    )
    expect([name, rowCount]).toEqual([name, expect.toSatisfy((n: number) => n > 0)])
  }
})

it('no role that serves may change or empty what the collector relies on', async () => {
  const { rows } = await client.query(
    `select grantee, privilege_type, column_name from information_schema.column_privileges where table_name = 'stored_object' and privilege_type = 'UPDATE' and grantee like 'shimakaze\\_%' and grantee <> 'shimakaze_owner'`,
  )
  expect(rows).toEqual([{ grantee: 'shimakaze_system', privilege_type: 'UPDATE', column_name: 'last_put_at' }])
  const app = await client.query(
    `select from information_schema.table_privileges where table_name in ('stored_object', 'installation') and grantee = 'shimakaze_app'`,
  )
  expect(app.rowCount).toBe(0)
})
