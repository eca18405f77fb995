import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { createMember } from '../../server/accounts/people.repo.ts'
import { createSession } from '../../server/accounts/sessions.repo.ts'
import { buildApp } from '../../server/app/build-app.ts'
import { openServices } from '../../server/app/open-services.ts'
import { readConfig } from '../../server/kit/config.ts'
import { joinCluster } from '../../server/kit/db/embedded.ts'
import { ensureLocalPlatform } from '../../server/platform/platform.service.ts'

const others = 20
const rounds = 15

/** Rows as finished captures leave them, spread over labels, people and ten months; one account holds most of them. */
async function fill(admin: pg.Client, rows: number, owner: { platformId: string; accountId: string; personId: string }) {
  await admin.query(`create temp table seats as select $2::uuid as account_id union all select a.id from account a where a.platform_id = $1 and a.id <> $2`, [owner.platformId, owner.accountId])
  await admin.query(`
    insert into evidence (id, platform_id, account_id, person_id, person_name, owner_name, owner_kind, number, category, name, labels, url, lang, status, completeness, fail_reason, request, capture,
      created_at, queued_at, started_at, finished_at, sealed_at, statement, statement_sha256, token, token_serial, certified_at)
    select gen_random_uuid(), $1, s.account_id, $2, 'Bench', 'Bench', 'enterprise', lpad(n::text, 18, '0'), 'ATTSETATIONURL', 'Page ' || n, array['label ' || n % 40], 'https://shop-' || n % 500 || '.example/item/' || n, 'en',
      case when n % 20 = 0 then 'failed' else 'collected' end, case when n % 20 = 0 then null else 'full' end, case when n % 20 = 0 then 'timed-out' end, '{}', '{}',
      at, at, at, at, case when n % 20 = 0 then null else at end, case when n % 20 = 0 then null else '{}'::bytea end, case when n % 20 = 0 then null else sha256(n::text::bytea) end,
      case when n % 20 = 0 then null else 'token'::bytea end, 'AB', at
    from (select n, timestamptz '2026-01-01' + n * interval '26 seconds' as at, case when n % 10 = 0 then 1 + n % ${others} else 0 end as seat from generate_series(1, $3::int) n) g
    join (select account_id, row_number() over () - 1 as seat from seats) s using (seat)`, [owner.platformId, owner.personId, rows])
  await admin.query('vacuum (analyze) evidence')
}

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!

async function time(work: () => Promise<unknown>): Promise<number> {
  const times = []
  for (let i = 0; i < rounds; i++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return middle(times)
}

/** A list of a million rows through the whole service, against SQL that returns the same rows to the same process. */
export async function benchLists(dir: string, rows = 1_000_000) {
  const cluster = await joinCluster({ dir: join(dir, 'lists'), fsync: false })
  const setup = new pg.Client({ connectionString: cluster.url('postgres') })
  await setup.connect()
  await setup.query('create database lists')
  await setup.end()
  const opened = await openServices(readConfig({ SHIMAKAZE_DATA: join(dir, 'lists-data'), DATABASE_URL: cluster.url('lists'), SHIMAKAZE_LOG: 'silent' }), pino({ level: 'silent' }), () => {})
  const { services } = opened
  const admin = new pg.Client({ connectionString: cluster.url('lists') })
  await admin.connect()
  try {
    const platform = await ensureLocalPlatform(services.db)
    const member = (phone: number) => services.db.asSystem((tx) => createMember(tx, { platformId: platform.id, phone: String(phone), personName: 'Bench', accountName: 'Bench', kind: 'enterprise', role: 'owner', passwordPhc: null, consentVersion: null }))
    const owner = await member(13_700_000_000)
    for (let i = 1; i <= others; i++) await member(13_700_000_000 + i)
    const token = await services.db.asSystem((tx) => createSession(tx, { platform, lang: 'en', ip: '127.0.0.1', userAgent: 'bench', requestId: 'bench' }, owner.personId))
    await fill(admin, rows, { platformId: platform.id, ...owner })
    const fine = async () => {}
    const app = await buildApp(services, { database: fine, storage: fine, worker: fine, trust: fine, browser: fine })
    const list = async (body: object) => {
      const reply = (await app.inject({ method: 'POST', url: '/shimakaze/attestation/composite/list', payload: body, headers: { 'x-auth-token': token } })).json()
      if (!reply.success) throw new Error(JSON.stringify(reply))
      return reply.data as { list: { id: string }[]; cursor: string | null; total: number }
    }
    const plain = (where: string, offset = 0) => admin.query(`select * from evidence where account_id = $1 and not hidden ${where} order by created_at desc, id desc limit 10 offset ${offset}`, [owner.accountId])
    const deepCursor = async () => {
      const { rows: [row] } = await plain('', Math.floor(rows / 2))
      return { value: row.created_at.toISOString() as string, id: row.id as string }
    }
    const deep = await deepCursor()
    const cursor = Buffer.from(JSON.stringify([deep.value, deep.id])).toString('base64url')
    const cases: [string, object, () => Promise<unknown>][] = [
      ['first page', {}, () => plain('')],
      ['by status', { status: 'failed' }, () => plain(`and status = 'failed'`)],
      ['by label', { label: 'label 7' }, () => plain(`and labels @> array['label 7']`)],
      ['by days', { startDate: '2026-03-01', endDate: '2026-03-02' }, () => plain(`and created_at >= '2026-03-01T00:00+08' and created_at < '2026-03-03T00:00+08'`)],
      ['by word, rare', { keyWord: 'item/777777' }, () => plain(`and (name ilike '%item/777777%' or url ilike '%item/777777%' or remark ilike '%item/777777%' or number = 'item/777777')`)],
      ['page 5,000', { pageNum: 5_000 }, () => plain('', 49_990)],
      ['half-way by cursor', { cursor }, () => plain(`and (created_at, id) < ('${deep.value}', '${deep.id}')`)],
    ]
    console.log(`List of ${rows.toLocaleString('en')} evidence rows, ten a page (median of ${rounds}):`)
    for (const [name, body, direct] of cases) {
      const [ours, bare] = [await time(() => list(body)), await time(direct)]
      console.log(`  ${name.padEnd(20)} service ${ours.toFixed(1).padStart(7)} ms   bare SQL ${bare.toFixed(1).padStart(7)} ms`)
      await sql`delete from call_window`.execute(services.db.system)
    }
    const hash = await time(() => app.inject({ method: 'GET', url: `/shimakaze/query/attestation/file?sha256=${'0'.repeat(64)}` }))
    console.log(`  public check by hash service ${hash.toFixed(1).padStart(7)} ms`)
    await app.close()
  } finally {
    await admin.end()
    await opened.close()
    await cluster.leave()
  }
}
