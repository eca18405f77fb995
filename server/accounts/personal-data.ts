import { sql } from 'kysely'
import { maskName, maskPhone } from '../../contract/kit/mask.ts'
import { eraseBy, ofAccounts, type PersonalData, withDevice } from '../kit/personal-data/personal-data.ts'
import { anyOf, shadowOf } from '../kit/personal-data/leaving.ts'

export const accountsPersonalData: PersonalData = {
  sections: [
    {
      name: 'profile',
      order: 10,
      tables: ['person'],
      shown: ['name', 'phone', 'mail', 'lang', 'registeredAt'],
      query: ({ personId }) =>
        sql`select name, phone, mail, lang, status, created_at as registered_at, consent_version as agreement, consent_at as agreed_at, invite_code, closing_at, invited_by is not null as came_by_invitation from person where id = ${personId}`,
    },
    {
      name: 'signIn',
      order: 20,
      tables: ['third_account'],
      shown: ['way', 'identifier', 'boundAt'],
      query: ({
        personId,
      }) => sql`select 'PASSWORD' as way, null as identifier, null::timestamptz as bound_at from person where id = ${personId} and password_phc is not null
        union all select provider, subject, bound_at from third_account where person_id = ${personId} order by 1`,
    },
    {
      name: 'secondStep',
      order: 30,
      tables: ['totp', 'recovery_code'],
      shown: ['turnedOn', 'since'],
      query: ({ personId }) =>
        sql`select coalesce(bool_or(active_at is not null), false) as turned_on, max(active_at) as since, (select count(*)::int from recovery_code where person_id = ${personId}) as recovery_codes_left from totp where person_id = ${personId}`,
    },
    {
      name: 'sessions',
      order: 40,
      tables: ['session'],
      shown: ['device', 'ip', 'beganAt', 'usedAt'],
      shape: withDevice,
      query: ({ personId }) =>
        sql`select user_agent, ip, created_at as began_at, seen_at as used_at, expires_at from session where person_id = ${personId} order by seen_at desc`,
    },
    {
      name: 'knownDevices',
      order: 45,
      tables: ['known_device'],
      shown: ['ip', 'since', 'usedAt'],
      query: ({ personId }) =>
        sql`select origin as ip, created_at as since, seen_at as used_at from known_device where person_id = ${personId} order by seen_at desc`,
    },
    {
      name: 'memberships',
      order: 50,
      tables: ['membership', 'office_member'],
      shown: ['account', 'accountKind', 'role', 'status', 'grants', 'since'],
      query: ({ personId }) =>
        sql`select a.name as account, a.kind as account_kind, m.role, m.status, m.grants, m.dept, m.quota, m.budget, o.role as office_role, o.practice_number, m.created_at as since, m.updated_at from membership m join account a on a.id = m.account_id left join office_member o on o.membership_id = m.id where m.person_id = ${personId} order by m.created_at`,
    },
    {
      name: 'invited',
      order: 110,
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
      name: 'accounts',
      order: 160,
      ofOwner: true,
      tables: ['account'],
      shown: ['name', 'kind', 'status', 'createdAt'],
      query: (of) =>
        sql`select id, name, kind, status, created_at from account where ${ofAccounts('id', of)} order by created_at`,
    },
    {
      name: 'subAccounts',
      order: 240,
      ofOwner: true,
      tables: ['membership'],
      shown: ['name', 'phoneMasked', 'dept', 'grants', 'status', 'since'],
      shape: ({ phone, name, ...row }) => ({ name, phoneMasked: maskPhone(String(phone ?? '')), ...row }),
      query: (of) =>
        sql`select p.name, p.phone, m.dept, m.grants, m.quota, m.budget, m.status, m.created_at as since, m.updated_at from membership m join person p on p.id = m.person_id where ${ofAccounts('m.account_id', of)} and m.role = 'sub' order by m.created_at desc`,
    },
    {
      name: 'subInvitations',
      order: 241,
      ofOwner: true,
      tables: ['sub_invitation'],
      shown: ['name', 'phoneMasked', 'dept', 'grants', 'createdAt', 'until'],
      shape: ({ phone, ...row }) => ({ ...row, phoneMasked: maskPhone(String(phone)) }),
      query: (of) =>
        sql`select name, phone, dept, grants, quota, budget, created_at, expires_at as until, accepted_at, withdrawn_at from sub_invitation where ${ofAccounts('account_id', of)} order by created_at desc`,
    },
  ],
  /** How somebody signed in lets in no more, and at last the person and what is theirs have no name. */
  erase: eraseBy(({ person: { id, phone, mail }, owned }) => [
    sql`delete from session where person_id = ${id}`,
    sql`delete from known_device where person_id = ${id}`,
    sql`delete from qr_sign_in where person_id = ${id}`,
    sql`delete from third_attempt a using third_account t where t.person_id = ${id} and a.platform_id = t.platform_id and a.provider = t.provider and (a.subject in (t.subject, t.also) or a.also in (t.subject, t.also) or a.union_id = t.union_id)`,
    sql`delete from third_account where person_id = ${id}`,
    sql`delete from sub_invitation where account_id = ${anyOf(owned)} or (platform_id = (select platform_id from person where id = ${id}) and phone = ${phone})`,
    sql`delete from totp where person_id = ${id}`,
    sql`delete from challenge where subject in (${phone}, ${mail ?? phone}) or subject like ${`${id}%`} or scene like ${`%:${id}%`}`,
    ...[phone, mail, id].flatMap((key) =>
      key ? [sql`delete from rate_window where bucket like ${`%:${key.replaceAll(/[\\%_]/g, '\\$&')}`}`] : [],
    ),
    sql`delete from office_member o using membership m where m.id = o.membership_id and m.person_id = ${id}`,
    // Ids stay: what was sealed and recorded leads to nobody by them.
    sql`update membership set status = 'DELETED', dept = '', version = version + 1, updated_at = app_now() where person_id = ${id}`,
    ...owned.map(
      (accountId) => sql`update account set status = 'CLOSED', name = ${shadowOf(accountId)} where id = ${accountId}`,
    ),
    // The phone is free from here on.
    sql`update person set status = 'CLOSED', name = ${shadowOf(id)}, phone = ${`closed:${id}`}, mail = null, password_phc = null, invite_code = null, invited_by = null, brought_by = null where id = ${id}`,
  ]),
}
