import { identityQueue } from '../../server/real-name/identity.queue.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { type Call, fromRoot } from '../../contract/kit/call.ts'
import { exportCalls } from '../../contract/platform/exports.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { type Watch, watchFor } from '../kit/canaries.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { newResidentId } from '../kit/people/identities.ts'
import { allCalls } from './matrix/all-calls.ts'
import { dealCalls } from '../kit/sweep/deal-calls.ts'

/*
 * Whatever is typed into the wrong place is said back by no refusal, and stands in no log: a number in a field that wants a
 * name, in an address, in the name of a field, of a file or of a header.
 */
const number = newResidentId({ birthday: '1979-03-01' })
const name = '红尾水鸲'
const both = `${name} ${number}`

let t: TestApp
let watch: Watch
let owner: Member
let administrator: Member
beforeAll(async () => {
  t = await buildTestApp({ SHIMAKAZE_LOG: 'debug' })
  watch = watchFor(t, { number: number.slice(0, 17), name })
})
beforeEach(async () => {
  await forgetLimits(t)
  // New ones for each: some calls end the session that they are made in.
  owner = await t.member({ name: '公司', kind: 'enterprise' })
  administrator = await t.member({ name: '管理员', role: 'administrator' })
  watch.replies.length = 0
  watch.log.length = 0
})
afterAll(() => t.close())

const answering = allCalls.filter(({ call }) => call.kind !== 'events')
const keysOf = (part: Call['body']) => Object.keys(part?.shape ?? {})
const filled = (part: Call['body'], value: unknown) =>
  Object.fromEntries([...keysOf(part), 'unknown'].map((key) => [key, value]))

