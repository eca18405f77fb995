import { sql } from 'kysely'
import { eraseBy, ofAccounts, type PersonalData } from '../kit/personal-data/personal-data.ts'
import { anyOf } from '../kit/personal-data/leaving.ts'

export const openApiPersonalData: PersonalData = {
  sections: [
    {
      name: 'apiKeys',
      order: 250,
      ofOwner: true,
      tables: ['api_key'],
      shown: ['name', 'accessKey', 'status', 'createdAt', 'lastUsedAt'],
      query: (of) =>
        sql`select name, access_key, fingerprint, bits, ips, callback_url, status, expires_at, last_used_at, created_at from api_key where ${ofAccounts('account_id', of)} order by created_at desc`,
    },
    {
      name: 'apiCalls',
      order: 260,
      ofOwner: true,
      tables: ['api_call', 'api_request'],
      shown: ['at', 'key', 'operation', 'ip', 'result'],
      query: (of) =>
        sql`select c.at, k.name as key, c.operation, c.ip, c.result, c.milliseconds, c.request_id from api_call c join api_key k on k.id = c.key_id where ${ofAccounts('c.account_id', of)} order by c.at desc`,
    },
    {
      name: 'callbacks',
      order: 270,
      ofOwner: true,
      tables: ['callback'],
      shown: ['at', 'key', 'event', 'state', 'attempts'],
      query: (of) =>
        sql`select c.at, k.name as key, c.event, c.data, c.state, c.attempts, c.answer, c.error from callback c join api_key k on k.id = c.key_id where ${ofAccounts('c.account_id', of)} order by c.at desc`,
    },
  ],
  /** Programs are let in no more. */
  erase: eraseBy(({ owned, memberships }) => [
    sql`update api_key set status = 'REVOKED', name = '-', ips = '{}', callback_url = null, version = version + 1, updated_at = app_now() where account_id = ${anyOf(owned)} or membership_id = ${anyOf(memberships)}`,
    sql`delete from api_call where account_id = ${anyOf(owned)}`,
    sql`delete from callback where account_id = ${anyOf(owned)}`,
    sql`delete from api_request where key_id in (select id from api_key where account_id = ${anyOf(owned)})`,
  ]),
}
