import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageCalls } from '../../contract/messages/messages.ts'
import { platformCalls } from '../../contract/operator/platforms.ts'
import { listViewCalls } from '../../contract/platform/list-views.ts'
import type { Call } from '../../contract/kit/call.ts'
import { newId } from '../../server/kit/ids.ts'
import type { Member } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { ownRecordSamples } from '../kit/own-records.ts'
import { aimAt, type Aimed, askedWidely, namesRecord, ofAccount } from './matrix/aim.ts'
import { allCalls, guardedCalls, type Named } from './matrix/all-calls.ts'
import { deciders } from './matrix/insert-judicial.ts'
import { canaryOf, hostOf } from './matrix/owners.ts'
import { absentRecords } from './matrix/absent-records.ts'
import type { Records } from './matrix/record-ids.ts'
import { buildRecords } from './matrix/records.ts'
import { dealCalls } from '../kit/sweep/deal-calls.ts'
import { everythingThatStands, rowsIn } from './matrix/whose.ts'
import { type Answer, buildWorld, fingerprint, type World } from './matrix/world.ts'

// Every call that names a record, aimed at each owner's: one's own is there, anybody else's answers as one that does not exist.

let w: World
beforeAll(async () => {
  w = await buildWorld()
})
afterAll(() => w?.close())

const naming = guardedCalls.filter(({ call }) => namesRecord(call))
const isStaff = (call: Call) => /^(operator|platform|installation)[.]/.test(call.right)
const isOffice = (call: Call) => call.right.startsWith('office.')
/** Who decides in the office that has somebody's order. */
const deciderOf = (records: Records) => deciders.get(records.office)!

/** Calls that ask for what there is, and name no record. */
const questions = guardedCalls.filter(({ call }) => !namesRecord(call) && call.rate === 'read')

/** Those, and lists that a record may narrow; a bundle is made of what is named, one way or the other. */
const lists = guardedCalls.filter(
  ({ title, call }) =>
    call.rate === 'read' &&
    title !== 'delivery.bundle' &&
    // What platforms there are is for whoever runs the installation.
    call.right !== 'installation.manage' &&
    askedWidely(call, { membershipId: newId() }),
)

/** Questions whose answers name no row of the world: figures and words, or records of which it has none. */
const tellsNoRow = new Set(
  [
    'settings.profile storage.usage messages.count messageChoices.get certify.status evidence.labels batches.template',
    'divisions.provinces divisions.below divisions.name certify.aliRedirect certify.aliQuery invitations.list',
    'anchors.chains anchors.list anchors.get integrity.list integrity.get integrity.findings',
    'operatorTimestamps.overview operatorTrust.overview wallet.info payOrders.ways transfers.details packages.price statements.spending statements.list',
    'statements.download notarization.template configFile.download',
  ].flatMap((titles) => titles.split(' ')),
)

/** An answer without what differs from one question to the next. */
function plain({ status, text }: Answer, { own, ...names }: Records, ids: string[]): string {
  const said = [...Object.values(names), ...Object.values(own), ...ids].reduce(
    (all, id) => all.replaceAll(id, '…'),
    text,
  )
  return `${status} ${said.replace(/"requestId":"[^"]*"/, '')}`
}

/** Refusals that say the request never reached a record. */
const unreached = [
  'bad-parameter',
  'forbidden',
  'session-gone',
  'not-found',
  'too-frequent',
  'unknown-route',
  'internal',
]

describe('one’s own', () => {
  // Without this, everything below could be green because nothing is ever found.
  it.each(dealCalls(naming, 'one’s own'))('is reached by $title', async ({ call }) => {
    // A question leaves everything as it is: all of them may be asked about the same records.
    const asks = call.rate === 'read'
    const me = asks ? w.boss : await w.t.member({ kind: 'enterprise' })
    const records = asks ? w.records.boss : await buildRecords(w.t, me)
    for (const aimed of aimAt(call, records, me)) {
      const answer = await w.send(
        call,
        aimed,
        isStaff(call) ? w.administrator : isOffice(call) ? deciderOf(records) : me,
      )
      if (call.path.startsWith('login/switch')) expect(answer.code).toBeUndefined()
      else
        expect({ code: answer.code, text: answer.text.slice(0, 300) }).not.toMatchObject({
          code: expect.toBeOneOf(unreached) as string,
        })
      if (answer.text.includes('"ok":')) expect(answer.text).toContain('"ok":true')
      expect(answer.saysToken, 'the session of whoever asks').toBe(false)
    }
  })
})

