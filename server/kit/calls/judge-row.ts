import type { z } from 'zod'
import type { ImportResult } from '../../../contract/kit/bulk.ts'
import { type FieldProblem, problemsOf } from '../../../contract/kit/issues.ts'
import { AppError } from '../errors.ts'

/** Takes the transaction back without being a failure. */
export class Rehearsed extends Error {
  readonly result: ImportResult
  constructor(result: ImportResult) {
    super('rehearsed')
    this.result = result
  }
}

/** What `work` gives, or what a dry run threw at its end to have everything taken back. */
export const rehearse = (work: Promise<ImportResult>): Promise<ImportResult> =>
  work.catch((error: unknown) => {
    if (error instanceof Rehearsed) return error.result
    throw error
  })

/** Its fields, where it names some. */
export function problemsNamed(error: unknown): readonly FieldProblem[] {
  if (error instanceof AppError && error.fields.length) return error.fields
  throw error
}

/** A row of a sheet as it can be kept, or what is wrong with it. */
export function judge<Row, Kept>(
  parse: () => z.ZodSafeParseResult<Row>,
  prepare: (row: Row) => Kept,
): { kept: Kept } | { problems: readonly FieldProblem[] } {
  const parsed = parse()
  if (!parsed.success) return { problems: problemsOf(parsed.error) }
  try {
    return { kept: prepare(parsed.data) }
  } catch (error) {
    return { problems: problemsNamed(error) }
  }
}
