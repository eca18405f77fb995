import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { type Call, pathOf } from '../../contract/kit/call.ts'
import { grants } from '../../contract/kit/rights.ts'
import { listViewCalls } from '../../contract/platform/list-views.ts'
import { bodyBoundOf } from '../../server/app/mount/body-bound.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { seedOf, sized } from '../kit/randomness.ts'
import { aimAt } from './matrix/aim.ts'
import { allCalls } from './matrix/all-calls.ts'
import { absentRecords } from './matrix/absent-records.ts'
import { containsToken } from './matrix/world.ts'
import { dealCalls } from '../kit/sweep/deal-calls.ts'

// Whatever is sent to any call, by anybody: an answer in the envelope, soon, that tells nothing of the inside and does not say
// back who is signed in by what.

/** If every call were tried; a run tries a slice of them. */
const callsToMake = sized(8_000, 400_000)
const seed = seedOf('hostile calls')
const longest = 5_000

let t: TestApp
let owner: pg.Client
let actors: (Member | undefined)[]
beforeAll(async () => {
  t = await buildTestApp()
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  await liftLimits(owner)
  const boss = await t.member({ kind: 'enterprise' })
  actors = [
    undefined,
    boss,
    await t.sub(boss, { grants: [...grants] }),
    await t.member(),
    await t.member({ role: 'administrator', kind: 'enterprise' }),
  ]
})
afterAll(async () => {
  await owner?.end()
  await t?.close()
})

/** Texts that have broken services. */
const texts = [
  '',
  ' ',
  '\0',
  '\u202e',
  '\ufeff',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '\ud800',
  "' or 1=1 --",
  "'; drop table evidence; --",
  '$1',
  '%',
  '_',
  '\\',
  '%00',
  '../../../../etc/passwd',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '\r\nset-cookie: a=b',
  'null',
  'undefined',
  'true',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '９',
  '99999999999999999999',
  '-1',
  '1.5',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  '00000000-0000-0000-0000-000000000000',
  '{"a":1}',
  '[1]',
  '__proto__',
  'constructor',
  'a'.repeat(10_000),
  '中'.repeat(5_000),
  'x,'.repeat(3_000),
  '-'.repeat(300),
]
const short = texts.filter(({ length }) => length < 100)
const hostile = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...texts) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      2 ** 53,
      -(2 ** 63),
      1e308,
      [],
      {},
      [[]],
      [null],
      { toString: 1 },
      { length: 3 },
      { $gt: '' },
      [{}],
    ),
  },
  // Many short ones, or some of any length: a body of megabytes is refused by its length, whatever it says.
  { weight: 1, arbitrary: fc.array(fc.constantFrom<unknown>(...short, 1, null), { maxLength: 400 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<unknown>(...texts, 1, null), { maxLength: 8 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
)

type Part = 'params' | 'query' | 'body'
const partsOf = (call: Call) => (['params', 'query', 'body'] as const).filter((part) => call[part])

/** A request that is right but for some of its fields; sometimes with fields nobody asked for. */
function requestsOf(call: Call) {
  const spoiled = (part: Part) =>
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(...Object.keys(call[part]?.shape ?? {}), 'x'),
        fc.constantFrom('__proto__', 'constructor', 'role', 'accountId'),
      ),
      hostile,
      { maxKeys: 4 },
    )
  return fc.record({
    parts: fc.record(
      Object.fromEntries(partsOf(call).map((part) => [part, spoiled(part)])) as Record<
        Part,
        ReturnType<typeof spoiled>
      >,
    ),
    raw: fc.option(hostile, { freq: 12 }),
    as: fc.nat({ max: 4 }),
    form: fc.boolean(),
  })
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
/** What an address can hold: lone surrogates cannot be written into one. */
const inAddress = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, asText(value).toWellFormed().slice(0, 2_000)]),
  )

const inside =
  /syntax error|invalid input|violates|relation "|column "|pg_|\bselect .* from\b|\bat .*\.(ts|js):\d+|node_modules|ECONN|ENOENT|\/server\/|\/work\/|stack|kysely|fastify|zod/i

const absent = absentRecords()
/** A request that is right: a call's is the same for each that is spoiled. */
const rightOf = (call: Call) => aimAt(call, absent, { membershipId: absent.sub })[0]
type Right = ReturnType<typeof rightOf>

interface Sent {
  parts: Partial<Record<Part, Record<string, unknown>>>
  raw: unknown
  as: number
  form: boolean
}

async function send(call: Call, right: Right, { parts, raw, as, form }: Sent) {
  const actor = actors[as]
  const of = (part: Part) => ({ ...right?.[part], ...parts[part] })
  const body = raw ?? of('body')
  const payload =
    call.body || raw !== null
      ? form && typeof body === 'object' && body !== null
        ? {
            payload: new URLSearchParams(inAddress(body as Record<string, unknown>)).toString(),
            type: 'application/x-www-form-urlencoded',
          }
        : { payload: JSON.stringify(body), type: 'application/json' }
      : undefined
  const begun = performance.now()
  const response = await t.inject({
    method: call.method,
    url: pathOf(call, inAddress(of('params')) as Record<string, string>),
    query: inAddress(of('query')),
    ...(payload && call.method !== 'GET' ? { payload: payload.payload } : {}),
    headers: {
      ...(actor ? { 'x-auth-token': actor.token } : {}),
      ...(payload && call.method !== 'GET' ? { 'content-type': payload.type } : {}),
    },
  })
  return {
    status: response.statusCode,
    text: response.body,
    type: String(response.headers['content-type']),
    saysToken: containsToken(response, actor),
    took: performance.now() - begun,
  }
}

