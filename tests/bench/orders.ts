import { createMember } from '../../server/accounts/people.repo.ts'
import { createSession } from '../../server/accounts/sign-in/sessions.repo.ts'
import { sql } from 'kysely'
import { withFilledService } from './kit/filled-service.ts'

const rounds = 15
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

/** An office's list of so many orders through the whole service, against SQL that returns the same rows. */
export const benchOrders = (dir: string, orders = 100_000) =>
  withFilledService(dir, 1_000, async ({ app, services, admin, owner }) => {
    const { db } = services
    const { rows: platforms } = await admin.query<{ id: string }>(
      'select platform_id as id from account where id = $1',
      [owner.accountId],
    )
    const platformId = platforms[0]!.id
    const who = await db.asSystem(async (tx) => {
      const made = await createMember(tx, {
        platformId,
        phone: '13800000000',
        personName: 'Examiner',
        accountName: 'Institute',
        kind: 'enterprise',
        role: 'owner',
        passwordPhc: null,
        consentVersion: null,
      })
      await sql`insert into office (account_id, platform_id, kind, full_name, case_word, licence, phone, address)
        values (${made.accountId}, ${platformId}, 'institute', 'Institute', 'x', 'xxxx', '021-66660000', 'xxxxx')`.execute(
        tx,
      )
      await sql`insert into office_member values (${made.membershipId}, ${platformId}, ${made.accountId}, 'examiner', 'x')`.execute(
        tx,
      )
      const visitor = {
        platform: { id: platformId, notaryId: 'local', name: { zh: '' } },
        lang: 'en',
        ip: '127.0.0.1',
        userAgent: '',
        requestId: '',
      } as const
      return { ...made, token: await createSession(tx, visitor, made.personId) }
    })
    await admin.query(
      `insert into judicial_order (id, number, platform_id, account_id, office_id, office_name, kind, state, title, content, person_id, person_name, owner_name, owner_kind, due_on, submitted_at, created_at)
       select gen_random_uuid(), (10000000 + n)::text, $1, $2, $3, 'Institute', 'expertise', case when n % 50 = 0 then 'SUBMITTED' else 'DELIVERED' end, 'Order ' || n, '{}', $4, 'Bench', 'Customer ' || n % 500, 'enterprise',
         case when n % 50 = 0 then date '2026-12-01' + n % 30 end, at, at
       from (select n, timestamptz '2026-01-01' + n * interval '4 minutes' as at from generate_series(1, $5::int) n) g`,
      [platformId, owner.accountId, who.accountId, owner.personId, orders],
    )
    await admin.query(
      `insert into judicial_order_evidence (order_id, evidence_id, platform_id, account_id, ordinal, number, category, name)
       select o.id, e.id, o.platform_id, o.account_id, 0, e.number, e.category, e.name
       from judicial_order o, (select id, number, category, name from evidence where account_id = $1 limit 1) e`,
      [owner.accountId],
    )
    await admin.query('vacuum (analyze) judicial_order')
    await admin.query('vacuum (analyze) judicial_order_evidence')
    const list = async (query: Record<string, string>) => {
      const reply = (
        await app.inject({
          method: 'GET',
          url: '/shimakaze/office/order',
          query,
          headers: { 'x-auth-token': who.token },
        })
      ).json() as { success: boolean }
      if (!reply.success) throw new Error(JSON.stringify(reply))
    }
    const plain = (where: string, order: string) =>
      admin.query(
        `select * from judicial_order where office_id = $1 and submitted_at is not null ${where} order by ${order} limit 10`,
        [who.accountId],
      )
    const newest = 'submitted_at desc, id desc'
    const cases: [string, Record<string, string>, () => Promise<unknown>][] = [
      ['first page', {}, () => plain('', newest)],
      ['by deadline', { sort: 'dueOn' }, () => plain('', 'due_sort, id')],
      ['waiting', { waiting: 'true' }, () => plain(`and state = 'SUBMITTED'`, newest)],
      ['by word, rare', { keyWord: 'Order 77777' }, () => plain(`and title ilike '%Order 77777%'`, newest)],
    ]
    console.log(`An office's list of ${orders.toLocaleString('en')} orders, ten a page (median of ${rounds}):`)
    for (const [name, query, direct] of cases) {
      const [ours, bare] = [await time(() => list(query)), await time(direct)]
      console.log(
        `  ${name.padEnd(20)} service ${ours.toFixed(1).padStart(7)} ms   bare SQL ${bare.toFixed(1).padStart(7)} ms`,
      )
      await sql`delete from call_window`.execute(db.system)
    }
  })
