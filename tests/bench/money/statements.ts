import { join } from 'node:path'
import pg from 'pg'
import { createMember } from '../../../server/accounts/people.repo.ts'
import type { Caller } from '../../../server/kit/calls/caller.ts'
import { openDatabase } from '../../../server/kit/db/db.ts'
import { migrate } from '../../../server/kit/db/migrate.ts'
import { ensureRoles } from '../../../server/kit/db/roles.ts'
import type { Services } from '../../../server/kit/services.ts'
import { ensureLocalPlatform } from '../../../server/platform/platform.service.ts'
import * as statements from '../../../server/payments/statements/statements.service.ts'
import { benchCluster } from '../kit/bench-cluster.ts'

/** A month of an account that is busy, and one of most others. */
const sizes = { xlsx: 100_000, pdf: 3_000 } as const
const atOnce = 10

/** How long a month of so many lines takes, and how much memory; then ten papers at once. */
export async function benchStatements(dir: string) {
  const cluster = await benchCluster(join(dir, 'statements'), 'statements')
  await ensureRoles(cluster.url('statements'), 'shimakaze_owner')
  await migrate(cluster.url('statements'))
  const owner = new pg.Client({ connectionString: cluster.url('statements') })
  await owner.connect()
  const db = openDatabase(cluster.url('statements'), { max: atOnce })
  try {
    const platform = await ensureLocalPlatform(db)
    let phone = 13_900_000_000
    const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)
    async function buyer(lines: number): Promise<Caller> {
      const who = {
        phone: String(phone++),
        personName: 'Bench',
        accountName: 'Bench',
        kind: 'personal',
        role: 'owner',
      } as const
      const ids = await db.asSystem((tx) =>
        createMember(tx, { ...who, platformId: platform.id, passwordPhc: null, consentVersion: null }),
      )
      await owner.query(
        `insert into ledger_transfer (id, platform_id, account_id, number, purpose, debit, credit, amount, balance_after, subject_kind, subject_id, person_id, reason)
         select new_uuid_v7(), $4::uuid, $1::uuid, n, 'credit', 'bank', 'prepaid', 100, n * 100, 'adjustment', new_uuid_v7(), $2::uuid, n::text from generate_series(1, $3::int) n`,
        [ids.accountId, ids.personId, lines, platform.id],
      )
      await owner.query('update wallet set transfers = $2::bigint, prepaid = $2::bigint * 100 where account_id = $1', [
        ids.accountId,
        lines,
      ])
      await owner.query('analyze ledger_transfer')
      const caller = { ...who, ...ids, platform, lang: 'zh-CN', session: { id: null }, userAgent: '', ip: null }
      return { ...caller, rights: new Set(['money.read']) } as unknown as Caller
    }
    const services = { db } as Services
    for (const [format, lines] of Object.entries(sizes)) {
      const who = await buyer(lines)
      const began = performance.now()
      await statements.list(services, who)
      const listed = performance.now() - began
      const { size } = await statements.download(services, who, month, format as keyof typeof sizes)
      const took = performance.now() - began - listed
      console.log(
        `Statement (${format}) of ${lines} lines: ${took.toFixed(0)} ms, ${(size / 1e6).toFixed(1)} MB; months listed in ${listed.toFixed(0)} ms; ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB of memory`,
      )
      if (format !== 'pdf') continue
      const start = performance.now()
      await Promise.all(Array.from({ length: atOnce }, () => statements.download(services, who, month, 'pdf')))
      console.log(`  ${atOnce} at once: ${((performance.now() - start) / 1000).toFixed(1)} s`)
    }
  } finally {
    await db.close()
    await owner.end()
    await cluster.leave()
  }
}
