import { type RawBuilder, sql } from 'kysely'
import { maskName, maskPhone } from '../../contract/kit/mask.ts'
import { deviceOf } from '../kit/calls/device-of.ts'
import type { Language } from '../kit/words.ts'
import { sayMessage } from '../messages/say-message.service.ts'

/** Whose copy it is: the person, and the accounts that are theirs. Of others' accounts they get what is about them. */
export interface Subject {
  personId: string
  /** Accounts that the person owns; none of those they merely act in. */
  accounts: string[]
  lang: Language
}

export type Row = Record<string, unknown>

export interface Section {
  /** Of its file, and of its words. */
  name: string
  /** Tables that it tells of. */
  tables: readonly string[]
  /** There only for whoever owns an account. */
  ofOwner?: boolean
  query(of: Subject): RawBuilder<Row>
  /** What the database does not say by itself. */
  shape?: (row: Row, lang: Language) => Row
  /** Columns that the page for reading shows. */
  shown: readonly string[]
}

const hex = (column: string) => sql`encode(${sql.ref(column)}, 'hex')`
const mine = (column: string, { accounts }: Subject) => sql<boolean>`${sql.ref(column)} = any(${accounts}::uuid[])`
const masked = ({ phone, name, ...row }: Row): Row => ({ name, phoneMasked: maskPhone(String(phone ?? '')), ...row })

const ofPerson: Section[] = [
  {
    name: 'profile',
    tables: ['person'],
    shown: ['name', 'phone', 'mail', 'lang', 'registeredAt'],
    query: ({ personId }) =>
      sql`select name, phone, mail, lang, status, created_at as registered_at, consent_version as agreement, consent_at as agreed_at, invite_code, closing_at, invited_by is not null as came_by_invitation from person where id = ${personId}`,
  },
  {
    name: 'signIn',
    tables: ['third_account'],
    shown: ['way', 'identifier', 'boundAt'],
    query: ({
      personId,
    }) => sql`select 'PASSWORD' as way, null as identifier, null::timestamptz as bound_at from person where id = ${personId} and password_phc is not null
      union all select provider, subject, bound_at from third_account where person_id = ${personId} order by 1`,
  },
  {
    name: 'secondStep',
    tables: ['totp', 'recovery_code'],
    shown: ['turnedOn', 'since'],
    query: ({ personId }) =>
      sql`select coalesce(bool_or(active_at is not null), false) as turned_on, max(active_at) as since, (select count(*)::int from recovery_code where person_id = ${personId}) as recovery_codes_left from totp where person_id = ${personId}`,
  },
  {
    name: 'sessions',
    tables: ['session'],
    shown: ['device', 'ip', 'beganAt', 'usedAt'],
    shape: withDevice,
    query: ({ personId }) =>
      sql`select user_agent, ip, created_at as began_at, seen_at as used_at, expires_at from session where person_id = ${personId} order by seen_at desc`,
  },
  {
    name: 'memberships',
    tables: ['membership'],
    shown: ['account', 'accountKind', 'role', 'status', 'grants', 'since'],
    query: ({ personId }) =>
      sql`select a.name as account, a.kind as account_kind, m.role, m.status, m.grants, m.dept, m.quota, m.created_at as since, m.updated_at from membership m join account a on a.id = m.account_id where m.person_id = ${personId} order by m.created_at`,
  },
  {
    name: 'consents',
    tables: ['consent', 'consent_text'],
    shown: ['purpose', 'version', 'givenAt', 'withdrawnAt', 'words'],
    query: ({ personId }) =>
      sql`select c.purpose, c.version, c.given_at, c.withdrawn_at, c.ip, x.lang, x.words from consent c join consent_text x on x.sha256 = c.text_sha256 where c.person_id = ${personId} order by c.given_at desc`,
  },
  {
    name: 'verification',
    tables: ['real_name', 'real_name_photo'],
    shown: ['kind', 'way', 'status', 'nameMasked', 'numberMasked', 'submittedAt', 'decidedAt'],
    query: (
      of,
    ) => sql`select r.kind, r.way, r.status, r.name_masked, r.number_masked, r.reason, r.note, r.created_at as submitted_at, r.decided_at,
        coalesce((select jsonb_agg(jsonb_build_object('kind', p.kind, 'mediaType', p.media_type, 'size', p.size, 'sentAt', p.created_at) order by p.kind) from real_name_photo p where p.real_name_id = r.id), '[]') as pictures
      from real_name r where r.person_id = ${of.personId} or (r.kind = 'ENTERPRISE' and ${mine('r.account_id', of)}) order by r.created_at desc`,
  },
  {
    name: 'messageChoices',
    tables: ['message_choice'],
    shown: ['kind', 'page', 'mail', 'sms'],
    query: ({ personId }) =>
      sql`select kind, page, mail, sms from message_choice where person_id = ${personId} order by kind`,
  },
  {
    name: 'messages',
    tables: ['message'],
    shown: ['at', 'title', 'content', 'readAt'],
    query: ({ personId }) =>
      sql`select created_at as at, kind, params, subject_id, read_at, removed_at from message where person_id = ${personId} order by created_at desc, id desc`,
    shape: ({ kind, params, subjectId, ...row }, lang) => ({
      ...row,
      kind,
      ...sayMessage(lang, { kind: String(kind), params, subjectId: subjectId as string | null }),
    }),
  },
  {
    name: 'views',
    tables: ['list_view', 'list_layout'],
    shown: ['list', 'name', 'filters', 'savedAt'],
    query: ({
      personId,
    }) => sql`select v.resource as list, v.name, v.shared, v.query as filters, v.layout, v.created_at as saved_at from list_view v join membership m on m.id = v.membership_id where m.person_id = ${personId}
      union all select l.resource, null, false, null, l.layout, null from list_layout l join membership m on m.id = l.membership_id where m.person_id = ${personId} order by 1, 2`,
  },
  {
    name: 'invited',
    tables: ['person'],
    shown: ['nameMasked', 'phoneMasked', 'date'],
    query: ({ personId }) =>
      sql`select name, phone, created_at as date from person where invited_by = ${personId} and status <> 'CLOSED' order by created_at desc`,
    shape: ({ name, phone, ...row }) => ({
      nameMasked: maskName(String(name), 'personal'),
      phoneMasked: maskPhone(String(phone)),
      ...row,
    }),
  },
  {
    name: 'files',
    tables: ['uploaded_file', 'upload', 'upload_part'],
    shown: ['name', 'for', 'size', 'state', 'sentAt'],
    query: ({
      personId,
    }) => sql`select name, scene as for, media_type, size, case when attached_at is null then 'unused' else 'used' end as state, ${hex('sha256')} as sha256, created_at as sent_at from uploaded_file where person_id = ${personId}
      union all select name, 'deposit', media_type, size, state, ${hex('sha256')}, created_at from upload where person_id = ${personId} order by 7 desc`,
  },
  {
    name: 'sheets',
    tables: ['capture_batch'],
    shown: ['fileName', 'checkedAt', 'startedAt'],
    query: ({ personId }) =>
      sql`select file_name, rows, created_at as checked_at, submitted_at as started_at from capture_batch where person_id = ${personId} order by created_at desc`,
  },
  {
    name: 'copies',
    tables: ['data_export'],
    shown: ['askedAt', 'state', 'size', 'until'],
    query: ({ personId }) =>
      sql`select asked_at, state, size, ready_at, expires_at as until from data_export where person_id = ${personId} order by asked_at desc`,
  },
  {
    name: 'acts',
    tables: ['audit', 'audit_entry', 'audit_batch', 'audit_waiting'],
    shown: ['at', 'action', 'subjectKind', 'device', 'ip', 'reason'],
    shape: withDevice,
    query: ({
      personId,
    }) => sql`select id, at, action, actor_part as as_what, case when actor_person_id = ${personId} then 'self' else actor_part end as by, subject_kind, subject_id, details, reason, ip, user_agent, request_id from audit
      where actor_person_id = ${personId} or (subject_kind = 'person' and subject_id = ${personId}) order by at desc, id desc`,
  },
]

