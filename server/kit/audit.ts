import type { Caller, Platform } from './caller.ts'
import type { Act as PastAct } from '../../contract/platform/history.ts'
import type { AccountTx, Scope, Tx } from './db/db.ts'
import { within } from './db/within.ts'
import { sql } from 'kysely'
import type { Json } from './db/schema.ts'
import { newId } from './ids.ts'

export interface Act {
  action: string
  subjectKind: string
  subjectId: string | null
  details?: Record<string, unknown>
}

/** Who acts: a caller, or the system, mostly on behalf of an account. */
export type Actor = Caller | { system: true; platform: Pick<Platform, 'id'>; accountId: string | null }

/** Adds one audit row in the transaction of the change it tells of; without the row the change does not happen. */
export async function recordAct(tx: Tx, actor: Actor, act: Act): Promise<void> {
  const person = 'system' in actor ? null : actor
  await tx
    .insertInto('audit')
    .values({
      id: newId(),
      platformId: actor.platform.id,
      accountId: actor.accountId,
      actorPersonId: person?.personId ?? null,
      actorName: person?.personName ?? 'system',
      action: act.action,
      subjectKind: act.subjectKind,
      subjectId: act.subjectId,
      details: JSON.stringify(act.details ?? {}) as unknown as Json,
      ip: person?.ip ?? null,
      requestId: person?.requestId ?? null,
    })
    .execute()
}

/** What was done with one record, oldest first. What was done with evidence is told to those who may see it. */
export async function actsOn(tx: AccountTx, scope: Scope, subjectKind: string, subjectId: string): Promise<PastAct[]> {
  const some = tx.selectFrom('audit').where('accountId', '=', scope.accountId)
  const visible = subjectKind === 'evidence' && scope.onlyPersonId ? some.where(sql<boolean>`exists (select 1 from evidence where evidence.id = audit.subject_id and ${within(scope)})`) : some
  const rows = await visible
    .select(['at', 'action', 'actorName', 'details'])
    .where('subjectKind', '=', subjectKind)
    .where('subjectId', '=', subjectId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((r) => ({ at: r.at.toISOString(), action: r.action, actor: r.actorName, details: r.details as Record<string, unknown> }))
}
