import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import type { Scope } from '../../server/kit/db/db.ts'
import { newId } from '../../server/kit/ids.ts'
import { aimAt } from './matrix/aim.ts'
import { allCalls, guardedCalls } from './matrix/all-calls.ts'
import { canaryOf } from './matrix/owners.ts'
import { buildRecords } from './matrix/records.ts'
import { dealCalls } from '../kit/sweep/deal-calls.ts'
import { buildWorld, type World } from './matrix/world.ts'

let w: World
beforeAll(async () => {
  w = await buildWorld()
})
afterAll(() => w?.close())

async function tables(where: string) {
  const { rows } = await w.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') and ${where} order by 1`,
  )
  return rows.map((r) => r.name)
}
const seen = (scope: Scope, table: string, condition: string) =>
  w.t.services.db.forAccount(
    scope,
    async (tx) =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from ${sql.table(table)} where ${sql.raw(condition)}`.execute(tx)
      ).rows[0]!.n,
  )

describe('row-level security by itself', () => {
  it('stands on every table of accounts that the application may read', async () => {
    expect(await tables(`has_any_column_privilege('shimakaze_app', c.oid, 'select') and not c.relrowsecurity`)).toEqual(
      [],
    )
    expect((await tables(`has_any_column_privilege('shimakaze_app', c.oid, 'select')`)).length).toBeGreaterThan(10)
  })

  it('judges every row of its own by the account or the person that asks, and every row that is written', async () => {
    const { rows } = await w.owner.query<{ table: string; cmd: string; shown: string | null; written: string | null }>(
      `select tablename as table, cmd, qual as shown, with_check as written from pg_policies
       where schemaname = 'public' and permissive = 'PERMISSIVE' and 'shimakaze_app' = any(roles) order by 1, 2`,
    )
    expect(rows.length).toBeGreaterThan(20)
    const judges = (condition: string | null) =>
      /\bapp_(account|reader)\(\)/.test(condition ?? '') || condition === 'false'
    // Words that were agreed to are the platform's; people are seen by their memberships, which are judged.
    const others = ['consent_text SELECT', 'package_offer SELECT', 'person ALL', 'price SELECT']
    const open = rows.filter(
      // Without a condition of its own, what is written is held to the one for what is shown.
      ({ cmd, shown, written }) =>
        (cmd !== 'INSERT' && !judges(shown)) || !(written === null ? cmd !== 'INSERT' : judges(written)),
    )
    expect(open.map(({ table, cmd }) => `${table} ${cmd}`)).toEqual(others)
  })

  it('shows an account its own rows and nobody else’s, whatever a query asks for', async () => {
    for (const table of await tables(`has_any_column_privilege('shimakaze_app', c.oid, 'select')`)) {
      const { rows } = await w.owner.query<{ n: number }>(
        `select count(*)::int as n from ${table} where account_id = $1`,
        [w.rival.accountId],
      )
      expect({
        table,
        others: await seen(w.boss, table, `account_id <> '${w.boss.accountId}'`),
        theirs: await seen(w.rival, table, 'true'),
      }).toEqual({ table, others: 0, theirs: rows[0]!.n })
    }
  })

  it('shows a sub-account, of evidence and what hangs on it, its own alone', async () => {
    const scope = { accountId: w.two.accountId, onlyPersonId: w.two.personId }
    for (const table of ['evidence', 'capture_batch'])
      expect([
        await seen(scope, table, `person_id <> '${w.two.personId}'`),
        (await seen(scope, table, 'true')) > 0,
      ]).toEqual([0, true])
    for (const table of ['evidence_file', 'evidence_text', 'share', 'extraction_code', 'evidence_feedback'])
      expect([
        await seen(scope, table, `evidence_id not in (select id from evidence where person_id = '${w.two.personId}')`),
        (await seen(scope, table, 'true')) > 0,
      ]).toEqual([0, true])
    expect(await seen(scope, 'audit', `subject_id = '${w.records.boss.evidence}'`)).toBe(0)
  })

  it('shows of messages and of how they are told nobody’s but the reader’s, and of another account’s none', async () => {
    await w.t.services.db.system
      .insertInto('messageChoice')
      .values([w.boss, w.two].map(({ personId }) => ({ personId, kind: 'note', page: true, mail: true, sms: false })))
      .execute()
    const two = { accountId: w.two.accountId, personId: w.two.personId }
    for (const table of ['message', 'message_choice']) {
      expect([
        await seen(two, table, `person_id <> '${w.two.personId}'`),
        (await seen(two, table, 'true')) > 0,
        await seen({ accountId: w.two.accountId }, table, 'true'),
      ]).toEqual([0, true, 0])
    }
    expect(
      await seen({ accountId: w.rival.accountId, personId: w.boss.personId }, 'message', 'account_id is not null'),
    ).toBe(0)
  })

  it('lets nobody write a row for another account, or another person in it', async () => {
    const rename = (scope: Scope, id: string) =>
      w.t.services.db.forAccount(scope, (tx) =>
        tx.updateTable('evidence').set({ name: 'x' }).where('id', '=', id).executeTakeFirst(),
      )
    expect((await rename(w.boss, w.records.rival.evidence)).numUpdatedRows).toBe(0n)
    expect(
      (await rename({ accountId: w.one.accountId, onlyPersonId: w.one.personId }, w.records.two.evidence))
        .numUpdatedRows,
    ).toBe(0n)
    await expect(
      w.t.services.db.forAccount(w.rival, (tx) =>
        tx
          .insertInto('audit')
          .values({
            id: newId(),
            platformId: w.t.platformId,
            accountId: w.boss.accountId,
            actorName: 'x',
            actorPart: 'owner',
            action: 'x',
            subjectKind: 'x',
          })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/)
  })

  it('keeps who acts where out of the application’s hands', async () => {
    for (const set of [{ role: 'owner' }, { accountId: w.boss.accountId }, { personId: w.boss.personId }])
      await expect(
        w.t.services.db.forAccount(w.boss, (tx) => tx.updateTable('membership').set(set).execute()),
      ).rejects.toThrow(/permission denied/)
    await expect(
      w.t.services.db.forAccount(w.boss, (tx) => tx.selectFrom('person').select('passwordPhc').execute()),
    ).rejects.toThrow(/permission denied/)
  })
})

describe('what nobody may write', () => {
  const canary = 'canary-of-a-field'
  const stranger = newId()
  /** Names that no call takes for these; whatever a client sends under them must go nowhere. */
  const forbidden = {
    accountId: stranger,
    account_id: stranger,
    platformId: stranger,
    personId: stranger,
    ownerId: stranger,
    membershipId: stranger,
    operatorId: undefined,
    ownerName: canary,
    personName: canary,
    operator: canary,
    ownerIdentity: 'verified',
    role: 'administrator',
    rights: ['platform.manage'],
    balance: 999_999,
    certified: true,
    sealedAt: '2020-01-01T00:00:00Z',
    number: '260101000000000000',
    createdAt: '2020-01-01T00:00:00Z',
    statementSha256: undefined,
    packageSize: 1,
    broughtBy: stranger,
    grantedBy: stranger,
    hits: 0,
    ours: true,
    used: 0,
  }
  const writes = guardedCalls.filter(({ call }) => call.rate !== 'read' && call.body && !call.upload)

  let writtenSince: () => Promise<string>
  beforeAll(async () => {
    writtenSince = await everythingWritten()
  })

  /** All rows that were written since it was asked last; at first, all that there are. */
  async function everythingWritten(): Promise<() => Promise<string>> {
    const { rows: tables } = await w.owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    // Whatever is written from here on has this number or a greater one: what is less had ended when it was asked.
    const oldest = 'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest'
    const written = tables.map(
      ({ name }) => `select r::text as row from ${name} r where r.xmin::text::bigint >= $1::bigint`,
    )
    let since = '0'
    return async () => {
      const { rows: marks } = await w.owner.query<{ oldest: string }>(oldest)
      const { rows } = await w.owner.query<{ row: string }>({
        name: 'written',
        text: written.join(' union all '),
        values: [since],
      })
      since = marks[0]!.oldest
      return rows.map(({ row }) => row).join('\n')
    }
  }
  const roles = async () =>
    // Whoever makes a platform gives it an administrator: that one is no right on any other.
    (
      await w.owner.query(
        `select role, count(*)::int as n from membership m join platform p on p.id = m.platform_id where not p.hosts @> '{matrix.example}' group by role order by role`,
      )
    ).rows

  it.each(dealCalls(writes, 'written'))('goes nowhere through $title', async ({ call }) => {
    const me = await w.t.member({ kind: 'enterprise' })
    const own = await buildRecords(w.t, me)
    const before = await roles()
    for (const aimed of aimAt(call, own, me))
      expect(
        (
          await w.send(
            call,
            { ...aimed, body: { ...forbidden, ...aimed.body } },
            /^(operator|platform|installation)[.]/.test(call.right) ? w.administrator : me,
          )
        ).status,
      ).toBeLessThan(500)
    const all = await writtenSince()
    expect([all.includes(canary), all.includes(stranger), all.includes('260101000000000000')]).toEqual([
      false,
      false,
      false,
    ])
    expect(await roles()).toEqual(before)
  })
})

describe('answers', () => {
  it.each(
    dealCalls(
      allCalls.filter(({ call }) => call.kind !== 'events'),
      'kept by caches',
    ),
  )('of $title are kept by no cache on the way', async ({ call }) => {
    const me = await w.t.member({ kind: 'enterprise' })
    const [aimed] = aimAt(call, w.records.boss, me)
    const { params, query, body } = aimed!
    const response = await w.t.inject({
      method: call.method,
      url: pathOf(call, params as Record<string, string>),
      ...(query ? { query: query as Record<string, string> } : {}),
      ...(call.body && !call.upload ? { payload: body ?? {} } : {}),
      headers: { 'x-auth-token': me.token },
    })
    expect(response.headers['cache-control']).toMatch(/no-store|private/)
  })

  it('tell who takes an evidence apart from who owns it', async () => {
    const { data } = await w.t.call(evidenceCalls.detail, { body: { ano: w.records.two.number } }, w.boss)
    expect(data).toMatchObject({ operatorId: w.two.personId })
    expect(JSON.stringify(data)).toContain(canaryOf(w.two))
  })
})

it('lets nobody change or delete an audit row', async () => {
  await expect(
    w.t.services.db.asSystem((tx) => tx.updateTable('audit').set({ actorName: 'x' }).execute()),
  ).rejects.toThrow(/permission denied/)
  await expect(w.t.services.db.asSystem((tx) => tx.deleteFrom('audit').execute())).rejects.toThrow(/permission denied/)
})
