import { type SelectQueryBuilder, sql } from 'kysely'
import type { StaffMessageFind } from '../../contract/operator/messages.ts'
import type { Queryable } from '../kit/db/db.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'
import type { DB } from '../kit/db/schema.ts'

type Some = SelectQueryBuilder<DB, 'message', object>

const text = (name: 'title' | 'content') => sql<string>`message.params->>${sql.lit(name)}`
const reader = sql<string>`(select p.name from person p where p.id = message.person_id)`

const shown = (q: Some) =>
  q
    .select(['message.id', 'message.senderName', 'message.createdAt', 'message.readAt'])
    .select([
      text('title').as('title'),
      text('content').as('content'),
      reader.as('reader'),
      sql<string | null>`(select a.name from account a where a.id = message.account_id)`.as('account'),
    ])

const ofPlatform = (db: Queryable, platformId: string): Some =>
  db.selectFrom('message').where('message.platformId', '=', platformId).where('message.kind', '=', 'note')

export function listNotes(db: Queryable, platformId: string, find: StaffMessageFind) {
  let some = ofPlatform(db, platformId)
  if (find.keyWord)
    some = some.where((e) =>
      e.or([e(text('title'), 'ilike', likeWord(find.keyWord!)), e(reader, 'ilike', likeWord(find.keyWord!))]),
    )
  return listPage(db, some, shown, find, { sentAt: 'created_at' })
}

export const findNote = (db: Queryable, platformId: string, id: string) =>
  shown(ofPlatform(db, platformId).where('message.id', '=', id)).executeTakeFirst()
export type NoteRecord = NonNullable<Awaited<ReturnType<typeof findNote>>>
