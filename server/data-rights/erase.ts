import { type RawBuilder, sql } from 'kysely'
import { maskMail, maskPhone } from '../../contract/kit/mask.ts'
import type { Tx } from '../kit/db/db.ts'
import { forgetPerson } from '../real-name/forget.service.ts'
import type { Leaving, ActiveMembership } from './closing.repo.ts'

/** What stands in the place of a name: enough for staff to tell one from another. */
export const shadowOf = (id: string) => `#${id.slice(-8)}`

interface Leave {
  person: Leaving
  /** Accounts that end, and names of theirs. */
  owned: string[]
  names: string[]
  memberships: string[]
  /** Every account that the person acted in. */
  accounts: string[]
}

const any = (ids: string[]) => sql`any(${ids}::uuid[])`

/** How somebody signs in and was signed in: nothing of it lets in any more. */
const signIn = ({ person: { id, phone, mail } }: Leave) => [
  sql`delete from session where person_id = ${id}`,
  sql`delete from qr_sign_in where person_id = ${id}`,
  sql`delete from third_attempt a using third_account t where t.person_id = ${id} and a.platform_id = t.platform_id and a.provider = t.provider and (a.subject in (t.subject, t.also) or a.also in (t.subject, t.also) or a.union_id = t.union_id)`,
  sql`delete from third_account where person_id = ${id}`,
  sql`delete from totp where person_id = ${id}`,
  sql`delete from challenge where subject in (${phone}, ${mail ?? phone}) or subject like ${`${id}%`} or scene like ${`%:${id}%`}`,
  ...[phone, mail, id].flatMap((key) =>
    key ? [sql`delete from rate_window where bucket like ${`%:${key.replaceAll(/[\\%_]/g, '\\$&')}`}`] : [],
  ),
]

/** What they were told. The last message is written after this. */
const messages = ({ person: { id, platformId, phone, mail, name }, owned, names, accounts }: Leave) => [
  sql`delete from message where person_id = ${id} or account_id = ${any(owned)}`,
  sql`delete from message_choice where person_id = ${id}`,
  // Others were told that they acted for the account.
  ...owned.map(
    (accountId, i) =>
      sql`update message set params = params || jsonb_build_object('account', ${shadowOf(accountId)}::text) where params->>'account' = ${names[i]} and person_id in (select person_id from membership where account_id = ${accountId})`,
  ),
  sql`update message_outbox set text = null, subject = null where platform_id = ${platformId} and state = 'shown'
    and (recipient in (${maskPhone(phone)}, ${maskMail(mail ?? '')}) or exists (select from unnest(${[name, ...names]}::text[]) n where strpos(text, n) > 0))`,
  sql`delete from live_event where account_id = ${any(accounts)} and person_id = ${id}`,
]

/** What they kept for themselves. What they shared with an account that goes on stays there, without their name. */
const records = ({ person: { id }, owned, memberships }: Leave) => [
  sql`delete from list_layout where membership_id = ${any(memberships)} or account_id = ${any(owned)}`,
  sql`delete from list_view where account_id = ${any(owned)} or (membership_id = ${any(memberships)} and not shared)`,
  sql`update list_view set maker = ${shadowOf(id)} where membership_id = ${any(memberships)}`,
  sql`delete from address where account_id = ${any(owned)}`,
  sql`delete from invoice_header where account_id = ${any(owned)}`,
  sql`delete from data_export where person_id = ${id}`,
]

/** Programs and strangers are let in no more. */
const handedOut = ({ owned, memberships }: Leave) => [
  sql`update api_key set status = 'REVOKED', name = '-', ips = '{}', callback_url = null, version = version + 1, updated_at = app_now() where account_id = ${any(owned)} or membership_id = ${any(memberships)}`,
  sql`delete from api_call where account_id = ${any(owned)}`,
  sql`delete from callback where account_id = ${any(owned)}`,
  sql`delete from api_request where key_id in (select id from api_key where account_id = ${any(owned)})`,
  sql`update share set revoked_at = app_now() where account_id = ${any(owned)} and revoked_at is null`,
  sql`delete from extraction_ticket where evidence_id in (select evidence_id from extraction_code where account_id = ${any(owned)})`,
  sql`delete from extraction_code where account_id = ${any(owned)}`,
  sql`delete from bundle where account_id = ${any(owned)}`,
]

