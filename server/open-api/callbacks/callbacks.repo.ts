import { sql } from 'kysely'
import type { CallbackFind } from '../../../contract/open-api/callbacks.ts'
import { logDays } from '../../../contract/open-api/keys.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx, Database, Tx } from '../../kit/db/db.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import type { Json } from '../../kit/db/schema.ts'
import { leaseOf } from '../../kit/work/lease.ts'
import { mostAttempts } from './backoff.ts'

/** No attempt takes a minute. */
const lease = leaseOf('callback', { waiting: 'WAITING', leased: 'SENDING', since: 'triedAt', seconds: 60 })

export const listCallbacks = (tx: AccountTx, accountId: string, keyId: string, find: CallbackFind) =>
  listPage(
    tx,
    tx.selectFrom('callback').where('accountId', '=', accountId).where('keyId', '=', keyId),
    (q) =>
      q.select([
        'id',
        'event',
        sql<string | null>`data->>'no'`.as('no'),
        'state',
        'attempts',
        'answer',
        'error',
        'at',
        'triedAt',
        'dueAt',
      ]),
    find,
    { at: 'at' },
  )

export async function insertTrial(tx: AccountTx, { platform, accountId }: Caller, id: string, keyId: string) {
  await tx
    .insertInto('callback')
    .values({ id, platformId: platform.id, accountId, keyId, event: 'callback.trial' })
    .execute()
}

/** The key of a callback that may be sent anew now. */
export async function startAgain(tx: AccountTx, accountId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('callback')
    .set({ state: 'WAITING', attempts: 0, dueAt: now })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('state', '<>', 'SENDING')
    .returning('keyId')
    .executeTakeFirst()
  return row?.keyId
}

export const keyOfCallback = (tx: AccountTx, accountId: string, id: string) =>
  tx.selectFrom('callback').select('keyId').where('accountId', '=', accountId).where('id', '=', id).executeTakeFirst()

export interface Due {
  id: string
  platformId: string
  accountId: string
  keyId: string
  keyName: string
  personId: string
  url: string
  event: string
  data: Json | null
  at: Date
  attempts: number
}

/** One address is asked this often at once, so that a slow one keeps nobody else waiting. */
const perKey = 4
/** And of one account so often, however many keys it has. */
const perAccount = 8

/** Takes what is due, of each key and each account a little, those first of whom the fewest are under way. */
export const takeDue = async (db: Database, most: number): Promise<Due[]> =>
  (await takingDue(most).execute(db.system)).rows

/** What is under way is counted once, and not anew for each key there is. */
export const takingDue = (most: number) => sql<Due>`
    with of_key as materialized (select key_id, count(*) as n from callback where state = 'SENDING' group by key_id),
    of_account as materialized (select o.account_id, sum(u.n) as n from of_key u join api_key o on o.id = u.key_id group by o.account_id),
    waiting as (
      select c.id, k.name as key_name, k.callback_url as url, m.person_id, c.due_at,
        row_number() over (partition by k.account_id order by c.due_at) + coalesce(a.n, 0) as nth
      from api_key k join membership m on m.id = k.membership_id
      left join of_key u on u.key_id = k.id left join of_account a on a.account_id = k.account_id
      cross join lateral (
        select id, due_at from callback where key_id = k.id and ${lease.isDue()} order by due_at
        limit greatest(0, ${perKey} - coalesce(u.n, 0))) c
      where k.callback_url is not null and k.status = 'ACTIVE' and (k.expires_at is null or k.expires_at > app_now())),
    due as (select * from waiting where nth <= ${perAccount} order by nth, due_at limit ${most}),
    taken as (select id from callback where id in (select id from due) and state = 'WAITING' for update skip locked)
    update callback c set ${lease.take('c')}
    from due where c.id = due.id and c.id in (select id from taken)
    returning c.id, c.platform_id, c.account_id, c.key_id, due.key_name, due.person_id, due.url, c.event, c.data, c.at, c.attempts`

interface Ended {
  answer: number | null
  error: string | null
}

const held = (tx: Tx, due: Due) => tx.updateTable('callback').where(lease.isHeldBy(due))

export async function markDone(tx: Tx, due: Due, { answer }: Ended) {
  await held(tx, due).set({ state: 'DONE', answer, error: null, doneAt: now }).execute()
}

export async function markWaiting(tx: Tx, due: Due, ended: Ended, afterSeconds: number) {
  await held(tx, due)
    .set({ ...ended, ...lease.giveBack(afterSeconds) })
    .execute()
}

/** False where it was settled otherwise meanwhile. */
export async function markFailed(tx: Tx, due: Due, ended: Ended): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, due)
    .set({ state: 'FAILED', ...ended })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What a process that died had in hand goes on; what brought down every one that took it does not. */
export async function reviveCallbacks(db: Database) {
  await db.system
    .updateTable('callback')
    .set({
      ...lease.giveBack(),
      state: sql<string>`case when attempts < ${mostAttempts} then 'WAITING' else 'FAILED' end`,
    })
    .where(lease.isLost)
    .execute()
}

/** What waits for a key that calls back no more is not sent; what is old goes. */
export async function sweepCallbacks(db: Database) {
  await sql`update callback c set state = 'DROPPED' from api_key k where c.state = 'WAITING' and k.id = c.key_id
    and (k.callback_url is null or k.status <> 'ACTIVE' or k.expires_at <= app_now())`.execute(db.system)
  await sql`delete from callback where at < app_now() - ${sql.lit(`${logDays} days`)}::interval`.execute(db.system)
}