it.each([
  ['a sign that is none', '\0'],
  ['half a sign', '\ud800'],
])('text that the database cannot hold is told at its field: %s', async (_, sign) => {
  const reply = await t.call(
    listViewCalls.create,
    {
      body: {
        resource: 'evidence',
        name: `a${sign}b`,
        query: '',
        layout: { columns: [{ name: 'name' }], density: `com${sign}pact` as 'compact' },
        [`x${sign}`]: 1,
      },
    },
    actors[1],
  )
  expect(reply).toMatchObject({
    errorCode: 'bad-parameter',
    data: {
      fields: expect.arrayContaining([
        expect.objectContaining({ path: 'name', key: 'unstorable' }),
        expect.objectContaining({ path: 'layout.density', key: 'unstorable' }),
        expect.objectContaining({ path: '…', key: 'unstorable' }),
      ]) as unknown,
    },
  })
})

it('a body full of what cannot be held is answered in fewer words than it has', async () => {
  const each = JSON.stringify('\0').length + 1
  const length = Math.floor((bodyBoundOf(sessionCalls.login) - 20) / each)
  const payload = JSON.stringify({ phone: Array.from({ length }, () => '\0') })
  const response = await t.inject({
    method: 'POST',
    url: pathOf(sessionCalls.login),
    payload,
    headers: { 'content-type': 'application/json' },
  })
  expect(response.json()).toMatchObject({ errorCode: 'bad-parameter' })
  expect(response.rawPayload.length).toBeLessThan(20_000)
})

/** What is wrong with an answer that has to be in the envelope, or a file, to come soon and to tell nothing of the inside. */
function* judge(call: Call, { status, text, type, took, saysToken }: Awaited<ReturnType<typeof send>>) {
  if (status >= 500) yield `status ${status}`
  if (took >= longest) yield `after ${Math.round(took)} ms`
  if (saysToken) yield 'the session of whoever asks'
  // A file may be JSON too.
  if (!type.startsWith('application/json') || (call.kind === 'bytes' && status < 400)) {
    if (status >= 400 || call.kind !== 'bytes') yield `${type} with status ${status}`
    return
  }
  const { statusCode, success } = JSON.parse(text) as { statusCode?: unknown; success?: unknown }
  if (typeof statusCode !== 'string') yield 'no envelope'
  if ((status >= 400 || !success) && inside.test(text)) yield `of the inside: ${inside.exec(text)?.[0]}`
}

async function expectCalm(call: Call, right: Right, request: Sent) {
  const answer = await send(call, right, request)
  const wrong = [...judge(call, answer)]
  // Thousands of answers are judged, and what compares them costs as much as they do.
  if (wrong.length) expect({ wrong, request, text: answer.text.slice(0, 300) }).toMatchObject({ wrong: [] })
}

/** All signs in one text that mean something to somebody, for a field that takes three and for one that takes more. */
const pasted = ["<'\u202e", '<b>"\'\\%_$1 {{7*7}} ${7*7} \u202e🏴󠁧󠁢󠁥󠁮󠁧󠁿 ../x; -- \r\n@=1+1']

/** The value with one of its texts replaced, once for each text in it. */
function* replacingEachText(value: unknown, text: string): Generator<unknown> {
  if (typeof value === 'string') yield text
  else if (Array.isArray(value))
    for (const [i, item] of value.entries())
      for (const other of replacingEachText(item, text)) yield value.with(i, other)
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value))
      for (const other of replacingEachText(item, text)) yield { ...value, [name]: other }
}

/** Right requests of which one field, that is given or may be, holds what was pasted. */
function* pastedInto(call: Call, right: Right): Generator<Sent['parts']> {
  for (const part of ['query', 'body'] as const)
    for (const name of Object.keys(call[part]?.shape ?? {}))
      for (const text of pasted)
        for (const value of replacingEachText(right?.[part]?.[name] ?? '', text)) yield { [part]: { [name]: value } }
}

/** Streams go on for ever, and a slow hash is slow on purpose: neither is asked here by the thousand. */
const asked = allCalls.filter(({ call }) => call.kind !== 'events' && call.path !== 'logout')
const each = Math.ceil(callsToMake / asked.length)

describe(`every call, each of its fields and ${each} times`, () => {
  it.each(dealCalls(asked, 'hostile'))(
    '$title answers soon and tells nothing of the inside',
    { timeout: 300_000 },
    async ({ call }) => {
      const right = rightOf(call)
      for (const parts of pastedInto(call, right))
        for (const as of [1, 4]) await expectCalm(call, right, { parts, raw: null, as, form: false })
      await fc.assert(
        fc.asyncProperty(requestsOf(call), (request) => expectCalm(call, right, request as never)),
        { numRuns: each, seed },
      )
    },
  )
})
