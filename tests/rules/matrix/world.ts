import pg from 'pg'
import { grants } from '../../../contract/kit/rights.ts'
import { type Call, pathOf } from '../../../contract/kit/call.ts'
import { newId } from '../../../server/kit/ids.ts'
import type { Json } from '../../../server/kit/db/schema.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { liftLimits } from '../../kit/people/lift-limits.ts'
import type { Aimed } from './aim.ts'
import { hostOf, ofOtherPlatform, otherHost } from './owners.ts'
import type { Records } from './record-ids.ts'
import { insertAnyOffice } from './insert-judicial.ts'
import { buildRecords } from './records.ts'

/** Everybody whom a call can meet, each with records of their own. */
export interface World {
  t: TestApp
  owner: pg.Client
  boss: Member
  /** Two sub-accounts of one enterprise that may do everything with what is theirs. */
  one: Member
  two: Member
  rival: Member
  foreign: Member
  operator: Member
  administrator: Member
  records: Record<'boss' | 'two' | 'rival' | 'foreign', Records>
  send(call: Call, aimed: Aimed, as: Member | undefined): Promise<Answer>
  close(): Promise<void>
}

export interface Answer {
  status: number
  text: string
  code: string | undefined
  /** Whether it says back the session of whoever asks, in a header or in its text. */
  saysToken: boolean
}

/** Whether an answer says back the session of whoever asks: it would stand in logs, and in what people save and send on. */
export const containsToken = ({ headers, body }: { headers: object; body: string }, as: Member | undefined) =>
  as !== undefined && `${JSON.stringify(headers)}${body}`.includes(as.token)

const mine = grants.filter((g) => g !== 'evidence.all')

export async function buildWorld(): Promise<World> {
  const t = await buildTestApp()
  const owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  await liftLimits(owner)
  const boss = await t.member({ name: '风岛公司', kind: 'enterprise' })
  const rival = await t.member({ name: '对手公司', kind: 'enterprise' })
  const foreign = ofOtherPlatform(await foreignMember(t))
  await insertAnyOffice(t)
  const [one, two] = [await t.sub(boss, { grants: mine }), await t.sub(boss, { grants: mine })]
  const records = {
    boss: await buildRecords(t, boss),
    two: await buildRecords(t, two, boss),
    rival: await buildRecords(t, rival),
    foreign: await buildRecords(t, foreign),
  }
  return {
    t,
    owner,
    boss,
    one,
    two,
    rival,
    foreign,
    records,
    operator: await t.member({ name: '运营员', role: 'operator' }),
    administrator: await t.member({ name: '管理员', role: 'administrator' }),
    async send(call, { params, query, body }, as) {
      const url = pathOf(call, params as Record<string, string>)
      const multipart = call.upload ? formOf(body ?? {}) : undefined
      const response = await t.inject({
        method: call.method,
        url,
        ...(query ? { query: query as Record<string, string> } : {}),
        ...(multipart ? { payload: multipart.body } : call.body ? { payload: body ?? {} } : {}),
        headers: {
          ...(as ? { 'x-auth-token': as.token, ...hostOf(as) } : {}),
          ...(multipart ? { 'content-type': multipart.type } : {}),
        },
      })
      const text = response.body
      return {
        status: response.statusCode,
        text,
        code: text.startsWith('{') ? (JSON.parse(text) as { errorCode?: string }).errorCode : undefined,
        saysToken: containsToken(response, as),
      }
    },
    async close() {
      await owner.end()
      await t.close()
    },
  }
}

function formOf(fields: Record<string, unknown>) {
  const boundary = 'part-of-a-form'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  )
  return { body: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` }
}

/** An enterprise of another platform on the same installation. */
async function foreignMember(t: TestApp): Promise<Member> {
  const platformId = newId()
  await t.services.db.system
    .insertInto('platform')
    .values({
      id: platformId,
      notaryId: 'other',
      name: JSON.stringify({ zh: '另一平台' }) as unknown as Json,
      hosts: [otherHost],
    })
    .execute()
  return t.member({ name: '外站公司', kind: 'enterprise', platformId })
}

const fingerprints = new WeakMap<pg.Client, Promise<string>>()

async function fingerprintQuery(owner: pg.Client): Promise<string> {
  // Planning its hundred parts anew for each member takes longer than to run them.
  await owner.query(`set plan_cache_mode = 'force_generic_plan'`)
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'account_id' order by 1`,
  )
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as t, md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as sum from ${name} r where account_id = any($1)`,
  )
  return `${parts.join(' union all ')} union all select 'person', md5(string_agg(p::text, '|' order by p::text)) from person p where id = any($2)`
}

/** Everything that stands of accounts and people, to see whether any of it changed; asked thousands of times, it is planned once. */
export async function fingerprint(owner: pg.Client, members: Member[]): Promise<string> {
  const query = fingerprints.get(owner) ?? fingerprintQuery(owner)
  fingerprints.set(owner, query)
  const values = [members.map((m) => m.accountId), members.map((m) => m.personId)]
  const { rows } = await owner.query({ name: 'fingerprint', text: await query, values })
  return JSON.stringify(rows)
}