/** The wrong things said in a call, each in its own way. */
function* wrongs(call: Call) {
  const url = fromRoot(call.path).replaceAll(/\{\w+\}/g, encodeURIComponent(both))
  const query = new URLSearchParams(filled(call.query, both) as Record<string, string>).toString()
  const headers = {
    'x-account': number,
    'x-lang': number,
    'accept-language': number,
    referer: `http://localhost/evidence?keyWord=${number}`,
    'x-canary': number,
    cookie: `canary=${number}`,
  }
  yield { url: `${url}?${query}`, headers: {} }
  yield { url: `${url}?${query}`, headers }
  if (call.method === 'GET') return
  const bodies = [
    filled(call.body, number),
    filled(call.body, name),
    filled(call.body, [both]),
    filled(call.body, { [number]: both }),
    { [number]: `${both}\0`, ...filled(call.body, { [number]: '\0' }) },
    { rows: [{ [`${number}${'9'.repeat(60)}`]: both }], ids: [both] },
    [both],
    both,
  ]
  for (const payload of bodies)
    yield { url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(payload) }
  yield { url, headers: { 'content-type': 'application/json' }, payload: `{"idcard":"${both}",` }
  yield { url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: query }
  yield { url, headers: { 'content-type': `text/${number}` }, payload: both }
  yield {
    url,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\ncontent-disposition: form-data; name="${number}"\r\n\r\n${both}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="${both}.exe"\r\ncontent-type: application/${number}\r\n\r\n${both}\r\n--b--\r\n`,
  }
}

/** A list of addresses says which of them is none: the one answer that quotes, to whoever wrote it. */
const quoting = ['apiKeys.create', 'apiKeys.update', 'registeredKeys.create']
const places = () => [
  ...new Set(
    watch.replies
      .filter((r) => r.refused)
      .flatMap((r) => watch.in(r.told).map((what) => `${r.method} ${r.status}: ${what} in ${r.told.slice(0, 600)}`)),
  ),
]
const lines = () => watch.log.filter((line) => watch.in(line).length)

it.each(dealCalls(answering, 'echoes'))('$title says nothing back and writes nothing down', async ({ title, call }) => {
  for (const as of [undefined, owner, administrator]) {
    for (const { headers, ...wrong } of wrongs(call))
      await t.inject({
        method: call.method,
        ...wrong,
        headers: { ...(as ? { 'x-auth-token': as.token } : {}), ...headers } as Record<string, string>,
      })
    await forgetLimits(t)
  }
  expect(watch.replies.length).toBeGreaterThan(0)
  expect([quoting.includes(title) ? [] : places(), lines()]).toEqual([[], []])
})

it('neither does an address that leads nowhere, nor the figures', async () => {
  for (const url of [
    `/${number}`,
    `/evidence/${number}?q=${number}`,
    `/shimakaze/${number}`,
    `/open-api/v1/${number}`,
    `/assets/${number}.js`,
    `/p/${number}`,
    `/%${number}`,
    `/evidence?keyWord=${encodeURIComponent(name)}`,
  ]) {
    for (const method of ['GET', 'POST', 'OPTIONS'] as const)
      await t.inject({
        method,
        url,
        headers: { 'x-auth-token': number, authorization: `Bearer ${number}`, 'x-canary': encodeURIComponent(name) },
      })
  }
  const { payload } = await t.inject({ method: 'GET', url: '/metrics' })
  expect(payload).toContain('shimakaze_evidence')
  expect([places(), lines(), watch.in(payload)]).toEqual([[], [], []])
})

describe('what is written down at the level at which most is', () => {
  it('of a request: its method and its route', async () => {
    await t.inject({ method: 'GET', url: `/shimakaze/share/${number}?code=${number}` })
    expect(watch.log.map((line) => JSON.parse(line) as { req?: object }).find((line) => line.req)?.req).toEqual({
      method: 'GET',
      url: '/shimakaze/share/:token',
    })
  })

  it.each([
    [
      'a row that a rule refuses',
      'alter table address add constraint never check (false) not valid',
      'alter table address drop constraint never',
    ],
    [
      'a value that a type cannot read',
      `create function unread() returns trigger language plpgsql as $$ begin new.version := new.name::int; return new; end $$; create trigger unread before insert on address for each row execute function unread()`,
      'drop trigger unread on address; drop function unread()',
    ],
    [
      'words of the database itself',
      `create function says() returns trigger language plpgsql as $$ begin raise exception 'no' using detail = new.name, hint = new.phone; end $$; create trigger says before insert on address for each row execute function says()`,
      'drop trigger says on address; drop function says()',
    ],
  ])('of a database error (%s): which rule of which table, and no value', async (_, breaks, mends) => {
    const owners = new pg.Client({ connectionString: t.databaseUrl })
    await owners.connect()
    await owners.query(breaks)
    const phone = '13987654321'
    const reply = await t.call(
      addressCalls.create,
      {
        body: {
          name,
          phone,
          provinceCode: '110000',
          cityCode: '110100',
          regionCode: '110102',
          detail: `${name} ${number}`,
        },
      },
      owner,
    )
    await owners.query(mends)
    await owners.end()
    expect(reply.errorCode).toBe('internal')
    const told = watch.log.filter((line) => line.includes('"code":"internal"'))
    expect(told).toHaveLength(1)
    expect(JSON.parse(told[0]!)).toMatchObject({
      err: { code: expect.stringMatching(/^[0-9A-Z]{5}$/), stack: expect.stringContaining('own-records') },
    })
    expect([lines(), watch.log.filter((line) => line.includes(phone)), places()]).toEqual([[], [], []])
  })
})

it('a job that fails keeps why, and no value that it met', async () => {
  const { db, jobs } = t.services
  await jobs.work(identityQueue, 1, async () => void (await sql`select ${both}::uuid`.execute(db.system)))
  await db.asSystem((tx) => jobs.enqueue(tx, identityQueue, { id: owner.personId }))
  const kept = async () =>
    (
      await sql<{ output: { message: string } | null }>`select output from pgboss.job where name = 'identity'`.execute(
        db.system,
      )
    ).rows[0]?.output
  await expect.poll(kept, { timeout: 20_000 }).toMatchObject({ message: 'invalid input syntax for type uuid: "…"' })
  expect(watch.in(JSON.stringify(await kept()))).toEqual([])
})

it('the record of an export tells its filters without the words that were looked for', async () => {
  const id = owner.personId
  for (const text of [number, name, both])
    expect(
      (
        await t.call(
          exportCalls.tell,
          {
            body: {
              resource: 'people',
              rows: 1,
              format: 'csv',
              query: `?keyWord=${encodeURIComponent(text)}&status=failed&sort=-createdAt,name&from=2026-01-02&personId=${id}&page=2&note=${encodeURIComponent(text)}&${encodeURIComponent(text)}=1`,
            },
          },
          owner,
        )
      ).success,
    ).toBe(true)
  const { rows } = await sql<{
    query: string
  }>`select details->>'query' as query from audit where action = 'list.exported'`.execute(t.services.db.system)
  expect(new Set(rows.map((r) => r.query))).toEqual(
    new Set([`keyWord=…&status=failed&sort=-createdAt,name&from=2026-01-02&personId=${id}&page=2&note=…`]),
  )
})
