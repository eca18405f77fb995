import { sql } from 'kysely'
import { eraseBy, ofAccounts, type PersonalData } from '../kit/personal-data/personal-data.ts'
import { anyOf } from '../kit/personal-data/leaving.ts'

export const certificatesPersonalData: PersonalData = {
  sections: [
    {
      name: 'shares',
      order: 200,
      ofOwner: true,
      tables: ['share', 'extraction_code', 'extraction_ticket', 'bundle'],
      shown: ['number', 'way', 'createdAt', 'until', 'views'],
      query: (
        of,
      ) => sql`select e.number, 'link' as way, s.with_package, s.views, s.created_at, s.expires_at as until, s.revoked_at from share s join evidence e on e.id = s.evidence_id where ${ofAccounts('s.account_id', of)}
        union all select e.number, 'code', true, null, c.created_at, c.expires_at, null from extraction_code c join evidence e on e.id = c.evidence_id where ${ofAccounts('c.account_id', of)} order by 5 desc`,
    },
  ],
  /** Strangers are let in no more. */
  erase: eraseBy(({ owned }) => [
    sql`update share set revoked_at = app_now() where account_id = ${anyOf(owned)} and revoked_at is null`,
    sql`delete from extraction_ticket where evidence_id in (select evidence_id from extraction_code where account_id = ${anyOf(owned)})`,
    sql`delete from extraction_code where account_id = ${anyOf(owned)}`,
    sql`delete from bundle where account_id = ${anyOf(owned)}`,
  ]),
}
