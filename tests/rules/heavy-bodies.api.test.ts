import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { maxUrlLength, maxUrlsAtOnce, webCaptureCalls } from '../../contract/captures/web.ts'
import { contentCalls } from '../../contract/content/content.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { mostAtOnce, mostImportRows } from '../../contract/kit/bulk.ts'
import { type Call, pathOf } from '../../contract/kit/call.ts'
import { announcementCalls } from '../../contract/messages/announcements.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { mostQuestions } from '../../contract/notarization/templates.ts'
import { legalCalls } from '../../contract/platform/legal.ts'
import { tusPath } from '../../contract/registry/uploads.ts'
import { bodyBoundOf, usualBody } from '../../server/app/mount/body-bound.ts'
import { decodeFields } from '../../server/app/mount/read-request.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { openOffice } from '../kit/people/offices.ts'
import { dealCalls } from '../kit/sweep/deal-calls.ts'
import { allCalls } from './matrix/all-calls.ts'

// One address could keep everybody waiting by bodies that no call needs. Each call has the bound that its fields need, nothing beyond
// it is parsed, and of fields that nobody reads nothing is looked at. What both cost is CPU time of this process, compared
// within one run.

/** The cost of as many unknown fields as there is room for, in answers to an empty body, for each usual body that the bound has room for. */
const mostTimes = 12
const mostFields = 80_000
/** Beside that, as many readings of the text itself. */
const mostReadings = 4

/** CPU time of this process, in microseconds. */
function costOf(work: () => unknown): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return user + system
}

let t: TestApp
let owner: pg.Client
let actors: Member[]
beforeAll(async () => {
  t = await buildTestApp()
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  await liftLimits(owner)
  const offices = [await openOffice(t), await openOffice(t, { kind: 'notary-office', name: '海桥公证处' })]
  actors = [
    await t.member({ kind: 'enterprise' }),
    await t.member(),
    await t.member({ role: 'administrator', kind: 'enterprise' }),
    ...offices.flatMap(({ decider, head }) => [decider, head]),
  ]
})
afterAll(async () => {
  await owner?.end()
  await t?.close()
})

const bodied = allCalls.filter(({ call }) => call.method !== 'GET')
const absent = '018f0000-0000-7000-8000-000000000001'
const names = { id: absent, fileId: absent, paperId: absent, ano: '261121000000000018', no: '261121000000000018' }

const post = (call: Call, payload: string, as: Member | undefined, type: string) =>
  t.inject({
    method: call.method,
    url: pathOf(call, names),
    payload,
    headers: { 'content-type': type, ...(as && { 'x-auth-token': as.token }) },
  })

/** Sent by whoever may call it: others are refused before their body is read. */
async function send(call: Call, payload: string, type = 'application/json') {
  for (const as of call.right === 'public' ? [undefined] : actors) {
    const begun = process.cpuUsage()
    const reply = await post(call, payload, as, type)
    const { user, system } = process.cpuUsage(begun)
    const code = reply.body.includes('"errorCode"') ? (reply.json() as { errorCode: string }).errorCode : 'ok'
    if (code !== 'forbidden') return { status: reply.statusCode, code, cost: user + system }
  }
  throw new Error(`Nobody may call ${call.path}.`)
}

const fieldsWithin = (bytes: number, written: (i: number) => string) => {
  const fields: string[] = []
  for (let i = 0, sum = 64; i < mostFields; i++) {
    const field = written(i)
    if ((sum += field.length + 1) > bytes) break
    fields.push(field)
  }
  return fields
}
const unknownJson = (bytes: number) => `{${fieldsWithin(bytes, (i) => `"u${i}":1`).join()}}`
const unknownForm = (bytes: number) => fieldsWithin(bytes, (i) => `u${i}=1`).join('&')

it.each(bodied)('$title parses nothing that is longer than its bound', async ({ call }) => {
  const bound = bodyBoundOf(call)
  expect(await send(call, '{'.repeat(bound + 1))).toMatchObject({ status: 413, code: 'too-large' })
  expect(await send(call, '{'.repeat(bound))).toMatchObject({ code: 'unreadable-body' })
})

it.each(dealCalls(bodied, 'heavy bodies'))(
  '$title answers a body full of fields that nobody reads about as soon as an empty one',
  async ({ call }) => {
    const bound = bodyBoundOf(call)
    const least = async (payload: string, type?: string) =>
      Math.min((await send(call, payload, type)).cost, (await send(call, payload, type)).cost)
    const most = mostTimes * Math.max(await least('{}'), 1_000) * (bound / usualBody)
    const [json, form] = [unknownJson(bound), unknownForm(bound)]
    expect(await least(json)).toBeLessThan(most + mostReadings * costOf(() => JSON.parse(json)))
    expect(await least(form, 'application/x-www-form-urlencoded')).toBeLessThan(
      most + mostReadings * costOf(() => decodeFields(form)),
    )
  },
)

it('lets nobody send more than the usual before they signed in', () => {
  const visitors = bodied.filter(({ call }) => call.right === 'public' && bodyBoundOf(call) > usualBody)
  expect(visitors).toEqual([])
})

it.each(['/shimakaze/no-such-call', '/no-such-page', tusPath])(
  'parses no long body that is sent to %s',
  async (url) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await t.inject({ method: 'POST', url, payload: '{'.repeat(usualBody + 1), headers })
    // Uploads ask who sends it before they look at anything.
    expect(url === tusPath ? [401, 413] : [413]).toContain(reply.statusCode)
  },
)

/** Chinese text as long as a field takes it. */
const long = (signs: number) => '证'.repeat(signs)
it.each<[string, Call, object]>([
  [
    'both languages of terms',
    legalCalls.publish,
    { kind: 'agreement', edition: long(20), zh: long(100_000), en: long(100_000) },
  ],
  ['a page in both languages', contentCalls.create, { titleZh: long(100), bodyZh: long(50_000), bodyEn: long(50_000) }],
  ['an announcement', announcementCalls.create, { title: long(100), content: long(20_000) }],
  ['a hundred identifiers', evidenceCalls.hideMany, { ids: Array.from({ length: mostAtOnce }, () => absent) }],
  [
    'addresses of a capture',
    webCaptureCalls.start,
    { urls: Array.from({ length: maxUrlsAtOnce }, () => 'x'.repeat(maxUrlLength)) },
  ],
  [
    'a sheet of addresses',
    addressCalls.import,
    {
      rows: Array.from({ length: mostImportRows }, () => ({
        name: long(60),
        detail: long(200),
        phone: 'x'.repeat(30),
        place: long(60),
      })),
    },
  ],
  ['answers of an inquiry', orderCalls.step, { answers: Array.from({ length: mostQuestions }, () => long(2_000)) }],
])('has room for %s, as JSON', (_, call, body) => {
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(bodyBoundOf(call))
})
