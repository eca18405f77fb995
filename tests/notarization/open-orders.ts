import pg from 'pg'
import { buildTestApp } from '../kit/build-test-app.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import type { TestApp } from '../kit/build-test-app.ts'
import { purse } from '../payments/kit.ts'
import { ordersAt } from './order-kit.ts'

/** The service with an office, and no limits on how often one calls. */
export async function openOrders(clock?: Date) {
  const t = await buildTestApp({}, clock ? { clock } : {})
  const database = new pg.Client({ connectionString: t.databaseUrl })
  await database.connect()
  await liftLimits(database)
  const office = await openOffice(t)
  async function close() {
    await database.end()
    await t.close()
  }
  return { t, database, office, close }
}
export type OpenOrders = Awaited<ReturnType<typeof openOrders>>

/** An enterprise with so much money, and its orders at the office. */
export async function customerOf({ t, office }: { t: TestApp; office: TestOffice }, fen = 100_000) {
  const owner = await t.member({ name: '风岛公司', kind: 'enterprise' })
  await purse(t, owner).adjust('credit', fen)
  return { owner, orders: ordersAt(t, owner, office) }
}
