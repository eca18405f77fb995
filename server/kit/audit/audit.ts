import type { Caller, Platform, Visitor } from '../calls/caller.ts'
import type { ActionName, ActorPart, ActSubject } from '../../../contract/platform/acts.ts'
import type { Act as PastAct } from '../../../contract/platform/history.ts'
import type { AccountTx, Queryable, Scope, Tx } from '../db/db.ts'
import { sql } from 'kysely'
import type { Json } from '../db/schema.ts'
import { newId } from '../ids.ts'

export interface Act {
  action: ActionName
  subjectKind: ActSubject
  subjectId: string | null
  details?: Record<string, unknown>
  /** Why, where whoever acts is asked for it. */
  reason?: string
}

type From = Pick<Visitor, 'platform' | 'ip' | 'userAgent' | 'requestId'>
/** A person who acts, with or without a session; the account may be another's than the one they act in. */
export type PersonActor = From & Pick<Caller, 'personId' | 'personName' | 'role' | 'via'> & { accountId: string | null }
/** Somebody the service does not know, at what belongs to an account. */
export type VisitorActor = From & { visitor: true; accountId: string | null }

/** Who acts: a person, a visitor, or the system, mostly on behalf of an account. */
export type Actor =
  | PersonActor
  | VisitorActor
  | { system: true; platform: Pick<Platform, 'id'>; accountId: string | null }

export const visitorAt = ({ platform, ip, userAgent, requestId }: Visitor, accountId: string | null): VisitorActor => ({
  visitor: true,
  platform,
  ip,
  userAgent,
  requestId,
  accountId,
})

function whoOf(actor: Actor): { actorPersonId: string | null; actorName: string; actorPart: ActorPart } {
  if ('system' in actor) return { actorPersonId: null, actorName: 'system', actorPart: 'system' }
  if ('visitor' in actor) return { actorPersonId: null, actorName: 'visitor', actorPart: 'visitor' }
  return { actorPersonId: actor.personId, actorName: actor.personName, actorPart: actor.role }
}

/** Adds one audit row in the transaction of the change it tells of; without the row the change does not happen. */
export const recordAct = (tx: Tx, actor: Actor, act: Act): Promise<void> => recordActs(tx, actor, [act])

/** The same of many acts at once, in their order. */
export async function recordActs(tx: Tx, actor: Actor, acts: readonly Act[]): Promise<void> {
  if (!acts.length) return
  const from = 'system' in actor ? undefined : actor
  await tx
    .insertInto('audit')
    .values(
      acts.map((act) => ({
        id: newId(),
        platformId: actor.platform.id,
        accountId: actor.accountId,
        ...whoOf(actor),
        action: act.action,
        subjectKind: act.subjectKind,
        subjectId: act.subjectId,
        details: JSON.stringify({ ...act.details, ...('via' in actor ? actor.via : {}) }) as unknown as Json,
        reason: act.reason ?? null,
        ip: from?.ip ?? null,
        userAgent: from?.userAgent.slice(0, 300) ?? null,
        requestId: from?.requestId ?? null,
      })),
    )
    .execute()
}

/** Whether this person did the same with the same record within the hour: what a page asks for again and again is told once. */
export async function actedLately(
  db: Queryable,
  { personId }: Pick<Caller, 'personId'>,
  action: ActionName,
  subjectId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('audit')
    .select('id')
    .where('subjectId', '=', subjectId)
    .where('action', '=', action)
    .where('actorPersonId', '=', personId)
    .where('at', '>', sql<Date>`app_now() - interval '1 hour'`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Kinds of records of which a sub-account may see its own alone, and where those stand. */
const personalKinds: Partial<Record<string, string>> = {
  evidence: 'evidence',
  'judicial-order': 'judicial_order',
  preservation: 'preservation_report',
}

/** What was done with one record, oldest first; told to those who may see the record. */
export async function actsOn(tx: AccountTx, scope: Scope, subjectKind: string, subjectId: string): Promise<PastAct[]> {
  const some = tx.selectFrom('audit').where('accountId', '=', scope.accountId)
  const table = personalKinds[subjectKind]
  const visible =
    table && scope.onlyPersonId
      ? some.where(
          sql<boolean>`exists (select 1 from ${sql.table(table)} r where r.id = audit.subject_id and r.account_id = ${scope.accountId} and r.person_id = ${scope.onlyPersonId})`,
        )
      : some
  const rows = await visible
    .select(['at', 'action', 'actorName', 'details'])
    .where('subjectKind', '=', subjectKind)
    .where('subjectId', '=', subjectId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((r) => ({
    at: r.at.toISOString(),
    action: r.action,
    actor: r.actorName,
    details: r.details as Record<string, unknown>,
  }))
}
