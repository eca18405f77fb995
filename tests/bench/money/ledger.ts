import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { createMember } from '../../../server/accounts/people.repo.ts'
import type { Caller } from '../../../server/kit/calls/caller.ts'
import { type AccountTx, type Database, openDatabase } from '../../../server/kit/db/db.ts'
import { migrate } from '../../../server/kit/db/migrate.ts'
import { ensureRoles } from '../../../server/kit/db/roles.ts'
import { insertSub } from '../../../server/accounts/members/sub-accounts.repo.ts'
import type { Services } from '../../../server/kit/services.ts'
import { readConfig } from '../../../server/app/read-config.ts'
import { newId } from '../../../server/kit/ids.ts'
import { ensureLocalPlatform } from '../../../server/platform/platform.service.ts'
import { checkBooks } from '../../../server/payments/ledger/check-books.ts'
import { adjust, post, reserve, reserveUnit, type Subject } from '../../../server/payments/ledger/ledger.service.ts'
import { quote } from '../../../server/payments/prices/prices.service.ts'
import { benchCluster } from '../kit/bench-cluster.ts'

const spenders = 8
const milliseconds = 5_000
const funds = 100_000_000_000

async function buyer(db: Database, platformId: string, n: number): Promise<Caller> {
  const ids = await db.asSystem((tx) =>
    createMember(tx, {
      platformId,
      phone: String(13_900_000_000 + n),
      personName: 'Bench',
      accountName: 'Bench',
      kind: 'personal',
      role: 'owner',
      passwordPhc: null,
      consentVersion: null,
    }),
  )
  const caller = {
    ...ids,
    personName: 'Bench',
    platform: { id: platformId },
    rights: new Set(['money.read']),
  } as unknown as Caller
  await db.asSystem((tx) => adjust(tx, { ...caller, id: newId(), purpose: 'credit', amount: funds, reason: 'bench' }))
  return caller
}

/** Holds what something costs, and gives the id of the charge. */
type Begin = (tx: AccountTx, caller: Caller, subject: Subject) => Promise<string>

/** Charges a second: reserved in one transaction, collected in another, each durable. */
async function charge(db: Database, of: (spender: number) => Caller, begin: Begin): Promise<number> {
  const began = performance.now()
  const counts = await Promise.all(
    Array.from({ length: spenders }, async (_, spender) => {
      const caller = of(spender)
      let n = 0
      for (; performance.now() - began < milliseconds; n++) {
        const subject: Subject = { kind: 'evidence', id: newId(), number: '0' }
        const id = await db.forAccount(caller, (tx) => begin(tx, caller, subject))
        await db.asSystem((tx) => post(tx, id))
      }
      return n
    }),
  )
  return (counts.reduce((a, b) => a + b) * 1000) / (performance.now() - began)
}

/** The least that a balance takes: one conditional UPDATE a spending, in a transaction each, and no books. */
async function updateAlone(db: Database, of: (spender: number) => number): Promise<number> {
  const began = performance.now()
  const counts = await Promise.all(
    Array.from({ length: spenders }, async (_, spender) => {
      let n = 0
      for (; performance.now() - began < milliseconds; n++)
        await db.asSystem((tx) =>
          sql`update bare_balance set balance = balance - 500 where id = ${of(spender)} and balance >= 500`.execute(tx),
        )
      return n
    }),
  )
  return (counts.reduce((a, b) => a + b) * 1000) / (performance.now() - began)
}

/** How long a quote takes, half of them and all but one in a hundred. */
async function quoted(services: Services, caller: Caller): Promise<string> {
  const took: number[] = []
  for (let n = 0; n < 300; n++) {
    const began = performance.now()
    await quote(services, caller, { items: [{ product: 'capture.web', count: 3 }] })
    took.push(performance.now() - began)
  }
  const at = (share: number) => took.toSorted((a, b) => a - b)[Math.floor(took.length * share)]!.toFixed(1)
  return `${at(0.5)} ms, ${at(0.99)} ms at most of 99 %`
}

