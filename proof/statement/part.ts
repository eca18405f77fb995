import type { Note, PictureCaution } from './pictures.ts'
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

/** What whoever relies on evidence should know of it, although nothing is wrong with its proof. Words stand in `locales`, under `caution`. */
export type Caution =
  /** The site answered with an error: what was captured is its error page. */
  | { code: 'page-status'; params: { status: number } }
  /** Of the page's requests some brought nothing to show. */
  | { code: 'requests-failed'; params: { failed: number; requests: number } }
  | PictureCaution

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
  /** Read without trusting the form of the facts. */
  cautions(capture: C): Caution[]
  /** Read in the same way. */
  notes(capture: C): Note[]
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

/** Declares a kind's part of the statement: its own members, how they agree with the files (there is at least one), what to know of it. */
export const defineStatementPart = <C extends CameAbout & { kind: string }>(
  kind: C['kind'],
  members: Record<Exclude<keyof C, keyof CameAbout | 'kind'>, ShapeCheck>,
  {
    agree = (_, { files }) => requireFiles(files),
    cautions = () => [],
    notes = () => [],
  }: Partial<Pick<StatementPart<C>, 'agree' | 'cautions' | 'notes'>> = {},
): StatementPart<C> => ({ check: objectOf({ kind: oneOf(kind), ...members, ...cameAbout }), agree, cautions, notes })

export function requireFiles(files: StatementFile[]) {
  if (!files.length) refuseAt('$.files')
}