const noRecords = absentRecords()

interface Relation {
  name: string
  attacker(): Member
  victim(): { member: Member; records: Records }
  calls: Named[]
}

const personal = naming.filter(({ call }) => !ofAccount(call) && !isStaff(call))
const relations: Relation[] = [
  {
    name: 'a sibling’s',
    attacker: () => w.one,
    victim: () => ({ member: w.two, records: w.records.two }),
    calls: personal.filter(({ call }) => call.right !== 'subAccounts.manage'),
  },
  {
    name: 'the main account’s',
    attacker: () => w.one,
    victim: () => ({ member: w.boss, records: w.records.boss }),
    calls: personal.filter(({ call }) => call.right !== 'subAccounts.manage'),
  },
  {
    name: 'another account’s',
    attacker: () => w.boss,
    victim: () => ({ member: w.rival, records: w.records.rival }),
    calls: naming.filter(({ call }) => !isStaff(call)),
  },
  {
    name: 'another platform’s',
    attacker: () => w.boss,
    victim: () => ({ member: w.foreign, records: w.records.foreign }),
    calls: naming.filter(({ call }) => !isStaff(call)),
  },
  {
    name: 'another office’s',
    attacker: () => deciderOf(w.records.boss),
    victim: () => ({ member: w.rival, records: w.records.rival }),
    calls: naming.filter(({ call }) => isOffice(call)),
  },
  {
    name: 'what another platform’s staff look after',
    attacker: () => w.administrator,
    victim: () => ({ member: w.foreign, records: w.records.foreign }),
    calls: naming.filter(({ call }) => isStaff(call)),
  },
]

/** History of records that the whole account shares is nobody's alone. */
const shared = (aimed: Aimed) =>
  ['membership', 'api-key', ...ownRecordSamples.map(({ kind }) => kind)].includes(String(aimed.params?.['kind']))

async function expectAbsent({ attacker, victim, name }: Relation, call: Call) {
  const [who, { member, records }] = [attacker(), victim()]
  const absent = absentRecords()
  const nobody = { membershipId: newId() }
  const targets = aimAt(call, records, member)
  const nothing = aimAt(call, absent, nobody)
  // Whose it is has just read it: what anything on the way kept of that would be found below.
  if (call.rate === 'read' && !isStaff(call))
    for (const aimed of targets) await w.send(call, aimed, isOffice(call) ? deciderOf(records) : member)
  const before = await fingerprint(w.owner, [member])
  for (const [i, aimed] of targets.entries()) {
    if (who.accountId === member.accountId && shared(aimed)) continue
    // A sub-account's part is its own to switch to, whoever names it.
    const theirs = await w.send(call, aimed, who)
    expect({ name, answer: plain(theirs, records, [member.membershipId]) }).toEqual({
      name,
      answer: plain(await w.send(call, nothing[i]!, who), absent, [nobody.membershipId]),
    })
    expect(theirs.text).not.toContain(canaryOf(member))
  }
  expect(await fingerprint(w.owner, [member])).toBe(before)
}

describe.each(relations)('$name', (relation) => {
  // A host leads to one platform: it is taken before anybody asks for it below, whatever was tried before.
  beforeAll(async () => {
    const [aimed] = aimAt(platformCalls.create, noRecords, w.administrator)
    await w.send(platformCalls.create, aimed!, w.administrator)
  })
  it.each(dealCalls(relation.calls, `${relation.name} by both walls`))(
    'answers as if it did not exist, and stays as it is, through $title',
    ({ call }) => expectAbsent(relation, call),
  )
})

