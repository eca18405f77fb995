import { sql } from 'kysely'
import { eraseBy, hex, ofAccounts, type PersonalData } from '../kit/personal-data/personal-data.ts'
import { anyOf, shadowOf } from '../kit/personal-data/leaving.ts'

export const evidencePersonalData: PersonalData = {
  sections: [
    {
      name: 'evidence',
      order: 170,
      ofOwner: true,
      tables: ['evidence', 'evidence_file', 'timestamp_token', 'timestamp_need'],
      shown: ['number', 'name', 'category', 'status', 'url', 'labels', 'createdAt', 'sealedAt'],
      query: (
        of,
      ) => sql`select e.number, e.name, e.category, e.status, e.url, e.labels, e.remark, e.hidden, e.owner_name, e.person_name as taken_by, e.request, e.completeness, e.fail_reason, e.created_at, e.sealed_at, e.original_at, e.certified_at, e.token_serial as time_stamp,
          ${hex('e.statement_sha256')} as statement_sha256, ${hex('e.certificate_sha256')} as certificate_sha256, ${hex('e.package_sha256')} as package_sha256, e.package_size,
          coalesce((select jsonb_agg(jsonb_build_object('path', f.path, 'shownName', f.shown_name, 'mediaType', f.media_type, 'size', f.size, 'sha256', encode(f.sha256, 'hex'), 'sm3', encode(f.sm3, 'hex')) order by f.ordinal) from evidence_file f where f.evidence_id = e.id), '[]') as files,
          coalesce((select jsonb_agg(jsonb_build_object('provider', t.provider_name, 'time', t.gen_time, 'serial', t.serial) order by t.number) from timestamp_token t where t.evidence_id = e.id), '[]') as third_party_stamps,
          exists (select from timestamp_need n where n.evidence_id = e.id and n.state <> 'DONE') as third_party_stamp_waits
        from evidence e where ${ofAccounts('e.account_id', of)} order by e.created_at desc, e.id desc`,
    },
    {
      name: 'labels',
      order: 190,
      ofOwner: true,
      tables: ['evidence'],
      shown: ['label', 'count'],
      query: (of) =>
        sql`select label, count(*)::int as count from evidence, unnest(labels) as label where ${ofAccounts('account_id', of)} group by label order by 2 desc, 1`,
    },
    {
      name: 'feedback',
      order: 210,
      ofOwner: true,
      tables: ['evidence_feedback'],
      shown: ['number', 'content', 'status', 'reply', 'givenAt'],
      query: (of) =>
        sql`select e.number, f.reason, f.content, f.person_name as given_by, f.status, f.reply, cardinality(f.images) as pictures, f.created_at as given_at, f.answered_at from evidence_feedback f join evidence e on e.id = f.evidence_id where ${ofAccounts('f.account_id', of)} order by f.created_at desc`,
    },
  ],
  /** Sealed evidence stays as it was sealed, without what its owner noted beside it and what it could be found by; what never became evidence keeps nothing. */
  erase: eraseBy(({ person: { id, name }, owned, accounts }) => [
    sql`update evidence set labels = '{}', remark = '' where account_id = ${anyOf(owned)} and (labels <> '{}' or remark <> '')`,
    sql`delete from evidence_text where account_id = ${anyOf(owned)}`,
    sql`update evidence set name = '-', url = null, request = '{}', capture = null, fail_params = '{}', unique_id = null, person_name = ${shadowOf(id)}, owner_name = ${shadowOf(id)} where account_id = ${anyOf(owned)} and statement is null`,
    sql`update evidence set person_name = ${shadowOf(id)} where person_id = ${id} and statement is null`,
    sql`update evidence_file set shown_name = null where account_id = ${anyOf(owned)} and shown_name is not null`,
    sql`update evidence_feedback set content = '-', reply = '', images = '{}', person_name = ${shadowOf(id)} where account_id = ${anyOf(owned)}`,
    sql`update evidence_feedback set person_name = ${shadowOf(id)} where account_id = ${anyOf(accounts)} and person_name = ${name}`,
  ]),
}
