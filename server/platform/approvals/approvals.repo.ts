import { type ApprovalFind, ApprovalKind, type ApprovalState } from '../../../contract/platform/approvals.ts'
import { sql } from 'kysely'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import type { Json } from '../../kit/db/schema.ts'

const columns = [
  'id',
  'kind',
  'subjectId',
  'accountId',
  'request',
  'state',
  'askedBy',
  'askedName',
  'decidedName',
  'decidedAt',
  'answer',
  'createdAt',
] as const

const ofPlatform = (db: Queryable, platformId: string) =>
  db.selectFrom('approval').where('approval.platformId', '=', platformId)

/** Of these kinds, and whatever somebody asked for themselves. */
export function listApprovals(
  db: Queryable,
  { platform, personId }: Caller,
  kinds: readonly ApprovalKind[],
  find: ApprovalFind,
) {
  let some = ofPlatform(db, platform.id).where((e) => e.or([e('kind', 'in', kinds), e('askedBy', '=', personId)]))
  if (find.approvalState) some = some.where('state', '=', find.approvalState)
  if (find.approvalKind) some = some.where('kind', '=', find.approvalKind)
  return listPage(db, some, (q) => q.select(columns), find, { id: 'approval.id', createdAt: 'approval.created_at' })
}

export const findApproval = (db: Queryable, platformId: string, id: string) =>
  ofPlatform(db, platformId).select(columns).where('id', '=', id).executeTakeFirst()
export type ApprovalRecord = NonNullable<Awaited<ReturnType<typeof findApproval>>>

/** Whoever decides at the same moment waits, and finds it decided. */
export const lockApproval = (tx: Tx, platformId: string, id: string) =>
  ofPlatform(tx, platformId).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** The one that waits for a subject of its kind, held. */
export const lockWaiting = (tx: Tx, kind: ApprovalKind, subjectId: string) =>
  tx
    .selectFrom('approval')
    .select(['id', 'askedBy', 'accountId'])
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()

/** Those that have waited for longer than so many days, the oldest first. */
export const listStale = (db: Queryable, days: number, most: number) =>
  db
    .selectFrom('approval')
    .select(['id', 'platformId'])
    .where('state', '=', 'waiting')
    .where('createdAt', '<', sql<Date>`app_now() - make_interval(days => ${days})`)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(most)
    .execute()

interface NewApproval {
  id: string
  kind: ApprovalKind
  subjectId: string | null
  accountId: string | null
  request: object
}

export const insertApproval = (tx: Tx, caller: Caller, { request, ...row }: NewApproval) =>
  tx
    .insertInto('approval')
    .values({
      ...row,
      platformId: caller.platform.id,
      request: JSON.stringify(request) as unknown as Json,
      askedBy: caller.personId,
      askedName: caller.personName,
    })
    .execute()

export const decide = (
  tx: Tx,
  id: string,
  state: Exclude<ApprovalState, 'waiting'>,
  by: { personId: string; personName: string } | undefined,
  more: { answer?: string; request?: unknown } = {},
) =>
  tx
    .updateTable('approval')
    .set({
      state,
      decidedBy: by?.personId ?? null,
      decidedName: by?.personName ?? null,
      decidedAt: now,
      ...(more.answer === undefined ? {} : { answer: more.answer }),
      ...(more.request === undefined ? {} : { request: JSON.stringify(more.request) as unknown as Json }),
    })
    .where('id', '=', id)
    .execute()
