import { sql } from 'kysely'
import { erased } from './case-forms.repo.ts'
import { eraseBy, type PersonalData } from '../../kit/personal-data/personal-data.ts'
import { shadowOf } from '../../kit/personal-data/leaving.ts'

export const lawyersPersonalData: PersonalData = {
  sections: [
    {
      name: 'caseForms',
      tables: ['case_form'],
      shown: ['number', 'title', 'content', 'state', 'answer', 'sentAt'],
      query: ({ personId }) =>
        sql`select c.number, c.name_masked as name, c.phone_masked as phone, l.name as lawyer, f.field_zh as field, c.city_code, c.title, c.content, cardinality(c.files) as files, c.state, c.answer, c.answered_at, c.closed_reason, c.closed_at, c.consent_version, c.created_at as sent_at
          from case_form c left join lawyer l on l.id = c.lawyer_id left join lawyer_field f on f.id = c.field_id where c.person_id = ${personId} order by c.created_at desc, c.id desc`,
    },
  ],
  erase: eraseBy(({ person: { id } }) => [sql`update case_form set ${erased(shadowOf(id))} where person_id = ${id}`]),
}
