import { sql } from 'kysely'

/** Somebody who leaves the platform, and what ends with them. */
export interface Leaving {
  person: { id: string; platformId: string; phone: string; mail: string | null; name: string }
  /** Accounts that end, and names of theirs. */
  owned: string[]
  names: string[]
  memberships: string[]
  /** Every account that the person acted in. */
  accounts: string[]
}

/** What stands in the place of a name: enough for staff to tell one from another. */
export const shadowOf = (id: string) => `#${id.slice(-8)}`

export const anyOf = (ids: readonly string[]) => sql`any(${ids}::uuid[])`
