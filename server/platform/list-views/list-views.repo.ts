import { sql } from 'kysely'
import type { ListLayout, ListViewBody } from '../../../contract/platform/list-views.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import type { Json } from '../../kit/db/schema.ts'

const json = (value: unknown) => (value === null ? null : (JSON.stringify(value) as unknown as Json))

/** Own views first, then what others of the account share. */
export const viewsOf = (tx: AccountTx, caller: Caller, resource: string) =>
  tx
    .selectFrom('listView')
    .select(['id', 'name', 'shared', 'maker', 'query', 'layout', 'membershipId'])
    .where('accountId', '=', caller.accountId)
    .where('resource', '=', resource)
    .where((e) => e.or([e('shared', '=', true), e('membershipId', '=', caller.membershipId)]))
    .orderBy(sql`membership_id = ${caller.membershipId}`, 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()

/** Views of the same person and list are counted and added one after the other. */
export async function countViews(tx: AccountTx, caller: Caller, resource: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`list-views:${caller.membershipId}`}, 0))`.execute(tx)
  const { n } = await tx
    .selectFrom('listView')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('membershipId', '=', caller.membershipId)
    .where('resource', '=', resource)
    .executeTakeFirstOrThrow()
  return n
}

export const insertView = (
  tx: AccountTx,
  caller: Caller,
  id: string,
  { layout, ...view }: ListViewBody & { resource: string },
) =>
  tx
    .insertInto('listView')
    .values({
      ...view,
      id,
      layout: json(layout),
      platformId: caller.platform.id,
      accountId: caller.accountId,
      membershipId: caller.membershipId,
      maker: caller.personName,
    })
    .execute()

/** False where the view is another's, or gone. */
export async function updateView(
  tx: AccountTx,
  caller: Caller,
  id: string,
  { layout, ...view }: ListViewBody,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listView')
    .set({ ...view, layout: json(layout) })
    .where('accountId', '=', caller.accountId)
    .where('membershipId', '=', caller.membershipId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteView(tx: AccountTx, caller: Caller, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('listView')
    .where('accountId', '=', caller.accountId)
    .where('membershipId', '=', caller.membershipId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const layoutOf = (tx: AccountTx, caller: Caller, resource: string) =>
  tx
    .selectFrom('listLayout')
    .select('layout')
    .where('accountId', '=', caller.accountId)
    .where('membershipId', '=', caller.membershipId)
    .where('resource', '=', resource)
    .executeTakeFirst()

export async function putLayout(tx: AccountTx, caller: Caller, resource: string, layout: ListLayout | null) {
  if (!layout)
    return tx
      .deleteFrom('listLayout')
      .where('accountId', '=', caller.accountId)
      .where('membershipId', '=', caller.membershipId)
      .where('resource', '=', resource)
      .execute()
  const row = {
    membershipId: caller.membershipId,
    resource,
    platformId: caller.platform.id,
    accountId: caller.accountId,
    layout: json(layout)!,
  }
  return tx
    .insertInto('listLayout')
    .values(row)
    .onConflict((c) => c.columns(['membershipId', 'resource']).doUpdateSet({ layout: row.layout }))
    .execute()
}
