import { sql } from 'kysely'
import { eraseBy, type PersonalData } from '../kit/personal-data/personal-data.ts'

export const contentPersonalData: PersonalData = {
  sections: [
    {
      name: 'hiddenActivities',
      tables: ['content_hidden'],
      shown: ['title', 'hiddenAt'],
      query: ({ personId }) =>
        sql`select v.title_zh as title, h.hidden_at from content_hidden h join content_item i on i.id = h.item_id
          join content_version v on v.item_id = i.id and v.version = i.version where h.person_id = ${personId} order by h.hidden_at desc`,
    },
  ],
  erase: eraseBy(({ person: { id } }) => [sql`delete from content_hidden where person_id = ${id}`]),
}
