import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grants, type MembershipFacts, rightsOf } from '../../contract/kit/rights.ts'
import { mount } from '../../server/app/mount/mount.ts'
import type { Member } from '../kit/build-test-app.ts'
import { ownRecordSamples } from '../kit/own-records.ts'
import { openOffice } from '../kit/people/offices.ts'
import { aimAt } from './matrix/aim.ts'
import { allCalls, guardedCalls } from './matrix/all-calls.ts'
import { rightOfCall } from './matrix/call-rights.ts'
import { absentRecords } from './matrix/absent-records.ts'
import { ofOtherPlatform, platformOf } from './matrix/owners.ts'
import { dealCalls } from '../kit/sweep/deal-calls.ts'
import { buildWorld, type World } from './matrix/world.ts'

// Every role meets every call of the contract, a slice of them a run: it is let in where its rights say so, and nowhere else.

let w: World
const actors = new Map<string, { member: Member; membership: MembershipFacts }>()
beforeAll(async () => {
  w = await buildWorld()
  const add = (name: string, member: Member, membership: MembershipFacts) => actors.set(name, { member, membership })
  add('an individual', await w.t.member(), { role: 'owner', accountKind: 'personal', grants: [] })
  add('an enterprise', w.boss, { role: 'owner', accountKind: 'enterprise', grants: [] })
  add('an operator', w.operator, { role: 'operator', accountKind: 'enterprise', grants: [] })
  const administrator = { role: 'administrator', accountKind: 'enterprise', grants: [] } as const
  add('an administrator', await w.t.member({ role: 'administrator', kind: 'enterprise' }), {
    ...administrator,
    onDefaultPlatform: true,
  })
  add(
    'an administrator of another platform',
    ofOtherPlatform(
      await w.t.member({ role: 'administrator', kind: 'enterprise', platformId: await platformOf(w.t, w.foreign) }),
    ),
    administrator,
  )
  const office = await openOffice(w.t)
  const inOffice = { role: 'sub', accountKind: 'enterprise', grants: [] } as const
  add('the head of an office', office.head, {
    role: 'owner',
    accountKind: 'enterprise',
    grants: [],
    office: { role: null },
  })
  add('an examiner', office.decider, { ...inOffice, office: { role: 'examiner' } })
  add('an assistant', office.assistant, { ...inOffice, office: { role: 'assistant' } })
  add('a sub-account without a grant', await w.t.sub(w.boss), { role: 'sub', accountKind: 'enterprise', grants: [] })
  for (const grant of grants)
    add(`a sub-account with ${grant}`, await w.t.sub(w.boss, { grants: [grant] }), {
      role: 'sub',
      accountKind: 'enterprise',
      grants: [grant],
    })
})
afterAll(() => w?.close())

/** Calls that are refused for what they were sent even where the right is there: no question is among them. */
const wantsMore = new Set([
  ...[
    // A file, which no sample is.
    'staffInvoices.addFile judicialOrders.addFile officeOrders.addFile officeSeal.set',
    'configFile.check configFile.save certificates.hashOfFile files.uploadPicture files.upload uploads.upload uploads.uploadToConfirm',
    'certify.sendPhoto certify.sendPhotoText certify.sendPaper',
    // Files that were sent before, and the names and numbers of papers.
    'judicialOrders.saveExpertise judicialOrders.saveOfficialSeal judicialOrders.savePurchase notarization.save preservation.make deposits.files works.deposit certify.submitPersonal certify.submitEnterprise certify.aliCertify',
    // Orders that are paid, a header, an address.
    'invoices.apply',
    // A new secret, or a sentence that must be typed.
    'settings.changePassword totp.turnOn totp.turnOff totp.renewCodes closing.ask',
    // Whole documents.
    'consents.give messageChoices.save apiKeys.create registeredKeys.create legal.publish platformSettings.save',
    // Names that stand once.
    'lawyerFields.create platforms.create',
  ].flatMap((titles) => titles.split(' ')),
  // What others of the same account made under this name a moment ago.
  ...ownRecordSamples.map(({ group }) => `${group}.create`),
])
it('asks each question as it may be asked, so that it comes to a query', () => {
  const questions = guardedCalls.filter(({ call }) => call.rate === 'read')
  expect(questions.filter(({ title }) => wantsMore.has(title))).toEqual([])
  expect(questions.length).toBeGreaterThan(80)
})

const names = [
  'an individual',
  'an enterprise',
  'an operator',
  'an administrator',
  'an administrator of another platform',
  'the head of an office',
  'an examiner',
  'an assistant',
  'a sub-account without a grant',
  ...grants.map((g) => `a sub-account with ${g}`),
]

const absent = absentRecords()

describe.each(names)('%s', (name) => {
  it.each(dealCalls(guardedCalls, name))('passes $title as far as its rights go', async ({ title, call }) => {
    const { member, membership } = actors.get(name)!
    const right = rightOfCall(title)
    const may = right === 'signed-in' || rightsOf(membership).has(right)
    for (const aimed of aimAt(call, absent, member)) {
      const { code } = await w.send(call, aimed, member)
      if (may)
        expect([
          'session-gone',
          'account-not-yours',
          ...(wantsMore.has(title) ? [] : ['bad-parameter']),
          'internal',
          ...(call.path.startsWith('history/') ? [] : ['forbidden']),
        ]).not.toContain(code === 'account-not-yours' && call.path.startsWith('login/switch') ? 'ok' : code)
      else expect(code).toBe('forbidden')
    }
  })
})

describe('a visitor', () => {
  it.each(dealCalls(guardedCalls, 'a visitor'))('is told to sign in by $title', async ({ call }) => {
    for (const aimed of aimAt(call, w.records.boss, w.boss)) {
      const { status, text } = await w.send(call, aimed, undefined)
      expect(JSON.parse(text)).toMatchObject({ success: false, statusCode: '500002' })
      expect(status).toBe(call.kind === 'bytes' ? 401 : 200)
    }
  })
})

describe('somebody who was disabled', () => {
  it.each(dealCalls(guardedCalls, 'disabled'))('passes $title no more', async ({ call }) => {
    const gone = await w.t.sub(w.boss, { grants: [...grants] })
    await w.t.services.db.system
      .updateTable('membership')
      .set({ status: 'DISABLED' })
      .where('id', '=', gone.membershipId)
      .execute()
    for (const aimed of aimAt(call, absent, gone))
      expect((await w.send(call, aimed, gone)).code).toBe('account-not-yours')
  })
})

it('starts with no call that has no function or no right', async () => {
  const call = allCalls.find((c) => c.title === 'evidence.list')!.call
  const serve = (given: object, handlers: object) =>
    mount(
      w.t.app,
      w.t.services,
      { calls: { list: given as never }, handlers: handlers as never, judges: {}, bounds: {} },
      async () => {},
    )
  expect(() => serve({ ...call, path: 'a', right: undefined }, { list: async () => null })).toThrow('no right')
  expect(() => serve({ ...call, path: 'b', right: 'evidence.reed' }, { list: async () => null })).toThrow('no right')
  expect(() => serve({ ...call, path: 'c' }, {})).toThrow('no function')
})
