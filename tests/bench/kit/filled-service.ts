import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { createMember } from '../../../server/accounts/people.repo.ts'
import { createSession } from '../../../server/accounts/sign-in/sessions.repo.ts'
import { buildApp } from '../../../server/app/build-app.ts'
import { openServices } from '../../../server/app/open-services.ts'
import { readConfig } from '../../../server/app/read-config.ts'
import type { Services } from '../../../server/kit/services.ts'
import { ensureLocalPlatform } from '../../../server/platform/platform.service.ts'
import { benchCluster } from './bench-cluster.ts'

const others = 20

/** Rows as finished captures leave them, spread over labels, people and ten months; one account holds most of them. */
async function fill(
  admin: pg.Client,
  rows: number,
  owner: { platformId: string; accountId: string; personId: string },
) {
  await admin.query(
    `create temp table seats as select $2::uuid as account_id union all select a.id from account a where a.platform_id = $1 and a.id <> $2`,
    [owner.platformId, owner.accountId],
  )
  // Made anew in one go, which takes a fraction of the time that a million entries take.
  const search = await admin.query<{ def: string }>(`select pg_get_indexdef('evidence_search'::regclass) as def`)
  await admin.query('drop index evidence_search')
  await admin.query(
    `
    insert into evidence (id, platform_id, account_id, person_id, person_name, owner_name, owner_kind, number, category, name, labels, url, lang, status, completeness, fail_reason, request, capture,
      created_at, queued_at, started_at, finished_at, sealed_at, statement, statement_sha256, token, token_serial, certified_at)
    select gen_random_uuid(), $1, s.account_id, $2, 'Bench', 'Bench', 'enterprise', lpad(n::text, 18, '0'), 'ATTSETATIONURL', 'Page ' || n, array['label ' || n % 40], 'https://shop-' || n % 500 || '.example/item/' || n, 'en',
      case when n % 20 = 0 then 'failed' else 'collected' end, case when n % 20 = 0 then null else 'full' end, case when n % 20 = 0 then 'timed-out' end, '{}', '{}',
      at, at, at, at, case when n % 20 = 0 then null else at end, case when n % 20 = 0 then null else '{}'::bytea end, case when n % 20 = 0 then null else sha256(n::text::bytea) end,
      case when n % 20 = 0 then null else 'token'::bytea end, 'AB', at
    from (select n, timestamptz '2026-01-01' + n * interval '26 seconds' as at, case when n % 10 = 0 then 1 + n % ${others} else 0 end as seat from generate_series(1, $3::int) n) g
    join (select account_id, row_number() over () - 1 as seat from seats) s using (seat)`,
    [owner.platformId, owner.personId, rows],
  )
  await admin.query(search.rows[0]!.def)
  // Until what others looked at before is forgotten: rows that are not marked visible are read where an index would do.
  for (const table of ['evidence', 'evidence_label'])
    for (let [left, tries] = [1, 0]; left > 0 && tries < 20; tries++) {
      await admin.query(`vacuum (analyze) ${table}`)
      const { rows: pages } = await admin.query<{ n: number }>(
        'select relpages - relallvisible as n from pg_class where oid = $1::regclass',
        [table],
      )
      left = pages[0]!.n
    }
}

export interface Filled {
  app: FastifyInstance
  services: Services
  admin: pg.Client
  owner: { accountId: string; personId: string }
  /** Session of the account that holds most of the rows. */
  token: string
  databaseUrl: string
  dataDir: string
}

/** Runs over a service whose database holds so many rows of evidence. */
export async function withFilledService(
  within: string,
  rows: number,
  work: (filled: Filled) => Promise<void>,
): Promise<void> {
  // A store belongs to one database: each service gets a folder of its own.
  const dir = await mkdtemp(join(within, 'filled-'))
  const cluster = await benchCluster(join(dir, 'cluster'), 'lists', { fsync: false })
  const opened = await openServices(
    readConfig({ SHIMAKAZE_DATA: join(dir, 'data'), DATABASE_URL: cluster.url('lists'), SHIMAKAZE_LOG: 'silent' }),
    pino({ level: 'silent' }),
    () => {},
  )
  const { services } = opened
  const admin = new pg.Client({ connectionString: cluster.url('lists') })
  await admin.connect()
  try {
    const platform = await ensureLocalPlatform(services.db)
    const member = (phone: number) =>
      services.db.asSystem((tx) =>
        createMember(tx, {
          platformId: platform.id,
          phone: String(phone),
          personName: 'Bench',
          accountName: 'Bench',
          kind: 'enterprise',
          role: 'owner',
          passwordPhc: null,
          consentVersion: null,
        }),
      )
    const owner = await member(13_700_000_000)
    for (let i = 1; i <= others; i++) await member(13_700_000_000 + i)
    const token = await services.db.asSystem((tx) =>
      createSession(
        tx,
        { platform, lang: 'en', ip: '127.0.0.1', userAgent: 'bench', requestId: 'bench' },
        owner.personId,
      ),
    )
    await fill(admin, rows, { platformId: platform.id, ...owner })
    const fine = async () => {}
    const app = await buildApp(services, { database: fine, storage: fine, worker: fine, trust: fine, browser: fine })
    await work({ app, services, admin, owner, token, databaseUrl: cluster.url('lists'), dataDir: join(dir, 'data') })
    await app.close()
  } finally {
    await admin.end()
    await opened.close()
    await cluster.leave()
  }
}
