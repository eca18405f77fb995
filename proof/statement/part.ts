import {
  type ShapeCheck,
  filledText,
  utcInstant,
  isJsonObject,
  type Json,
  arrayOf,
  oneOf,
  jsonObject,
  refuseAt,
  objectOf,
} from './shape.ts'

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
  readonly check: ShapeCheck
  /** Refuses files, or an earlier statement, that do not fit what is said. */
  agree(capture: C, beside: Beside): void
}

const missingItem: ShapeCheck = (value, at) => {
  if (!isJsonObject(value)) return refuseAt(at)
  filledText(value['code'], `${at}.code`)
}

const cameAbout = {
  startedAt: utcInstant,
  finishedAt: utcInstant,
  completeness: oneOf('full', 'partial'),
  missing: arrayOf(missingItem),
  facts: jsonObject,
}

/** Declares a kind's part of the statement: its own members, and how they agree with the files; there is at least one. */
export const defineStatementPart = <C extends CameAbout & { kind: string }>(
  kind: C['kind'],
  members: Record<Exclude<keyof C, keyof CameAbout | 'kind'>, ShapeCheck>,
  agree: StatementPart<C>['agree'] = (_, { files }) => requireFiles(files),
): StatementPart<C> => ({ check: objectOf({ kind: oneOf(kind), ...members, ...cameAbout }), agree })

export function requireFiles(files: StatementFile[]) {
  if (!files.length) refuseAt('$.files')
}
