import { describe, expect, it } from 'vitest'
import {
  grants,
  isStaff,
  type MembershipFacts,
  rights,
  rightsOf,
  roles,
  staffRoles,
} from '../../contract/kit/rights.ts'

const facts = (more: Partial<MembershipFacts>): MembershipFacts => ({
  role: 'owner',
  accountKind: 'personal',
  grants: [],
  ...more,
})
const rightsAs = (more: Partial<MembershipFacts>) => [...rightsOf(facts(more))].toSorted()

const reads = ['addresses.read', 'invoices.read', 'judicial.read']
const writes = ['addresses.write', 'invoices.write', 'judicial.write']
const ofEvidence = ['evidence.all', 'evidence.download', 'evidence.share', 'evidence.write']
const grantable = ['captures.start', 'deposits.make', ...ofEvidence, ...reads, ...writes].toSorted()
const person = [
  ...grantable,
  'account.manage',
  'audit.read',
  'evidence.read',
  'friends.invite',
  'keys.manage',
  'money.pay',
  'money.read',
].toSorted()
const operator = [
  'operator.approve',
  'operator.audit',
  'operator.content',
  'operator.feedback',
  'operator.identities',
  'operator.jobs',
  'operator.money',
  'operator.outbox',
  'operator.people',
]

describe('what somebody may do in an account', () => {
  it('is everything of a person in their own', () => expect(rightsAs({})).toEqual(person))
  it('is sub-accounts besides in an enterprise of theirs', () =>
    expect(rightsAs({ accountKind: 'enterprise' })).toEqual([...person, 'subAccounts.manage'].toSorted()))
  it('is of the platform what its staff do, and nothing of customers', () => {
    expect(rightsAs({ role: 'operator' })).toEqual(operator)
    expect(rightsAs({ role: 'administrator' })).toEqual([...operator, 'platform.manage'])
    expect(rightsAs({ role: 'administrator', onDefaultPlatform: true })).toEqual(
      [...operator, 'platform.manage', 'installation.manage'].toSorted(),
    )
    expect(rightsAs({ role: 'operator', onDefaultPlatform: true })).toEqual(operator)
  })
  it('tells staff from customers', () => {
    expect(roles.filter(isStaff)).toEqual(['operator', 'administrator'])
    expect(staffRoles).toEqual(['operator', 'administrator'])
  })
})

describe('a sub-account', () => {
  const own = ['evidence.read', 'friends.invite']
  it('sees its own evidence, whatever it was granted', () => expect(rightsAs({ role: 'sub' })).toEqual(own))
  it('may do what it was granted, and reads what it writes', () => {
    expect(rightsAs({ role: 'sub', grants: ['captures.start', 'invoices.write'] })).toEqual(
      [...own, 'captures.start', 'invoices.read', 'invoices.write'].toSorted(),
    )
    expect(rightsAs({ role: 'sub', grants: ['addresses.read'] })).toEqual([...own, 'addresses.read'].toSorted())
    expect(rightsAs({ role: 'sub', grants: [...grantable] })).toEqual([...own, ...grantable].toSorted())
  })
  it('gets nothing that cannot be granted', () =>
    expect(rightsAs({ role: 'sub', grants: ['money.pay', 'installation.manage', 'no.such'] })).toEqual(own))
  it('is offered these, own ones first', () => {
    expect(grants.slice(0, 6)).toEqual([
      'captures.start',
      'deposits.make',
      'evidence.all',
      'evidence.write',
      'evidence.download',
      'evidence.share',
    ])
    expect([...grants].toSorted()).toEqual(grantable)
  })
})

describe('the people of an office', () => {
  const inOffice = (role: 'owner' | 'sub', of: 'notary' | 'examiner' | 'assistant' | null) =>
    rightsAs({ role, accountKind: 'enterprise', office: { role: of } }).filter((right) => right.startsWith('office.'))
  it('answer by their role, not by whose account it is', () => {
    expect(inOffice('owner', null)).toEqual(['office.manage', 'office.read'])
    expect(inOffice('owner', 'assistant')).toEqual(['office.assist', 'office.manage', 'office.read'])
    expect(inOffice('sub', null)).toEqual([])
    expect(inOffice('sub', 'assistant')).toEqual(['office.assist', 'office.read'])
    expect(inOffice('sub', 'examiner')).toEqual(['office.assist', 'office.decide', 'office.read'])
    expect(inOffice('sub', 'notary')).toEqual(['office.assist', 'office.decide', 'office.read', 'office.templates'])
  })
  it('are none where there is no office', () => {
    for (const more of [{ office: null }, {}])
      expect(rightsAs(more).filter((right) => right.startsWith('office.'))).toEqual([])
  })
})

describe('an account that was disabled', () => {
  const disabled = (more: Partial<MembershipFacts>) => rightsAs({ ...more, accountDisabled: true })
  it('leaves what is there to be seen and taken away', () =>
    expect(disabled({ accountKind: 'enterprise', office: { role: 'notary' } })).toEqual(
      [
        ...reads,
        'audit.read',
        'evidence.all',
        'evidence.download',
        'evidence.read',
        'money.read',
        'office.read',
      ].toSorted(),
    ))
  it('gives nobody more than they had', () => expect(disabled({ role: 'sub' })).toEqual(['evidence.read']))
})

it('every right that anybody has is one that a call may need, and is named once', () => {
  expect(new Set(rights).size).toBe(rights.length)
  const had = [
    facts({ accountKind: 'enterprise', office: { role: 'notary' } }),
    facts({ role: 'administrator', onDefaultPlatform: true }),
  ].flatMap((one) => [...rightsOf(one)])
  expect(rights.filter((right) => !had.includes(right))).toEqual(['public', 'signed-in'])
  expect(had.filter((right) => !rights.includes(right))).toEqual([])
})
