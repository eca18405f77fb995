import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { openOldDatabase } from '../../kit/old-database.ts'

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`
const number = (n: number) => String(n).padStart(18, '0')
const digest = (n: number) => createHash('sha256').update(String(n)).digest()

it('gives orders that were changed after they were returned back what they were handed in with', async () => {
  const { client, upgrade, close } = await openOldDatabase('0100')
  await client.query(`insert into platform (id, notary_id, name) values ('${id(1)}', 'x', '{"zh": "x"}')`)
  await client.query(`insert into person (id, platform_id, phone, name) values ('${id(2)}', '${id(1)}', '1', 'x')`)
  await client.query(
    `insert into account (id, platform_id, kind, name) values ('${id(3)}', '${id(1)}', 'personal', 'x'), ('${id(4)}', '${id(1)}', 'enterprise', 'x')`,
  )
  await client.query(
    `insert into office (account_id, platform_id, kind, full_name, case_word, licence, phone, address) values ('${id(4)}', '${id(1)}', 'institute', 'x', 'x', 'x', 'x', 'x')`,
  )
  const evidence = (n: number) =>
    client.query(
      `insert into evidence (id, platform_id, account_id, person_id, person_name, owner_name, owner_kind, number, category, name, lang, status, request, completeness, sealed_at, statement, statement_sha256, token, token_serial)
       values ($1, '${id(1)}', '${id(3)}', '${id(2)}', 'x', 'x', 'personal', $2, 'ATTSETATIONFILE', 'renamed', 'en', 'collected', '{}', 'full', now(), '{}', $3, 't', 'AB')`,
      [id(n), number(n), digest(n)],
    )
  for (const n of [10, 11, 12]) await evidence(n)
  /** Evidence of an order, each with whether it still has its digest. */
  const order = async (n: number, state: string, named: readonly [n: number, hasDigest: boolean][]) => {
    await client.query(
      `insert into judicial_order (id, number, platform_id, account_id, office_id, office_name, kind, state, title, content, person_id, person_name, owner_name, owner_kind, submitted_at)
       values ($1, $2, '${id(1)}', '${id(3)}', '${id(4)}', 'x', 'expertise', $3, $4, '{"title": "x"}', '${id(2)}', 'x', 'x', 'personal', $5)`,
      [id(n), number(n), state, `title ${n}`, state === 'DRAFT' ? null : new Date()],
    )
    for (const [ordinal, [of, hasDigest]] of named.entries())
      await client.query(
        `insert into judicial_order_evidence (order_id, evidence_id, platform_id, account_id, ordinal, number, category, name, statement_sha256)
         values ($1, $2, '${id(1)}', '${id(3)}', $3, $4, 'ATTSETATIONFILE', 'drafted', $5)`,
        [id(n), id(of), ordinal, number(of), hasDigest ? digest(of) : null],
      )
  }
  const application = (n: number, orderId: number, ordinal: number, named: readonly number[]) => {
    const rows = named.map((of) => ({
      label: ['x', 'x'],
      text: `${number(of)}  as it was called\nSHA-256 ${digest(of).toString('hex')}`,
    }))
    const file = { label: ['x', 'x'], text: `letter.pdf\nSHA-256 ${digest(99).toString('hex')}` }
    const statement = Buffer.from(JSON.stringify({ ordinal, sections: [{ rows: [file] }, { rows }] }))
    return client.query(
      `insert into judicial_paper (id, order_id, platform_id, account_id, ordinal, paper, side, statement, statement_sha256)
       values ($1, $2, '${id(1)}', '${id(3)}', $3, 'application', 'applicant', $4, sha256($4))`,
      [id(n), id(orderId), ordinal, statement],
    )
  }
  await order(20, 'DRAFT', [[10, false]])
  await order(21, 'RETURNED', [[12, false]])
  await application(31, 21, 1, [12])
  await application(32, 21, 2, [11, 10])
  await order(22, 'ABANDONED', [[11, false]])
  await application(33, 22, 1, [10])
  await order(23, 'RETURNED', [[10, true]])
  await upgrade()
  const { rows } = await client.query<{ of: string; evidence: string; name: string; digest: Buffer | null }>(
    'select order_id as of, evidence_id as evidence, name, statement_sha256 as digest from judicial_order_evidence order by order_id, ordinal',
  )
  expect(rows).toEqual([
    { of: id(20), evidence: id(10), name: 'drafted', digest: null },
    { of: id(21), evidence: id(11), name: 'as it was called', digest: digest(11) },
    { of: id(21), evidence: id(10), name: 'as it was called', digest: digest(10) },
    { of: id(22), evidence: id(10), name: 'as it was called', digest: digest(10) },
    { of: id(23), evidence: id(10), name: 'drafted', digest: digest(10) },
  ])
  const drafts = await client.query('select order_id, title, content, evidence from judicial_draft')
  expect(drafts.rows).toEqual([
    {
      order_id: id(21),
      title: 'title 21',
      content: { title: 'x' },
      evidence: [{ id: id(12), number: number(12), name: 'drafted', category: 'ATTSETATIONFILE' }],
    },
  ])
  await close()
})
