import type { Call } from '../../../contract/kit/call.ts'
import { mostRowsAtOnce } from '../../../contract/kit/list.ts'
import type { Client } from '../../../dataProvider/client.ts'
import { everyPage, fetchPage, type ListReply } from '../../../dataProvider/list.ts'

/** No export asks for more rows. */
export const mostExported = 1_000_000
/** What a list that is read by page number gives at once. */
const rowsOfPage = 100

/** Lists of the service's own housekeeping are read by page number; all others behind a cursor, where no row comes twice. */
export const hasCursor = (call: Call) => 'cursor' in ((call.body ?? call.query)?.shape ?? {})

const keysOf = (call: Call) => Object.keys((call.body ?? call.query)?.shape ?? {})

export interface Wanted {
  filters: Record<string, string>
  sort: string
}

/**
 * Every row that fits, in the list's order. Ends at the end of the list, at `most` rows, at an answer that is shorter
 * than what was asked for whatever its cursor says, at a cursor that comes again, and when `signal` says so.
 */
export async function* everyRow<Row>(
  client: Client,
  call: Call,
  { filters, sort }: Wanted,
  signal: AbortSignal,
  most = mostExported,
): AsyncGenerator<ListReply<Row>> {
  const asked = { ...filters, ...(keysOf(call).includes('sort') ? { sort } : {}) }
  const size = hasCursor(call) ? mostRowsAtOnce : rowsOfPage
  let left = most
  let before: string | null | undefined
  for await (const page of hasCursor(call)
    ? everyPage<Row>(client, call, { ...asked, pageSize: size }, signal)
    : everyNumber<Row>(client, call, { ...asked, pageSize: size }, signal)) {
    if (signal.aborted) return
    yield left < page.list.length ? { ...page, list: page.list.slice(0, left) } : page
    left -= page.list.length
    if (left <= 0 || page.list.length < size || (page.cursor && page.cursor === before)) return
    before = page.cursor
  }
}

async function* everyNumber<Row>(
  client: Client,
  call: Call,
  wanted: Record<string, unknown>,
  signal: AbortSignal,
): AsyncGenerator<ListReply<Row>> {
  for (let pageNum = 1; !signal.aborted; pageNum++)
    yield await fetchPage<Row>(client, call, { ...wanted, pageNum }, signal)
}
