import { z } from 'zod'
import { wireInt } from './fields.ts'
import { Find, listOf } from './page.ts'

/** One key of an order: the field by its wire name, and whether the greatest comes first. */
export interface SortTerm {
  field: string
  descending: boolean
}

export const mostSortTerms = 3

/** `-date,name`: fields by weight, a minus for descending. A field counts once, and only those that can be sorted by are taken. */
export function sortBy(fields: readonly [string, ...string[]], fallback: string) {
  const term = z.string().refine((t) => fields.includes(t.replace(/^-/, '')), { error: 'notAChoice' })
  return z
    .string()
    .max(100)
    .default(fallback)
    .transform((text) => text.split(','))
    .pipe(z.array(term).min(1).max(mostSortTerms))
    .transform((terms) => terms.map((t): SortTerm => ({ field: t.replace(/^-/, ''), descending: t.startsWith('-') })))
    .transform((terms) => terms.filter((t, i) => terms.findIndex((o) => o.field === t.field) === i))
}

/** Rows of one answer, where the rows are asked for on and on rather than page by page. */
export const mostRowsAtOnce = 500

/** What every list takes that can also be read to its end: `cursor`, from the answer before, wins over `pageNum`. */
export const Scroll = Find.extend({
  pageSize: wireInt(1, mostRowsAtOnce).default(10),
  cursor: z.string().max(2_000).optional(),
})

/** A list that can be read to its end: `cursor` is null behind the last row. */
export const scrollOf = <T extends z.ZodType>(row: T) => listOf(row).extend({ cursor: z.string().nullable() })
