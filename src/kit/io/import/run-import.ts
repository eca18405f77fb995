import type { Call } from '../../../../contract/kit/call.ts'
import { type ImportResult, mostImportRows } from '../../../../contract/kit/bulk.ts'
import type { Client } from '../../../../dataProvider/client.ts'
import { type Pace, retryWhenThrottled } from '../../refusals/retry-when-throttled.ts'
import type { Prepared } from './prepare.ts'

export interface Verdict {
  row: Prepared
  outcome: 'new' | 'exists' | 'refused'
  problems: { path: string; message: string }[]
}

export interface Watched extends Pace {
  onVerdicts(verdicts: Verdict[]): void
}

/** Sends rows some hundred at a time and tells what becomes of each; what was not reached when `signal` came stays untold. */
export async function sendRows(
  client: Client,
  call: Call,
  rows: readonly Prepared[],
  dryRun: boolean,
  watch: Watched,
): Promise<void> {
  for (let at = 0; at < rows.length && !watch.signal.aborted; at += mostImportRows) {
    const some = rows.slice(at, at + mostImportRows)
    const { list } = (await retryWhenThrottled(
      () => client.call(call, { body: { rows: some.map((r) => r.wire), dryRun } } as never, watch.signal),
      watch,
    )) as unknown as ImportResult
    watch.onVerdicts(
      list.flatMap(({ row, outcome, problems }) => (some[row] ? [{ row: some[row], outcome, problems }] : [])),
    )
  }
}