function withDevice({ userAgent, ...row }: Row): Row {
  const { browser, system } = deviceOf(userAgent as string | null)
  return { device: [browser, system].filter(Boolean).join(' · '), ...row, userAgent }
}

const ofAccounts: Section[] = [
  {
    name: 'accounts',
    tables: ['account'],
    shown: ['name', 'kind', 'status', 'createdAt'],
    query: (of) =>
      sql`select id, name, kind, status, created_at from account where ${mine('id', of)} order by created_at`,
  },
  {
    name: 'evidence',
    tables: ['evidence', 'evidence_file', 'timestamp_token', 'timestamp_need'],
    shown: ['number', 'name', 'category', 'status', 'url', 'labels', 'createdAt', 'sealedAt'],
    query: (
      of,
    ) => sql`select e.number, e.name, e.category, e.status, e.url, e.labels, e.remark, e.hidden, e.owner_name, e.person_name as taken_by, e.request, e.completeness, e.fail_reason, e.created_at, e.sealed_at, e.original_at, e.certified_at, e.token_serial as time_stamp,
        ${hex('e.statement_sha256')} as statement_sha256, ${hex('e.certificate_sha256')} as certificate_sha256, ${hex('e.package_sha256')} as package_sha256, e.package_size,
        coalesce((select jsonb_agg(jsonb_build_object('path', f.path, 'shownName', f.shown_name, 'mediaType', f.media_type, 'size', f.size, 'sha256', encode(f.sha256, 'hex'), 'sm3', encode(f.sm3, 'hex')) order by f.ordinal) from evidence_file f where f.evidence_id = e.id), '[]') as files,
        coalesce((select jsonb_agg(jsonb_build_object('provider', t.provider_name, 'time', t.gen_time, 'serial', t.serial) order by t.number) from timestamp_token t where t.evidence_id = e.id), '[]') as third_party_stamps,
        exists (select from timestamp_need n where n.evidence_id = e.id and n.state <> 'DONE') as third_party_stamp_waits
      from evidence e where ${mine('e.account_id', of)} order by e.created_at desc, e.id desc`,
  },
  {
    name: 'deposits',
    tables: ['hash_deposit'],
    shown: ['number', 'fileName', 'size', 'sha256', 'originalSealedAt'],
    query: (of) =>
      sql`select e.number, h.file_name, h.size, ${hex('h.claimed_sha256')} as sha256, ${hex('h.claimed_sm3')} as sm3, h.acting_name as original_by, h.sealed_at as original_sealed_at, ${hex('h.statement_sha256')} as statement_sha256 from hash_deposit h join evidence e on e.id = h.evidence_id where ${mine('h.account_id', of)} order by e.created_at desc`,
  },
  {
    name: 'labels',
    tables: ['evidence'],
    shown: ['label', 'count'],
    query: (of) =>
      sql`select label, count(*)::int as count from evidence, unnest(labels) as label where ${mine('account_id', of)} group by label order by 2 desc, 1`,
  },
  {
    name: 'shares',
    tables: ['share', 'extraction_code', 'extraction_ticket', 'bundle'],
    shown: ['number', 'way', 'createdAt', 'until', 'views'],
    query: (
      of,
    ) => sql`select e.number, 'link' as way, s.with_package, s.views, s.created_at, s.expires_at as until, s.revoked_at from share s join evidence e on e.id = s.evidence_id where ${mine('s.account_id', of)}
      union all select e.number, 'code', true, null, c.created_at, c.expires_at, null from extraction_code c join evidence e on e.id = c.evidence_id where ${mine('c.account_id', of)} order by 5 desc`,
  },
  {
    name: 'feedback',
    tables: ['evidence_feedback'],
    shown: ['number', 'content', 'status', 'reply', 'givenAt'],
    query: (of) =>
      sql`select e.number, f.reason, f.content, f.person_name as given_by, f.status, f.reply, cardinality(f.images) as pictures, f.created_at as given_at, f.answered_at from evidence_feedback f join evidence e on e.id = f.evidence_id where ${mine('f.account_id', of)} order by f.created_at desc`,
  },
  {
    name: 'invoiceHeaders',
    tables: ['invoice_header'],
    shown: ['headType', 'title', 'taxNo', 'address', 'phone', 'bank', 'account'],
    query: (of) =>
      sql`select head_type, title, tax_no, address, phone, bank, account, is_default, created_at, updated_at from invoice_header where ${mine('account_id', of)} order by created_at desc`,
  },
  {
    name: 'addresses',
    tables: ['address'],
    shown: ['name', 'phone', 'provinceName', 'cityName', 'regionName', 'detail'],
    query: (of) =>
      sql`select name, phone, province_name, city_name, region_name, region_code, detail, postcode, tag, is_default, created_at, updated_at from address where ${mine('account_id', of)} order by created_at desc`,
  },
  {
    name: 'subAccounts',
    tables: ['membership'],
    shown: ['name', 'phoneMasked', 'dept', 'grants', 'status', 'since'],
    shape: masked,
    query: (of) =>
      sql`select p.name, p.phone, m.dept, m.grants, m.quota, m.status, m.created_at as since, m.updated_at from membership m join person p on p.id = m.person_id where ${mine('m.account_id', of)} and m.role = 'sub' order by m.created_at desc`,
  },
  {
    name: 'apiKeys',
    tables: ['api_key'],
    shown: ['name', 'accessKey', 'status', 'createdAt', 'lastUsedAt'],
    query: (of) =>
      sql`select name, access_key, fingerprint, bits, ips, callback_url, status, expires_at, last_used_at, created_at from api_key where ${mine('account_id', of)} order by created_at desc`,
  },
  {
    name: 'apiCalls',
    tables: ['api_call', 'api_request'],
    shown: ['at', 'key', 'operation', 'ip', 'result'],
    query: (of) =>
      sql`select c.at, k.name as key, c.operation, c.ip, c.result, c.milliseconds, c.request_id from api_call c join api_key k on k.id = c.key_id where ${mine('c.account_id', of)} order by c.at desc`,
  },
  {
    name: 'callbacks',
    tables: ['callback'],
    shown: ['at', 'key', 'event', 'state', 'attempts'],
    query: (of) =>
      sql`select c.at, k.name as key, c.event, c.data, c.state, c.attempts, c.answer, c.error from callback c join api_key k on k.id = c.key_id where ${mine('c.account_id', of)} order by c.at desc`,
  },
]

/** Everything that a copy holds, in its order. What it leaves out stands with its reason in tests/data-rights/tables.test.ts. */
export const sections: readonly Section[] = [...ofPerson, ...ofAccounts.map((s) => ({ ...s, ofOwner: true }))]
