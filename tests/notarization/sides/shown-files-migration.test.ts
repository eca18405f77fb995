import { expect, it } from 'vitest'
import { openOldDatabase } from '../../kit/old-database.ts'

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`

it('goes on to show what the other side saw, but for reports and certificates that nobody has issued', async () => {
  const { client, upgrade, close } = await openOldDatabase('0099')
  // The upgrade looks at nothing that these rows hang on.
  await client.query('set session_replication_role = replica')
  const order = async (n: number, steps: readonly string[]) => {
    for (const step of steps)
      await client.query(
        `insert into judicial_step (id, order_id, platform_id, account_id, step, state, side, person_id) values (gen_random_uuid(), $1, $2, $2, $3, 'x', 'office', $2)`,
        [id(n), id(1), step],
      )
  }
  const file = (n: number, orderId: number, [side, part, isKept]: [string, string, boolean]) =>
    client.query(
      `insert into judicial_file (id, order_id, platform_id, account_id, part, side, file_name, media_type, size, sha256, person_id, person_name, kept_at)
       values ($1, $2, $3, $3, $4, $5, 'x', 'x', 1, 'x', $3, 'x', $6)`,
      [id(n), id(orderId), id(1), part, side, isKept ? new Date('2026-11-01T00:00:00Z') : null],
    )
  await order(10, ['draft', 'sendBack'])
  await order(11, ['draft', 'sendBack', 'draft', 'report'])
  await order(12, ['draft', 'issue', 'uphold'])
  await file(20, 10, ['applicant', 'entrustment', true])
  await file(21, 10, ['applicant', 'material', false])
  await file(22, 10, ['office', 'report', true])
  await file(23, 10, ['office', 'report', false])
  await file(24, 11, ['office', 'report', true])
  await file(25, 12, ['office', 'certificate', true])
  await file(26, 12, ['office', 'corrected', true])
  await file(27, 12, ['office', 'unboxing', true])
  await file(28, 12, ['applicant', 'message', true])
  await client.query('set session_replication_role = origin')
  await upgrade()
  const { rows } = await client.query<{ id: string }>(
    'select id from judicial_file where shown_at is not null and shown_at = kept_at order by id',
  )
  expect(rows.map((row) => row.id)).toEqual([20, 24, 25, 27, 28].map(id))
  const { rows: all } = await client.query('select 1 from judicial_file where shown_at is not null')
  expect(all).toHaveLength(5)
  await close()
})
