import { sql } from 'kysely'
import { eraseBy, type PersonalData } from '../kit/personal-data/personal-data.ts'
import { anyOf, shadowOf } from '../kit/personal-data/leaving.ts'

export const capturesPersonalData: PersonalData = {
  sections: [
    {
      name: 'sheets',
      order: 130,
      tables: ['capture_batch'],
      shown: ['fileName', 'checkedAt', 'startedAt'],
      query: ({ personId }) =>
        sql`select file_name, rows, created_at as checked_at, submitted_at as started_at from capture_batch where person_id = ${personId} order by created_at desc`,
    },
  ],
  erase: eraseBy(({ person: { id }, owned }) => [
    sql`delete from capture_batch where account_id = ${anyOf(owned)} and submitted_at is null`,
    sql`update capture_batch set rows = '[]', file_name = '-', person_name = ${shadowOf(id)} where account_id = ${anyOf(owned)}`,
    sql`update capture_batch set person_name = ${shadowOf(id)} where person_id = ${id}`,
  ]),
}