/** Twenty packages of the price's product, of which one has enough; gives that. */
async function sellPackages(owner: pg.Client, priceId: string, { platform, accountId, personId }: Caller) {
  const ids = Array.from({ length: 20 }, newId)
  await owner.query(
    `with offer as (
       insert into package_offer (id, platform_id, product, units, price, valid_days, person_id, person_name)
       select $1, $2, product, 100000, 1, 90, $3, 'Bench' from price where id = $4 returning id, product)
     insert into package (id, number, platform_id, account_id, offer_id, product, units, price, person_id, person_name, unique_id, ends_at)
     select p, (100000 + n)::text, $2, $5, offer.id, product, case when n = 20 then 100000 else 1 end, 1, $3, 'Bench', p::text, now() + make_interval(days => n::int)
     from offer, unnest($6::uuid[]) with ordinality as u (p, n)`,
    [newId(), platform.id, personId, priceId, accountId, ids],
  )
  return ids.at(-1)!
}

/** How many charges a second, of many accounts and of one, beside the bare UPDATE; and how fast books are checked. */
export async function benchLedger(dir: string) {
  const cluster = await benchCluster(join(dir, 'ledger'), 'ledger')
  await ensureRoles(cluster.url('ledger'), 'shimakaze_owner')
  await migrate(cluster.url('ledger'))
  const owner = new pg.Client({ connectionString: cluster.url('ledger') })
  await owner.connect()
  await owner.query('create table bare_balance (id int primary key, balance bigint not null)')
  await owner.query(`insert into bare_balance select n, ${funds} from generate_series(0, ${spenders}) n`)
  await owner.query('grant select, update on bare_balance to shimakaze_system')
  const db = openDatabase(cluster.url('ledger'), { max: spenders + 2 })
  try {
    const { id: platformId } = await ensureLocalPlatform(db)
    const buyers: Caller[] = []
    for (let n = 0; n <= spenders; n++) buyers.push(await buyer(db, platformId, n))
    const hot = buyers[spenders]!
    const { id: priceId } = await db.system
      .selectFrom('price')
      .select('id')
      .where('platformId', '=', platformId)
      .where('product', '=', 'capture.web')
      .executeTakeFirstOrThrow()
    const config = readConfig({ SHIMAKAZE_DATA: join(dir, 'ledger-data'), DATABASE_URL: cluster.url('ledger') })
    const services = { db, config } as Services
    const rate = (perSecond: number) => `${perSecond.toFixed(0)} a second`
    console.log(`Ledger: ${spenders} at once, charges of two transactions and two transfers each, durable:`)
    console.log(`  bare UPDATE, an account each:  ${rate(await updateAlone(db, (n) => n))}`)
    console.log(`  bare UPDATE, one account:      ${rate(await updateAlone(db, () => spenders))}`)
    const money: Begin = (tx, caller, subject) => reserve(tx, caller, { priceId, quantity: 1, amount: 500, subject })
    console.log(`  charges, an account each:      ${rate(await charge(db, (n) => buyers[n]!, money))}`)
    console.log(`  charges, one account:          ${rate(await charge(db, () => hot, money))}`)
    // Half of the spenders share an account: the others must not feel it.
    console.log(`  charges, half of one account:  ${rate(await charge(db, (n) => (n % 2 ? hot : buyers[n]!), money))}`)
    const sub = { ...buyers[0]!, accountId: hot.accountId }
    const extent = { grants: [], quota: null, budget: funds, dept: '' }
    await db.asSystem((tx) =>
      insertSub(tx, { ...extent, platformId, accountId: sub.accountId, personId: sub.personId }),
    )
    console.log(`  charges, within a budget:      ${rate(await charge(db, () => sub, money))}`)
    console.log(`  quotes, one after the other:   ${await quoted(services, hot)}`)
    console.log(`  quotes, within a budget:       ${await quoted(services, sub)}`)
    const packageId = await sellPackages(owner, priceId, hot)
    const unit: Begin = (tx, caller, subject) => reserveUnit(tx, caller, { priceId, packageId, subject })
    console.log(`  charges, of one package:       ${rate(await charge(db, () => hot, unit))}`)
    console.log(`  quotes, with twenty packages:  ${await quoted(services, hot)}`)
    for (const reach of ['new', 'all'] as const) {
      const began = performance.now()
      await checkBooks(services, console as never, reach)
      const { rows } = await owner.query<{ n: string }>('select count(*) as n from ledger_transfer')
      console.log(
        `  books checked, ${reach} transfers: ${(performance.now() - began).toFixed(0)} ms, of ${rows[0]!.n} in all`,
      )
    }
  } finally {
    await db.close()
    await owner.end()
    await cluster.leave()
  }
}