/** Sealed evidence stays as it was sealed, without what its owner noted beside it; what never became evidence keeps nothing. */
const evidence = ({ person: { id, name }, owned, accounts }: Leave) => [
  sql`update evidence set labels = '{}', remark = '' where account_id = ${any(owned)} and (labels <> '{}' or remark <> '')`,
  sql`update evidence set name = '-', url = null, request = '{}', capture = null, fail_params = '{}', unique_id = null, person_name = ${shadowOf(id)}, owner_name = ${shadowOf(id)} where account_id = ${any(owned)} and statement is null`,
  sql`update evidence set person_name = ${shadowOf(id)} where person_id = ${id} and statement is null`,
  sql`update evidence_file set shown_name = null where account_id = ${any(owned)} and shown_name is not null`,
  sql`delete from capture_batch where account_id = ${any(owned)} and submitted_at is null`,
  sql`update capture_batch set rows = '[]', file_name = '-', person_name = ${shadowOf(id)} where account_id = ${any(owned)}`,
  sql`update capture_batch set person_name = ${shadowOf(id)} where person_id = ${id}`,
  sql`update evidence_feedback set content = '-', reply = '', images = '{}', person_name = ${shadowOf(id)} where account_id = ${any(owned)}`,
  sql`update evidence_feedback set person_name = ${shadowOf(id)} where account_id = ${any(accounts)} and person_name = ${name}`,
  sql`delete from uploaded_file where account_id = ${any(owned)} or (person_id = ${id} and attached_at is null)`,
  sql`update upload set name = '-' where account_id = ${any(owned)} and state = 'used'`,
  sql`delete from upload where (account_id = ${any(owned)} or person_id = ${id}) and state <> 'used'`,
]

/** At last the person, whose phone is free from then on. Ids stay: what was sealed and recorded leads to nobody by them. */
const standing = ({ person: { id }, owned }: Leave) => [
  sql`update membership set status = 'DELETED', dept = '', version = version + 1, updated_at = app_now() where person_id = ${id}`,
  ...owned.map(
    (accountId) => sql`update account set status = 'CLOSED', name = ${shadowOf(accountId)} where id = ${accountId}`,
  ),
  sql`update person set status = 'CLOSED', name = ${shadowOf(id)}, phone = ${`closed:${id}`}, mail = null, password_phc = null, invite_code = null, invited_by = null, brought_by = null where id = ${id}`,
]

const run = async (tx: Tx, statements: RawBuilder<unknown>[]) => {
  for (const statement of statements) await statement.execute(tx)
}

/**
 * Nothing personal stays of somebody who leaves but what must: sealed evidence with its statement, so that what others hold of it can
 * be checked; the record of acts; what they agreed to. `tests/data-rights/closing.api.test.ts` looks for it in every table.
 */
export async function erase(tx: Tx, person: Leaving, active: readonly ActiveMembership[]) {
  const mine = active.filter((p) => p.role === 'owner')
  const leave: Leave = {
    person,
    owned: mine.map((p) => p.accountId),
    names: mine.map((p) => p.name),
    memberships: await everyMembership(tx, person.id),
    accounts: active.map((p) => p.accountId),
  }
  await forgetPerson(tx, person.id, leave.owned)
  for (const part of [signIn, messages, records, handedOut, evidence, standing]) await run(tx, part(leave))
}

/** Those that ended before too. */
const everyMembership = async (tx: Tx, personId: string) =>
  (await tx.selectFrom('membership').select('id').where('personId', '=', personId).execute()).map((m) => m.id)
