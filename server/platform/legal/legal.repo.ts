import { sql } from 'kysely'
import type { LegalBody, LegalFind } from '../../../contract/platform/legal.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { listPage } from '../../kit/db/list-page.ts'

const columns = ['id', 'edition', 'agreementZh', 'privacyZh', 'agreementEn', 'privacyEn', 'publishedAt'] as const

const current = sql<boolean>`not exists (
  select from legal_edition later where later.platform_id = legal_edition.platform_id
    and (later.published_at, later.id) > (legal_edition.published_at, legal_edition.id))`.as('current')

const editions = (db: Queryable, platformId: string) =>
  db.selectFrom('legalEdition').where('platformId', '=', platformId)

export const listEditions = (db: Queryable, platformId: string, find: LegalFind) =>
  listPage(db, editions(db, platformId), (q) => q.select(columns).select(current), find, {
    publishedAt: 'published_at',
  })

export const findEdition = (db: Queryable, platformId: string, by: { id: string } | { edition: string }) =>
  editions(db, platformId)
    .where('id' in by ? 'id' : 'edition', '=', 'id' in by ? by.id : by.edition)
    .select(columns)
    .select(current)
    .executeTakeFirst()
export type EditionRecord = NonNullable<Awaited<ReturnType<typeof findEdition>>>

/** The newest first, without their texts: the one that applies, and the one before it. */
export const latestEditions = (db: Queryable, platformId: string) =>
  editions(db, platformId)
    .select(['edition', 'publishedAt'])
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()

/** Editions of one day are counted. */
export const editionsOfDay = async (tx: Tx, platformId: string, day: string) =>
  Number(
    (
      await editions(tx, platformId)
        .where((e) => e.or([e('edition', '=', day), e('edition', 'like', `${day}.%`)]))
        .select((e) => e.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

export const insertEdition = (tx: Tx, edition: LegalBody & { id: string; platformId: string; edition: string }) =>
  tx.insertInto('legalEdition').values(edition).execute()
