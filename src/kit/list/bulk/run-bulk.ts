import { type BulkResult, mostAtOnce } from '../../../../contract/kit/bulk.ts'
import type { Client } from '../../../../dataProvider/client.ts'
import { type Pace, retryWhenThrottled } from '../../refusals/retry-when-throttled.ts'
import type { Run } from '../../resource/resource.ts'

export interface Outcome<Row> {
  row: Row
  ok: boolean
  message: string | null
}

export interface Watch<Row> extends Pace {
  onOutcome(outcomes: Outcome<Row>[]): void
}

/** Requests of one row each that are on their way at once. */
const abreast = 4

/** Sends what a run sends for every row and tells each row's outcome; what was not reached when `signal` came stays untold. */
export async function runBulk<Row extends { id: string }>(
  client: Client,
  run: Run<Row>,
  rows: Row[],
  watch: Watch<Row>,
): Promise<void> {
  const batches = run.send === 'many' ? chunk(rows, mostAtOnce) : rows.map((r) => [r])
  const queue = batches.values()
  const workers = Array.from({ length: run.send === 'many' ? 1 : abreast }, async () => {
    for (const batch of queue) {
      if (watch.signal.aborted) return
      watch.onOutcome(await send(client, run, batch, watch))
    }
  })
  await Promise.all(workers)
}

async function send<Row extends { id: string }>(
  client: Client,
  run: Run<Row>,
  batch: Row[],
  watch: Watch<Row>,
): Promise<Outcome<Row>[]> {
  try {
    const reply = await retryWhenThrottled(
      () => client.call(run.call, (run.send === 'many' ? run.request(batch) : run.request(batch[0]!)) as never),
      watch,
    )
    if (run.send === 'each') return [{ row: batch[0]!, ok: true, message: null }]
    const said = new Map((reply as unknown as BulkResult).list.map((r) => [r.id, r]))
    return batch.map((row) => ({ row, ok: said.get(row.id)?.ok ?? false, message: said.get(row.id)?.message ?? null }))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return batch.map((row) => ({ row, ok: false, message }))
  }
}

const chunk = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
