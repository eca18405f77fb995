import type { ErrorCode } from '../../contract/kit/errors.ts'
import type { FieldProblem } from '../../contract/kit/issues.ts'

/** A refusal the user is told about. Anything else that is thrown becomes `internal` and leaks nothing. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: Record<string, string | number>
  readonly fields: FieldProblem[]
  /** What the refusal shows of the record besides its words; passes no schema, so only what the caller may read. */
  readonly shown: Record<string, unknown>

  constructor(
    code: ErrorCode,
    params: Record<string, string | number> = {},
    fields: FieldProblem[] = [],
    shown: Record<string, unknown> = {},
  ) {
    super(code)
    this.code = code
    this.params = params
    this.fields = fields
    this.shown = shown
  }
}

/** A refusal that names fields of the request. */
export function badFields(...fields: FieldProblem[]) {
  return new AppError('bad-parameter', {}, fields)
}

/** Who saves over what somebody else saved meanwhile is told, with what stands there now. */
export function checkVersion(version: number | undefined, current: { version: number }) {
  if (version !== undefined && version !== current.version) throw new AppError('conflict', {}, [], { current })
}
