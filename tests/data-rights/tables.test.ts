import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sections } from '../../server/app/domains.ts'
import { createTestDatabase, type TestDatabase } from '../kit/test-database.ts'

/** What a copy of somebody's data leaves out although it names them, and why. */
const leftOut: Record<string, string> = {
  capture_turn: 'numbers that order the queue, and tell nothing but how often somebody captured of late',
  evidence_text: 'words of captured pages to find them by, which stand in the files of the evidence',
  evidence_label: 'labels of evidence, which stand with the evidence',
  stored_bytes: 'how much an account stores, which the account shows',
  challenge: 'codes and tickets that end by themselves within minutes, as hashes',
  qr_sign_in: 'a login under way, gone within minutes',
  third_attempt: 'the same at a vendor',
  live_event: 'which record changed, for pages that are open; gone within an hour',
  message_outbox: 'names nobody: a masked recipient without text; what was told stands under messages',
  log_queue: 'digests on their way into the public log',
  log_entry: 'digests alone, salted: what the public log holds tells nothing of anybody, and is never changed',
  later_proof: 'entries of packages, which are downloaded with the evidence',
  package_before: 'digests of such packages as they were before',
  wallet_check: 'sums of the bill, by which it is checked',
  price: 'what the platform asks of everybody',
  calendar_change: 'how often they changed',
  calendar_day: 'days that the platform takes off',
  package_offer: 'what the platform offers everybody',
  office: 'what the platform’s staff say of an organisation that answers orders',
  judicial_case_count: 'how many cases an office had in a year',
  judicial_record_entry: 'what the archive of a record holds: papers, files and messages that the copy has',
  reconciliation: 'bills of vendors, where payers stand by the numbers of their orders alone',
  reconciliation_difference: 'lines of such bills',
  approval: 'changes that two people made together; that they did so stands in the record of acts',
  adjustment: 'how staff came to what stands in the bill; that they did so stands in the record of acts',
  pay_trouble: 'what staff looked at of payments, which stand here',
  raised_person:
    'who made whom one of staff, or one who decides in an office, which stands in the record of acts of both',
  announcement: 'what a platform tells everybody',
  lawyer: 'what a platform tells everybody of lawyers, who have no part in it',
  lawyer_practice: 'what those attend to',
  picture_size: 'smaller ones of pictures that the copy has, which everybody sees',
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

const told = new Set(sections.flatMap((s) => s.tables))

/** Tables that lead to a person or an account: by a column that is called so, or by a reference, over however many steps. */
async function personal(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    with recursive named as (
      select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and (a.attname ~ '(^|_)(account|person|membership|actor|sender|maker|phone|mail|recipient|ip|subject)(_|$)' or c.relname in ('person', 'account'))
      union
      select k.conrelid::regclass::text from pg_constraint k join named n on k.confrelid = n.name::regclass where k.contype = 'f')
    select distinct name from named order by 1`)
  return rows.map((r) => r.name)
}

it('every table with something of people is in the copy of their data, or left out for a reason', async () => {
  const found = await personal()
  expect(found.length).toBeGreaterThan(30)
  expect(found.filter((name) => !told.has(name) && !(name in leftOut))).toEqual([])
})

it('names only tables that are there, each in one of the two', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const all = rows.map((r) => r.name)
  expect([...told, ...Object.keys(leftOut)].filter((name) => !all.includes(name))).toEqual([])
  expect(Object.keys(leftOut).filter((name) => told.has(name))).toEqual([])
})
