import type { Call } from '../contract/kit/call.ts'
import type { Client } from './client.ts'

export interface ListReply<Row> {
  list: Row[]
  total: number
  totalIsEstimate: boolean
  cursor?: string | null
}

/** Asks a list call for rows; what it is asked travels in its body, or in the address where it has none. */
export async function fetchPage<Row>(
  client: Client,
  call: Call,
  wanted: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<ListReply<Row>> {
  return (await client.call(
    call,
    { [call.body ? 'body' : 'query']: wanted } as never,
    signal,
  )) as unknown as ListReply<Row>
}

/** Every row that fits, from the first to the last, some hundred at a time. Ends early when `signal` says so. */
export async function* everyPage<Row>(
  client: Client,
  call: Call,
  wanted: Record<string, unknown>,
  signal: AbortSignal,
): AsyncGenerator<ListReply<Row>> {
  let cursor: string | null | undefined
  do {
    const page: ListReply<Row> = await fetchPage<Row>(
      client,
      call,
      { ...wanted, ...(cursor ? { cursor } : {}) },
      signal,
    )
    yield page
    cursor = page.cursor
  } while (cursor && !signal.aborted)
}
