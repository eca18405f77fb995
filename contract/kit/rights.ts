/** Every right a call can need. `public` needs no session, `signed-in` any session. */
export const rights = [
  'public',
  'signed-in',
  'captures.start',
  'evidence.read',
  'evidence.write',
  'evidence.download',
  'evidence.share',
  'invoices.read',
  'invoices.write',
  'addresses.read',
  'addresses.write',
  'operator.outbox',
  'operator.feedback',
] as const
export type Right = (typeof rights)[number]

export const roles = ['owner', 'operator'] as const
export type Role = (typeof roles)[number]

const ownerRights: readonly Right[] = [
  'captures.start',
  'evidence.read',
  'evidence.write',
  'evidence.download',
  'evidence.share',
  'invoices.read',
  'invoices.write',
  'addresses.read',
  'addresses.write',
]

/** What each role may do inside the account it acts for; anything absent is denied. */
export const rightsOfRole: Record<Role, readonly Right[]> = {
  owner: ownerRights,
  operator: ['operator.outbox', 'operator.feedback'],
}
