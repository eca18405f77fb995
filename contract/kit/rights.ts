import { readOfWrite, type RecordRight, recordRights } from './records.ts'

const ownRights = [
  'public',
  'signed-in',
  'captures.start',
  /** Hands over files, hashes of files, and works. */
  'deposits.make',
  'evidence.read',
  /** Sees and does with everybody's evidence of the account what its other rights say; without it, with its own alone. */
  'evidence.all',
  'evidence.write',
  'evidence.download',
  'evidence.share',
  'subAccounts.manage',
  /** Sees what the account has and what it was spent on. */
  'money.read',
  /** Pays money in. */
  'money.pay',
  'account.manage',
  /** Brings friends here by a code of one's own; staff bring nobody. */
  'friends.invite',
  /** Keys by which programs act for the account. */
  'keys.manage',
  'audit.read',
  /** Sees the orders that an office answers, and their evidence. */
  'office.read',
  /** Prepares what the office's notaries or examiners decide. */
  'office.assist',
  /** Accepts, refuses, sets fees and issues papers. */
  'office.decide',
  /** Writes what the office's applicants are asked and told. */
  'office.templates',
  /** Says who of the office's people may do what. */
  'office.manage',
  'operator.outbox',
  'operator.feedback',
  'operator.people',
  /** Puts money into accounts and takes it out, two people together. */
  'operator.money',
  /** Decides on changes that another person asks for. */
  'operator.approve',
  /** Who people and enterprises are: to judge their papers. */
  'operator.identities',
  'operator.audit',
  'operator.jobs',
  'operator.content',
  'platform.manage',
  /** Makes and closes the platforms of this installation; on its default platform alone. */
  'installation.manage',
] as const
export type Right = (typeof ownRights)[number] | RecordRight
/** Every right a call can need. `public` needs no session, `signed-in` any session. */
export const rights: readonly [Right, ...Right[]] = [...ownRights, ...recordRights]

/** `owner` of an account, `sub` who acts in somebody's, and the platform's own staff. */
export const roles = ['owner', 'sub', 'operator', 'administrator'] as const
export type Role = (typeof roles)[number]

/** The platform's own people. */
export const staffRoles: readonly Role[] = ['operator', 'administrator']
export const isStaff = (role: Role) => staffRoles.includes(role)

/** What somebody is in a notary office or an institute of appraisal; notaries and examiners decide, assistants prepare. */
export const officeRoles = ['notary', 'examiner', 'assistant'] as const
export type OfficeRole = (typeof officeRoles)[number]

const ownGrants = [
  'captures.start',
  'deposits.make',
  'evidence.all',
  'evidence.write',
  'evidence.download',
  'evidence.share',
] as const satisfies readonly Right[]
export type Grant = (typeof ownGrants)[number] | RecordRight
/** What an enterprise may let its sub-accounts do, in the order in which it is offered. */
export const grants: readonly [Grant, ...Grant[]] = [...ownGrants, ...recordRights]

const implied: Partial<Record<Right, Right>> = readOfWrite

/** Nobody who signs in at an account is kept from the evidence they took themselves, nor from bringing friends. */
const ofSub: readonly Right[] = ['evidence.read', 'friends.invite']
const ofOwner: readonly Right[] = [
  ...grants,
  'evidence.read',
  'audit.read',
  'money.read',
  'money.pay',
  'account.manage',
  'friends.invite',
  'keys.manage',
]
const ofEnterpriseOwner: readonly Right[] = ['subAccounts.manage']
const ofOperator: readonly Right[] = [
  'operator.approve',
  'operator.money',
  'operator.outbox',
  'operator.feedback',
  'operator.people',
  'operator.identities',
  'operator.audit',
  'operator.jobs',
  'operator.content',
]
const ofAdministrator: readonly Right[] = [...ofOperator, 'platform.manage']

/** A membership as far as it decides what somebody may do in an account. */
export interface MembershipFacts {
  role: Role
  accountKind: 'personal' | 'enterprise'
  /** Of a sub-account; others have none. */
  grants: readonly string[]
  accountDisabled?: boolean
  /** On the platform that answers where no other claims the host. */
  onDefaultPlatform?: boolean | undefined
  /** Where the account is an office: what they are there, if anything. */
  office?: { role: OfficeRole | null } | null
}

const ofOffice: Record<OfficeRole, readonly Right[]> = {
  notary: ['office.read', 'office.assist', 'office.decide', 'office.templates'],
  examiner: ['office.read', 'office.assist', 'office.decide'],
  assistant: ['office.read', 'office.assist'],
}

/** Whose account an office is sees what it answers and who its people are; to answer, they too have a role. */
function rightsInOffice({ role, office }: MembershipFacts): readonly Right[] {
  if (!office) return []
  return [
    ...(role === 'owner' ? (['office.read', 'office.manage'] as const) : []),
    ...(office.role ? ofOffice[office.role] : []),
  ]
}

/** What stays in an account that the platform's staff disabled: to see what is there, and to take it away. */
const ofDisabled: ReadonlySet<Right> = new Set([
  'evidence.read',
  'evidence.all',
  'evidence.download',
  'audit.read',
  'money.read',
  'office.read',
  ...Object.values(readOfWrite),
])

/** What a person may do in the account they act for; anything absent is denied. */
export function rightsOf(membership: MembershipFacts): ReadonlySet<Right> {
  const rights = new Set([...rightsOfRole(membership), ...rightsInOffice(membership)])
  return membership.accountDisabled ? new Set([...rights].filter((r) => ofDisabled.has(r))) : rights
}

function rightsOfRole({ role, accountKind, grants: given, onDefaultPlatform }: MembershipFacts): ReadonlySet<Right> {
  switch (role) {
    case 'owner':
      return new Set(accountKind === 'enterprise' ? [...ofOwner, ...ofEnterpriseOwner] : ofOwner)
    case 'operator':
      return new Set(ofOperator)
    case 'administrator':
      return new Set(onDefaultPlatform ? [...ofAdministrator, 'installation.manage'] : ofAdministrator)
    case 'sub': {
      // Only what is grantable today counts: a right that was taken out of the list is not left to those who once got it.
      const granted = grants.filter((g) => given.includes(g))
      return new Set([...ofSub, ...granted, ...granted.flatMap((g) => implied[g] ?? [])])
    }
  }
}
