import { sql } from 'kysely'
import { maskMail, maskPhone } from '../../contract/kit/mask.ts'
import { eraseBy, type PersonalData } from '../kit/personal-data/personal-data.ts'
import { anyOf, shadowOf } from '../kit/personal-data/leaving.ts'
import { sayMessage } from './say-message.service.ts'

export const messagesPersonalData: PersonalData = {
  sections: [
    {
      name: 'messageChoices',
      order: 80,
      tables: ['message_choice'],
      shown: ['kind', 'page', 'mail', 'sms'],
      query: ({ personId }) =>
        sql`select kind, page, mail, sms from message_choice where person_id = ${personId} order by kind`,
    },
    {
      name: 'messages',
      order: 90,
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
  ],
  /** What they were told. */
  erase: eraseBy(({ person: { id, platformId, phone, mail, name }, owned, names }) => [
    // The last message is written after this.
    sql`delete from message where person_id = ${id} or account_id = ${anyOf(owned)}`,
    sql`delete from message_choice where person_id = ${id}`,
    // Others were told that they acted for the account.
    ...owned.map(
      (accountId, i) =>
        sql`update message set params = params || jsonb_build_object('account', ${shadowOf(accountId)}::text) where params->>'account' = ${names[i]} and person_id in (select person_id from membership where account_id = ${accountId})`,
    ),
    sql`update message_outbox set text = null, subject = null where platform_id = ${platformId} and state = 'shown'
    and (recipient in (${maskPhone(phone)}, ${maskMail(mail ?? '')}) or exists (select from unnest(${[name, ...names]}::text[]) n where strpos(text, n) > 0))`,
  ]),
}
