import { sql } from 'kysely'
import { eraseBy, type PersonalData } from '../kit/personal-data/personal-data.ts'

export const dataRightsPersonalData: PersonalData = {
  sections: [
    {
      name: 'copies',
      order: 140,
      tables: ['data_export'],
      shown: ['askedAt', 'state', 'size', 'until'],
      query: ({ personId }) =>
        sql`select asked_at, state, size, ready_at, expires_at as until from data_export where person_id = ${personId} order by asked_at desc`,
    },
  ],
  erase: eraseBy(({ person: { id } }) => [sql`delete from data_export where person_id = ${id}`]),
}
