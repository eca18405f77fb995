import { expect, it } from 'vitest'
import { openOldDatabase } from '../../kit/old-database.ts'

const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`

it('takes every object along that evidence of an older version names, each once', async () => {
  const { client, upgrade, close } = await openOldDatabase('0007')
  const [shared, certificate, packaged] = [1, 2, 3].map((n) => Buffer.alloc(32, n))
  await client.query(`insert into platform (id, notary_id, name) values ('${id(1)}', 'x', '{"zh": "x"}')`)
  await client.query(`insert into person (id, platform_id, phone, name) values ('${id(2)}', '${id(1)}', '1', 'x')`)
  await client.query(
    `insert into account (id, platform_id, kind, name) values ('${id(3)}', '${id(1)}', 'personal', 'x')`,
  )
  for (const n of [4, 5]) {
    await client.query(
      `insert into evidence (id, platform_id, account_id, person_id, person_name, owner_name, owner_kind, number, category, name, lang, status, request, statement, token, sealed_at, certificate_sha256, package_sha256, package_size)
       values ('${id(n)}', '${id(1)}', '${id(3)}', '${id(2)}', 'x', 'x', 'personal', '12345678901234567${n}', 'x', 'x', 'en', 'collected', '{}', 's', 't', now(), $1, $2, 7)`,
      [certificate, packaged],
    )
    await client.query(
      `insert into evidence_file (id, evidence_id, account_id, ordinal, path, media_type, size, sha256, sm3) values ('${id(n + 2)}', '${id(n)}', '${id(3)}', 0, 'p', 'x', 5, $1, 'm')`,
      [shared],
    )
  }
  const before = (await client.query('select * from evidence order by id')).rows as object[]
  await upgrade()
  expect((await client.query('select sha256, size::int from stored_object order by sha256')).rows).toEqual([
    { sha256: shared, size: 5 },
    { sha256: certificate, size: null },
    { sha256: packaged, size: 7 },
  ])
  expect((await client.query('select * from evidence order by id')).rows).toMatchObject(before)
  await close()
})
