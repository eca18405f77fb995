import { forgetPerson } from './forget.ts'
import { sql } from 'kysely'
import { ofAccounts, type PersonalData } from '../kit/personal-data/personal-data.ts'

export const realNamePersonalData: PersonalData = {
  sections: [
    {
      name: 'consents',
      order: 60,
      tables: ['consent', 'consent_text'],
      shown: ['purpose', 'version', 'givenAt', 'withdrawnAt', 'words'],
      query: ({ personId }) =>
        sql`select c.purpose, c.version, c.given_at, c.withdrawn_at, c.ip, x.lang, x.words from consent c join consent_text x on x.sha256 = c.text_sha256 where c.person_id = ${personId} order by c.given_at desc`,
    },
    {
      name: 'verification',
      order: 70,
      tables: ['real_name', 'real_name_photo'],
      shown: ['kind', 'way', 'status', 'nameMasked', 'numberMasked', 'submittedAt', 'decidedAt'],
      query: (
        of,
      ) => sql`select r.kind, r.way, r.status, r.name_masked, r.number_masked, r.reason, r.note, r.created_at as submitted_at, r.decided_at,
          coalesce((select jsonb_agg(jsonb_build_object('kind', p.kind, 'mediaType', p.media_type, 'size', p.size, 'sentAt', p.created_at) order by p.kind) from real_name_photo p where p.real_name_id = r.id), '[]') as pictures
        from real_name r where r.person_id = ${of.personId} or (r.kind = 'ENTERPRISE' and ${ofAccounts('r.account_id', of)}) order by r.created_at desc`,
    },
  ],
  erase: (tx, { person, owned }) => forgetPerson(tx, person.id, owned),
}
