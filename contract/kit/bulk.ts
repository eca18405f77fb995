import { z } from 'zod'
import { FieldIssue } from './envelope.ts'
import { Id, wireBool, wireList } from './fields.ts'

/** Records of one bulk request; whoever has more sends several. */
export const mostAtOnce = 100
export const BulkIds = z.object({ ids: wireList(Id, mostAtOnce).pipe(z.array(Id).min(1)) })

/** Each record is judged alone: what is refused says why in the caller's language, and hinders no other. */
export const BulkResult = z.object({
  list: z.array(z.object({ id: Id, ok: z.boolean(), message: z.string().nullable() })),
})
export type BulkResult = z.output<typeof BulkResult>

export const mostImportRows = 200

/** Rows of a sheet, already under wire names. `dryRun` does everything but keep it. */
export const ImportRows = z.object({
  rows: z
    .array(z.record(z.string().max(64), z.unknown()))
    .min(1)
    .max(mostImportRows),
  dryRun: wireBool.default(false),
})
export type ImportRows = z.output<typeof ImportRows>

/** `row` counts from 0 within the request; `exists` had been there before and was left as it is. */
export const ImportResult = z.object({
  list: z.array(
    z.object({ row: z.int(), outcome: z.enum(['new', 'exists', 'refused']), problems: z.array(FieldIssue) }),
  ),
})
export type ImportResult = z.output<typeof ImportResult>
