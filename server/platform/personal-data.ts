import { sql } from 'kysely'
import { eraseBy, hex, type PersonalData, withDevice } from '../kit/personal-data/personal-data.ts'
import { anyOf, shadowOf } from '../kit/personal-data/leaving.ts'

export const platformPersonalData: PersonalData = {
  sections: [
    {
      name: 'views',
      order: 100,
      tables: ['list_view', 'list_layout'],
      shown: ['list', 'name', 'filters', 'savedAt'],
      query: ({
        personId,
      }) => sql`select v.resource as list, v.name, v.shared, v.query as filters, v.layout, v.created_at as saved_at from list_view v join membership m on m.id = v.membership_id where m.person_id = ${personId}
        union all select l.resource, null, false, null, l.layout, null from list_layout l join membership m on m.id = l.membership_id where m.person_id = ${personId} order by 1, 2`,
    },
    {
      name: 'files',
      order: 120,
      tables: ['uploaded_file', 'upload', 'upload_part'],
      shown: ['name', 'for', 'size', 'state', 'sentAt'],
      query: ({
        personId,
      }) => sql`select name, scene as for, media_type, size, case when attached_at is null then 'unused' else 'used' end as state, ${hex('sha256')} as sha256, created_at as sent_at from uploaded_file where person_id = ${personId}
        union all select name, 'deposit', media_type, size, state, ${hex('sha256')}, created_at from upload where person_id = ${personId} order by 7 desc`,
    },
    {
      name: 'acts',
      order: 150,
      tables: ['audit', 'audit_entry', 'audit_batch', 'audit_waiting'],
      shown: ['at', 'action', 'subjectKind', 'device', 'ip', 'reason'],
      shape: withDevice,
      query: ({
        personId,
      }) => sql`select id, at, action, actor_part as as_what, case when actor_person_id = ${personId} then 'self' else actor_part end as by, subject_kind, subject_id, details, reason, ip, user_agent, request_id from audit
        where actor_person_id = ${personId} or (subject_kind = 'person' and subject_id = ${personId}) order by at desc, id desc`,
    },
  ],
  /** What they kept for themselves. */
  erase: eraseBy(({ person: { id }, owned, memberships, accounts }) => [
    sql`delete from live_event where account_id = ${anyOf(accounts)} and person_id = ${id}`,
    sql`delete from list_layout where membership_id = ${anyOf(memberships)} or account_id = ${anyOf(owned)}`,
    // What they shared with an account that goes on stays there, without their name.
    sql`delete from list_view where account_id = ${anyOf(owned)} or (membership_id = ${anyOf(memberships)} and not shared)`,
    sql`update calendar_day set person_name = ${shadowOf(id)} where person_id = ${id}`,
    sql`update list_view set maker = ${shadowOf(id)} where membership_id = ${anyOf(memberships)}`,
    // Whoever leaves is asked for no more; that two people made a change stays.
    sql`update approval set state = 'withdrawn', decided_at = app_now() where state = 'waiting' and (asked_by = ${id} or account_id = ${anyOf(owned)} or subject_id = ${anyOf(memberships)})`,
    sql`update approval set request = request || jsonb_build_object('personName', ${shadowOf(id)}::text, 'practiceNumber', '-'), answer = '' where kind = 'decider' and (account_id = ${anyOf(owned)} or subject_id = ${anyOf(memberships)})`,
    sql`update approval set asked_name = ${shadowOf(id)} where asked_by = ${id}`,
    sql`update approval set decided_name = ${shadowOf(id)} where decided_by = ${id}`,
    sql`delete from uploaded_file where account_id = ${anyOf(owned)} or (person_id = ${id} and attached_at is null)`,
  ]),
}
