import { sql } from 'kysely'
import type { AccountTx, Queryable, Tx } from '../../kit/db/db.ts'
import type { Json } from '../../kit/db/schema.ts'

/** A piece of evidence as a draft names it. */
export interface NamedEvidence {
  id: string
  number: string
  name: string
  category: string
}

/** The changes of a returned order: its applicant's alone until they hand it in again. */
export interface ReturnedDraft {
  title: string
  content: Json
  evidence: NamedEvidence[]
}

/** Those of some orders, by the order; only the applicant's side may ask. */
export async function draftsOf(db: Queryable, orderIds: readonly string[]): Promise<Map<string, ReturnedDraft>> {
  const found = await db
    .selectFrom('judicialDraft')
    .select(['orderId', 'title', 'content', 'evidence'])
    .where('orderId', '=', sql<string>`any(${orderIds}::uuid[])`)
    .execute()
  return new Map(found.map(({ orderId, ...draft }) => [orderId, asDraft(draft)]))
}

export const keepDraft = (
  tx: AccountTx,
  of: { orderId: string; platformId: string; accountId: string },
  { title, content, evidence }: ReturnedDraft,
) => {
  const draft = { title, content: asJson(content), evidence: asJson(evidence) }
  return tx
    .insertInto('judicialDraft')
    .values({ ...of, ...draft })
    .onConflict((c) => c.column('orderId').doUpdateSet(draft))
    .execute()
}

/** Takes an order's draft away; undefined where there is none. */
export async function takeDraft(tx: Tx, orderId: string): Promise<ReturnedDraft | undefined> {
  const taken = await tx
    .deleteFrom('judicialDraft')
    .where('orderId', '=', orderId)
    .returning(['title', 'content', 'evidence'])
    .executeTakeFirst()
  return taken && asDraft(taken)
}

/** Names evidence in an order in place of what it named before. */
export async function nameEvidence(
  tx: AccountTx | Tx,
  of: { orderId: string; platformId: string; accountId: string },
  evidence: readonly NamedEvidence[],
) {
  await tx.deleteFrom('judicialOrderEvidence').where('orderId', '=', of.orderId).execute()
  if (!evidence.length) return
  await tx
    .insertInto('judicialOrderEvidence')
    .values(evidence.map(({ id, ...named }, ordinal) => ({ ...of, evidenceId: id, ordinal, ...named })))
    .execute()
}

const asJson = (value: unknown) => JSON.stringify(value) as unknown as Json

const asDraft = ({ evidence, ...draft }: Omit<ReturnedDraft, 'evidence'> & { evidence: Json }): ReturnedDraft => ({
  ...draft,
  evidence: evidence as unknown as NamedEvidence[],
})
