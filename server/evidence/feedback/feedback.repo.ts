import { sql } from 'kysely'
import type { AccountTx, Database, Scope, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import { ofEvidenceVisibleTo } from '../../kit/db/visible-to.ts'

const columns = ['id', 'status', 'reason', 'content', 'images', 'reply', 'createdAt', 'answeredAt'] as const

export interface NewFeedback {
  id: string
  platformId: string
  accountId: string
  evidenceId: string
  personName: string
  reason: string
  content: string
  images: string[]
}

export const insertFeedback = (tx: AccountTx, feedback: NewFeedback) =>
  tx.insertInto('evidenceFeedback').values(feedback).execute()

export async function withdrawOpen(tx: AccountTx, scope: Scope, id: string) {
  return tx
    .updateTable('evidenceFeedback')
    .set({ status: 'WITHDRAWN' })
    .where('accountId', '=', scope.accountId)
    .where(ofEvidenceVisibleTo(scope))
    .where('id', '=', id)
    .where('status', '=', 'REVIEWING')
    .returning('evidenceId')
    .executeTakeFirst()
}

export const latestOf = (tx: AccountTx, scope: Scope, evidenceId: string) =>
  tx
    .selectFrom('evidenceFeedback')
    .select(columns)
    .where('accountId', '=', scope.accountId)
    .where(ofEvidenceVisibleTo(scope))
    .where('evidenceId', '=', evidenceId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
export type FeedbackRecord = NonNullable<Awaited<ReturnType<typeof latestOf>>>

/** Of a whole platform, oldest open first, for its operators. */
export async function listForReview(
  db: Database,
  platformId: string,
  find: { pageNum: number; pageSize: number; feedbackStatus?: string | undefined },
) {
  const base = db.system
    .selectFrom('evidenceFeedback as f')
    .innerJoin('evidence as e', 'e.id', 'f.evidenceId')
    .where('f.platformId', '=', platformId)
  const some = find.feedbackStatus ? base.where('f.status', '=', find.feedbackStatus) : base
  const rows = await some
    .select([
      'f.id',
      'f.status',
      'f.reason',
      'f.content',
      'f.images',
      'f.reply',
      'f.createdAt',
      'f.answeredAt',
      'f.personName',
      'e.id as evidenceId',
      'e.number',
      'e.url',
      'e.completeness',
    ])
    .orderBy(sql`f.status = 'REVIEWING'`, 'desc')
    .orderBy('f.createdAt')
    .orderBy('f.id')
    .limit(find.pageSize)
    .offset((find.pageNum - 1) * find.pageSize)
    .execute()
  const { total } = await some.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Feedback of a platform that came with this picture. */
export const findByPicture = (tx: Tx, platformId: string, id: string, picture: string) =>
  tx
    .selectFrom('evidenceFeedback')
    .select(['id', 'evidenceId', 'accountId'])
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .where(sql<boolean>`${picture}::uuid = any(images)`)
    .executeTakeFirst()

/** The feedback that was open until now; undefined where there is none of that id, or somebody answered first. */
export const answerOpen = (
  tx: Tx,
  platformId: string,
  id: string,
  answer: { status: string; reply: string; answeredBy: string },
) =>
  tx
    .updateTable('evidenceFeedback')
    .set({ ...answer, answeredAt: now })
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .where('status', '=', 'REVIEWING')
    .returning([
      'evidenceId',
      'accountId',
      sql<string>`(select e.person_id from evidence e where e.id = evidence_feedback.evidence_id)`.as('personId'),
      sql<string>`(select e.number from evidence e where e.id = evidence_feedback.evidence_id)`.as('number'),
    ])
    .executeTakeFirst()
