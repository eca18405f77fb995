import { join } from 'node:path'
import pg from 'pg'
import { createMember } from '../../../server/accounts/people.repo.ts'
import { openDatabase } from '../../../server/kit/db/db.ts'
import { migrate } from '../../../server/kit/db/migrate.ts'
import { ensureRoles } from '../../../server/kit/db/roles.ts'
import type { Services } from '../../../server/kit/services.ts'
import { ensureLocalPlatform } from '../../../server/platform/platform.service.ts'
import type { BillLine, PayChannel } from '../../../server/payments/channels/channel.types.ts'
import { reconcile } from '../../../server/payments/reconciliation/reconcile.service.ts'
import { benchCluster } from '../kit/bench-cluster.ts'

const day = '2026-01-05'
const at = new Date(`${day}T12:00:00+08:00`)

/** A bill as its vendor has it: every hundred-thousandth order is missing, and as many have another amount. */
async function* billOf(orders: number): AsyncGenerator<BillLine> {
  for (let n = 1; n <= orders; n++) {
    const number = String(10_000_000_000 + n)
    if (n % 100_000 === 0) continue
    yield { kind: 'payment', number, vendorNumber: `V${n}`, fen: n % 100_000 === 1 ? 99 : 100, at }
  }
}

/** Time and memory of comparing a day's bill, small and large, with as many orders. */
export async function benchReconciliation(dir: string) {
  const cluster = await benchCluster(join(dir, 'reconciliation'), 'reconciliation')
  const url = cluster.url('reconciliation')
  await ensureRoles(url, 'shimakaze_owner')
  await migrate(url)
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const db = openDatabase(url, { max: 4 })
  try {
    const { id: platformId } = await ensureLocalPlatform(db)
    const named = {
      phone: '13900000000',
      personName: 'Bench',
      accountName: 'Bench',
      passwordPhc: null,
      consentVersion: null,
    }
    const ids = await db.asSystem((tx) => createMember(tx, { ...named, platformId, kind: 'personal', role: 'owner' }))
    console.log('Reconciliation: one day of a vendor, in one transaction:')
    let filled = 0
    for (const orders of [10_000, 1_000_000]) {
      await owner.query(
        `insert into pay_order (id, number, platform_id, account_id, person_id, person_name, purpose, amount, channel, scene, state, vendor_number, expires_at, paid_at, ended_at, unique_id)
         select gen_random_uuid(), (10000000000 + n)::text, $1, $2, $3, '', 'recharge', 100, 'wechat', 'qr', 'paid', 'V' || n, now(), $4, $4, n::text from generate_series($5::int, $6::int) n`,
        [platformId, ids.accountId, ids.personId, at, filled + 1, orders],
      )
      filled = orders
      await owner.query('analyze pay_order')
      let most = 0
      const before = process.memoryUsage().rss
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
      const began = performance.now()
      const channel = { bill: () => billOf(orders) } as unknown as PayChannel
      await reconcile({ db } as Services, channel, { platformId, channel: 'wechat', day })
      clearInterval(watch)
      const [seconds, mib] = [(performance.now() - began) / 1_000, Math.max(0, most - before) / 1024 / 1024]
      const { rows } = await owner.query<{ payments: number; differences: number }>(
        'select payments, differences from reconciliation',
      )
      const { payments, differences } = rows[0]!
      console.log(
        `  ${orders.toLocaleString('en')} orders: ${seconds.toFixed(1)} s, ${mib.toFixed(0)} MiB more; ${payments} agree, ${differences} differ`,
      )
    }
  } finally {
    await db.close()
    await owner.end()
    await cluster.leave()
  }
}