describe('without the second wall', () => {
  beforeAll(async () => {
    const { rows } = await w.owner.query<{ name: string }>(
      `select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
    )
    for (const { name } of rows) await w.owner.query(`alter table ${name} disable row level security`)
  })
  describe.each(relations)('$name', (relation) => {
    it.each(dealCalls(relation.calls, `${relation.name} by the queries`))(
      'is kept apart by the queries alone in $title',
      ({ call }) => expectAbsent(relation, call),
    )
  })
  it('a person’s messages about one account stay out of another they act in', async () => {
    const [one, other] = [await w.t.member({ kind: 'enterprise' }), await w.t.member({ kind: 'enterprise' })]
    const { message } = await buildRecords(w.t, one)
    const membershipId = newId()
    await w.t.services.db.system
      .insertInto('membership')
      .values({
        id: membershipId,
        platformId: w.t.platformId,
        personId: one.personId,
        accountId: other.accountId,
        role: 'sub',
        grants: [],
      })
      .execute()
    const there = { 'x-account': other.accountId }
    const asked = await Promise.all(
      [there, {}].map((headers) => w.t.call(messageCalls.list, { body: {} }, one, headers)),
    )
    expect(asked.map(({ data }) => data.list.map((m) => m.id))).toEqual([[], [message]])
    expect(await w.t.call(messageCalls.get, { params: { id: message } }, one, there)).toMatchObject({
      errorCode: 'not-found',
    })
    expect((await w.t.call(messageCalls.read, { body: { all: true } }, one, there)).data.read).toBe(0)
  })
  it.each(dealCalls(questions, 'others’'))('$title lists nothing of others', async ({ call }) => {
    const shown: string[] = []
    const refused: unknown[] = []
    for (const [who, others] of [
      [w.one, [w.two, w.boss, w.rival, w.foreign]],
      [w.boss, [w.rival, w.foreign]],
      [w.administrator, [w.foreign]],
    ] as const) {
      for (const aimed of aimAt(call, noRecords, who)) {
        const { text, code } = await w.send(call, aimed, who)
        if (code === 'bad-parameter' || code === 'internal') refused.push(text)
        for (const other of others)
          if (!(who === w.one && ofAccount(call)) && text.includes(canaryOf(other))) shown.push(canaryOf(other))
      }
    }
    expect({ shown, refused }).toEqual({ shown: [], refused: [] })
  })

  describe('of what stands of everybody', () => {
    let standing: Awaited<ReturnType<typeof everythingThatStands>>
    beforeAll(async () => {
      // What others share with their account, by which a list may be wider than what is one's own.
      for (const member of [w.rival, w.foreign])
        await w.t.call(
          listViewCalls.create,
          { body: { resource: 'evidence', name: canaryOf(member), query: '', shared: true } },
          member,
          hostOf(member),
        )
      for (const member of [w.boss, w.two, w.rival, w.foreign])
        await buildEvidence(w.t, member, { category: 'ATTSETATIONFILE' })
      await w.owner.query('update capture_batch set submitted_at = app_now()')
      standing = await everythingThatStands(w.owner)
    })
    it.each(dealCalls(lists, 'everybody’s'))(
      '$title shows rows of the account and the platform that ask, and no other',
      async ({ title, call }) => {
        const { platformId } = w.t
        const readers = isStaff(call)
          ? [{ ...w.administrator, platformId, staff: true, alone: false }]
          : isOffice(call)
            ? [{ ...deciderOf(w.records.boss), platformId, staff: false, alone: false }]
            : [
                { ...w.one, platformId, staff: false, alone: true },
                { ...w.boss, platformId, staff: false, alone: false },
              ]
        let seen = 0
        for (const reader of readers) {
          const { text, code } = await w.send(call, askedWidely(call, reader)!, reader)
          const { rows, foreign } = rowsIn(text, standing, reader)
          expect(foreign).toEqual([])
          expect(['bad-parameter', 'internal']).not.toContain(code)
          seen += rows.length
        }
        // Else it would prove nothing.
        expect(seen > 0).toBe(!tellsNoRow.has(title))
      },
    )
  })
})

describe('lists', () => {
  it('show one’s own, or the tests above prove nothing', async () => {
    for (const title of [
      'evidence.list',
      'webCaptures.list',
      'batches.captures',
      ...ownRecordSamples.map(({ group }) => `${group}.list`),
      'subAccounts.list',
      'apiKeys.list',
      'registeredKeys.list',
      'listViews.list',
      'messages.list',
    ]) {
      const { call } = allCalls.find((c) => c.title === title)!
      const asked =
        title === 'listViews.list' ? { query: { resource: 'evidence' } } : call.method === 'GET' ? {} : { body: {} }
      expect((await w.send(call, asked, w.boss)).text).toContain(canaryOf(w.boss))
    }
  })
})
