import { sql } from 'kysely'
import { eraseBy, hex, ofAccounts, type PersonalData } from '../kit/personal-data/personal-data.ts'
import { anyOf } from '../kit/personal-data/leaving.ts'

export const registryPersonalData: PersonalData = {
  sections: [
    {
      name: 'deposits',
      order: 180,
      ofOwner: true,
      tables: ['hash_deposit'],
      shown: ['number', 'fileName', 'size', 'sha256', 'originalSealedAt'],
      query: (of) =>
        sql`select e.number, h.file_name, h.size, ${hex('h.claimed_sha256')} as sha256, ${hex('h.claimed_sm3')} as sm3, h.acting_name as original_by, h.sealed_at as original_sealed_at, ${hex('h.statement_sha256')} as statement_sha256 from hash_deposit h join evidence e on e.id = h.evidence_id where ${ofAccounts('h.account_id', of)} order by e.created_at desc`,
    },
  ],
  erase: eraseBy(({ person: { id }, owned }) => [
    sql`update upload set name = '-' where account_id = ${anyOf(owned)} and state = 'used'`,
    sql`delete from upload where (account_id = ${anyOf(owned)} or person_id = ${id}) and state <> 'used'`,
  ]),
}
