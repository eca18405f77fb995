import { expect, it } from 'vitest'
import { slipNumber } from '../../contract/payments/slip-number.ts'
import { openOldDatabase } from '../kit/old-database.ts'

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`

it('knows a number of the bank again that an older version took in another spelling', async () => {
  const { client, upgrade, close } = await openOldDatabase('0078')
  await client.query(`insert into platform (id, notary_id, name) values ('${id(1)}', 'x', '{"zh": "x"}')`)
  await client.query(
    `insert into person (id, platform_id, phone, name) values ('${id(2)}', '${id(1)}', '1', 'x'), ('${id(3)}', '${id(1)}', '2', 'x')`,
  )
  await client.query(
    `insert into account (id, platform_id, kind, name) values ('${id(4)}', '${id(1)}', 'personal', 'x')`,
  )
  const insert = (n: number, reference: string) =>
    client.query(
      `insert into adjustment (id, platform_id, account_id, purpose, amount, reference, reason, state, asked_by, asked_name, decided_by, decided_name, decided_at)
       values ('${id(n)}', '${id(1)}', '${id(4)}', 'credit', 1, $1, 'x', 'applied', '${id(2)}', 'x', '${id(3)}', 'x', now())`,
      [reference],
    )
  await insert(10, 'icbc 0001')
  await insert(11, 'ＩＣＢＣ0001')
  await insert(12, 'ccb-7')
  await insert(13, `CCB\u200d-7\ufe0f`)
  await upgrade()
  const { rows } = await client.query<{ slip: string }>('select slip from adjustment order by id')
  expect(rows.map((r) => r.slip)).toEqual(['ICBC0001', `ICBC0001#${id(11)}`, 'CCB-7', `CCB-7#${id(13)}`])
  for (const spelled of ['ICBC0001', 'Icbc0001', 'ICBC\u00a00001', 'CCB-7', 'ccb\u2060-7'])
    await expect(insert(20, spelled)).rejects.toThrow(/adjustment_slip/)
  await insert(21, 'ICBC0002')
  // Service and database spell alike.
  const odd = [
    'ａ１ ｂ',
    'x\u00ady\u200bz',
    'e\u0301\u0300',
    '\ufeff7',
    '一\u3000二',
    '\u{e0041}9',
    'ﬁ-3',
    'q\u202e\u2069',
    '\t8\r\n',
  ]
  const spelled = await client.query<{ slip: string }>(
    'select slip_number(t) as slip from unnest($1::text[]) with ordinality u (t, n) order by n',
    [odd],
  )
  expect(spelled.rows.map((r) => r.slip)).toEqual(odd.map(slipNumber))
  await close()
})
