import { expect, it } from 'vitest'
import { openOldDatabase } from '../kit/old-database.ts'

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`

it('keeps refunds and troubles of gateways that an older version wrote', async () => {
  const { client, upgrade, close } = await openOldDatabase('0081')
  await client.query(`insert into platform (id, notary_id, name) values ('${id(1)}', 'x', '{"zh": "x"}')`)
  // What these rows hang on is nothing that the upgrade looks at.
  await client.query('set session_replication_role = replica')
  const adjustment = (n: number, purpose: string, chargeId: string | null, slip: string | null) =>
    client.query(
      `insert into adjustment (id, platform_id, account_id, purpose, amount, reference, reason, state, asked_by, asked_name, charge_id, slip)
       values ($1, '${id(1)}', '${id(2)}', $2, 1, 'x', 'x', 'waiting', '${id(3)}', 'x', $3, $4)`,
      [id(n), purpose, chargeId, slip],
    )
  await adjustment(10, 'refund', id(20), null)
  await adjustment(11, 'credit', null, 'ICBC1')
  const submission = (n: number, state: string, problem: string) =>
    client.query(
      `insert into invoice_submission (id, invoice_id, attempt, platform_id, account_id, gateway, number, amount, state, problem, person_id, person_name, staff_account_id, ask_at, ended_at)
       values ($1, $1, 1, '${id(1)}', '${id(2)}', 'nuonuo', $2, 1, $3, $4, '${id(3)}', 'x', '${id(2)}', null, case when $3 = 'sending' then null else now() end)`,
      [id(n), `1000000${n}`, state, problem],
    )
  await submission(30, 'failed', '购方税号格式错误 (E9105)')
  await submission(31, 'stopped', '改由人工开具')
  await submission(32, 'sending', 'amount: 106.01')
  await submission(33, 'sending', 'number: 12345678')
  await submission(34, 'issued', '')
  await client.query('set session_replication_role = origin')
  await upgrade()
  const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
  expect(await rows('select purpose, asked_for from adjustment order by id')).toEqual([
    { purpose: 'refund', asked_for: id(10) },
    { purpose: 'credit', asked_for: null },
  ])
  expect(await rows('select trouble, problem from invoice_submission order by id')).toEqual([
    { trouble: 'refused', problem: '购方税号格式错误 (E9105)' },
    { trouble: 'stopped', problem: '改由人工开具' },
    { trouble: 'other-amount', problem: '106.01' },
    { trouble: 'odd-number', problem: '12345678' },
    { trouble: null, problem: '' },
  ])
  // What is new is free on a platform that was there before.
  expect(
    await rows(`select product, tiers from price where product in ('timestamp', 'download') order by product`),
  ).toEqual(['download', 'timestamp'].map((product) => ({ product, tiers: [{ from: 1, amount: 0 }] })))
  await close()
})
