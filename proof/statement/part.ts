import { type Check, filled, instant, isRecord, type Json, listOf, oneOf, record, refuseAt, shape } from './shape.ts'

export interface StatementFile {
  path: string
  size: number
  sha256: string
  sm3: string
  mediaType: string
}

/** What a statement says of the coming about of evidence of any kind. */
export interface CameAbout {
  startedAt: string
  finishedAt: string
  completeness: 'full' | 'partial'
  missing: ({ code: string } & { [key: string]: Json })[]
  facts: { [key: string]: Json }
}

/** What else a statement holds that its part of a kind has to agree with. */
interface Beside {
  files: StatementFile[]
  prev: string | null
}

/** How evidence of one kind came about, as its statement says it. */
export interface StatementPart<C extends CameAbout> {
  /** The shape of `capture`, member by member. */
  readonly check: Check
  /** Refuses files, or an earlier statement, that do not fit what is said. */
  agree(capture: C, beside: Beside): void
}

const missingItem: Check = (value, at) => {
  if (!isRecord(value)) return refuseAt(at)
  filled(value['code'], `${at}.code`)
}

const cameAbout = {
  startedAt: instant,
  finishedAt: instant,
  completeness: oneOf('full', 'partial'),
  missing: listOf(missingItem),
  facts: record,
}

/** Declares a kind's part of the statement: its own members, and how they agree with the files; there is at least one. */
export const defineStatementPart = <C extends CameAbout & { kind: string }>(
  kind: C['kind'],
  members: Record<Exclude<keyof C, keyof CameAbout | 'kind'>, Check>,
  agree: StatementPart<C>['agree'] = (_, { files }) => requireFiles(files),
): StatementPart<C> => ({ check: shape({ kind: oneOf(kind), ...members, ...cameAbout }), agree })

export function requireFiles(files: StatementFile[]) {
  if (!files.length) refuseAt('$.files')
}
