import { z } from 'zod'
import { wireInt } from './fields.ts'
import { withoutPosing } from './typed/names.ts'

/** Specification §9: page 1, ten items. */
export const defaultPageSize = 10

export const Page = z.object({
  pageNum: wireInt(1, 100_000).default(1),
  pageSize: wireInt(1, 100).default(defaultPageSize),
})

/** A calendar day in Asia/Shanghai. */
export const Day = z.iso.date()

/** A word that was copied comes with signs that no name and no number has. */
const searched = (text: string) => withoutPosing(text.replaceAll(/\s/g, ' ')).trim()

export const Find = Page.extend({
  startDate: Day.optional(),
  endDate: Day.optional(),
  keyWord: z.string().overwrite(searched).max(100).optional(),
  operatorId: z.uuid().optional(),
})
export type Find = z.output<typeof Find>

/** Counts are exact up to this many rows, or fewer that are dear to judge; beyond, `total` is a floor and `totalIsEstimate` says so. */
export const exactTotalLimit = 10_000

export function listOf<T extends z.ZodType>(row: T) {
  return z.object({ list: z.array(row), total: z.int(), totalIsEstimate: z.boolean() })
}
