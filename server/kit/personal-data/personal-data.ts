import { type RawBuilder, sql } from 'kysely'
import { deviceOf } from '../calls/device-of.ts'
import type { Tx } from '../db/db.ts'
import type { Language } from '../words.ts'
import type { Leaving } from './leaving.ts'

/** Whose data it is: the person's, and of the accounts that are theirs. Of others' accounts they get what is about them. */
export interface DataSubject {
  personId: string
  /** Accounts that the person owns; none of those they merely act in. */
  accounts: string[]
  lang: Language
}

export type DataRow = Record<string, unknown>

/** One file of the copy of somebody's data. Its words stand under `joins.data-copy.section` of its domain. */
export interface DataSection {
  name: string
  /** Its place in the copy; those without one come last. */
  order?: number
  /** Tables that it tells of. */
  tables: readonly string[]
  /** There only for whoever owns an account. */
  ofOwner?: boolean
  query(of: DataSubject): RawBuilder<DataRow>
  /** What the database does not say by itself. */
  shape?: (row: DataRow, lang: Language) => DataRow
  /** Columns that the page for reading shows. */
  shown: readonly string[]
}

export type Erasure = (tx: Tx, leaving: Leaving) => Promise<void>

/** An erasure of statements that are run one after the other. */
export const eraseBy =
  (statementsOf: (leaving: Leaving) => readonly RawBuilder<unknown>[]): Erasure =>
  async (tx, leaving) => {
    for (const statement of statementsOf(leaving)) await statement.execute(tx)
  }

/** What a domain holds of people: a copy of it is theirs to have, and nothing personal stays when they leave. */
export interface PersonalData {
  sections?: readonly DataSection[]
  /** Deletes or takes the names from what is theirs, in the transaction that closes the person. */
  erase?: Erasure
}

export const hex = (column: string) => sql`encode(${sql.ref(column)}, 'hex')`

/** Rows of the accounts that are the person's own. */
export const ofAccounts = (column: string, { accounts }: DataSubject) =>
  sql<boolean>`${sql.ref(column)} = any(${accounts}::uuid[])`

/** A row with the browser and system that its `userAgent` names. */
export function withDevice({ userAgent, ...row }: DataRow): DataRow {
  const { browser, system } = deviceOf(userAgent as string | null)
  return { device: [browser, system].filter(Boolean).join(' · '), ...row, userAgent }
}

/** All sections of the copy, in its order. What it leaves out stands with its reason in tests/data-rights/tables.test.ts. */
export const sectionsOf = (all: readonly PersonalData[]): readonly DataSection[] =>
  all
    .flatMap(({ sections = [] }) => sections)
    .toSorted((a, b) => (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER))

export const erasuresOf = (all: readonly PersonalData[]): readonly Erasure[] => all.flatMap(({ erase }) => erase ?? [])
