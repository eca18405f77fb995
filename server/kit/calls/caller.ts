import type { Right, Role } from '../../../contract/kit/rights.ts'
import type { Language } from '../words.ts'

/** The white-label site a request came to. */
export interface Platform {
  id: string
  notaryId: string
  name: { zh: string; en?: string }
  /** True of the one that answers where no other claims the host. */
  isDefault?: boolean
  /** Of a platform beside the installation's first: the host that its links lead to. */
  host?: string | undefined
}

/** A request before or without a session. */
export interface Visitor {
  platform: Platform
  lang: Language
  ip: string
  userAgent: string
  requestId: string
  /** Kinds of answer it names, where it is asked for bytes. */
  accept?: string | undefined
  /** What this browser is known by when it comes back: from its cookie, else drawn for this request. */
  browser?: string | undefined
}

/** A signed-in person acting in one account. */
export interface Caller extends Visitor {
  sessionHash: Buffer
  /** The session is for this membership alone and leads to no other of the person's. */
  bound: boolean
  personId: string
  personName: string
  phone: string
  membershipId: string
  accountId: string
  accountName: string
  accountKind: 'personal' | 'enterprise'
  /** Staff disabled it: nothing is changed in it for the time being. */
  accountDisabled: boolean
  role: Role
  rights: ReadonlySet<Right>
  /** Set where this person may do nothing until they have set up the second step of signing in. */
  needsTotp?: boolean
  /** They proved who they are a short while ago. */
  isFresh?: boolean
  /** Set where a program asks by a key of this person's, for the record. */
  via?: { by: 'api'; key: string }
  /** That key: what it begins remembers it. */
  apiKeyId?: string
  /** Set where this person sees nothing of the account's evidence but their own. */
  onlyPersonId: string | undefined
}

/** Whose evidence alone somebody sees who may not see everybody's; undefined for whoever may. */
export const onlyPerson = (rights: ReadonlySet<Right>, personId: string) =>
  rights.has('evidence.all') ? undefined : personId
