import { expect, it } from 'vitest'
import { openOldDatabase } from '../kit/old-database.ts'

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`

it('lets pages wait to be read that were sealed before, and nothing else', async () => {
  const { client, upgrade, close } = await openOldDatabase('0098')
  await client.query(`insert into platform (id, notary_id, name) values ('${id(1)}', 'x', '{"zh": "x"}')`)
  await client.query(`insert into person (id, platform_id, phone, name) values ('${id(2)}', '${id(1)}', '1', 'x')`)
  await client.query(
    `insert into account (id, platform_id, kind, name) values ('${id(3)}', '${id(1)}', 'personal', 'x')`,
  )
  const insert = (n: number, category: string, status: string) => {
    const isSealed = status !== 'queued'
    return client.query(
      `insert into evidence (id, platform_id, account_id, person_id, person_name, owner_name, owner_kind, number, category, name, lang, status, request, completeness, sealed_at, statement, statement_sha256, token, token_serial, confirm_until)
       values ($1, '${id(1)}', '${id(3)}', '${id(2)}', 'x', 'x', 'personal', lpad($2::text, 18, '0'), $3, 'x', 'en', $4, '{}', $5, $6, $7, $8, $9, $10, $11)`,
      [
        id(n),
        n,
        category,
        status,
        ...(isSealed ? ['full', new Date(), Buffer.from('{}'), Buffer.from(`${n}`), Buffer.from('t'), 'AB'] : Array(6)),
        status === 'to-confirm' ? new Date() : null,
      ],
    )
  }
  await insert(10, 'ATTSETATIONURL', 'collected')
  await insert(11, 'ATTSETATIONURL', 'to-confirm')
  await insert(12, 'ATTSETATIONURL', 'queued')
  await insert(13, 'ATTSETATIONFILE', 'collected')
  await upgrade()
  const { rows } = await client.query('select evidence_id, account_id, text from evidence_text order by 1')
  expect(rows).toEqual([10, 11].map((n) => ({ evidence_id: id(n), account_id: id(3), text: null })))
  // A process of the version before seals on.
  await client.query(
    `update evidence set status = 'collected', completeness = 'full', sealed_at = now(), statement = '{}', statement_sha256 = '12', token = 't', token_serial = 'AB' where id = $1`,
    [id(12)],
  )
  const waits = await client.query('select text from evidence_text where evidence_id = $1', [id(12)])
  expect(waits.rows).toEqual([{ text: null }])
  await close()
})
