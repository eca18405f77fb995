/**
 * Does each of a sweep's rows alone, one after the other: one that fails keeps none of the others waiting. What failed is told once all were tried, by the
 * error of the sweep.
 */
export async function eachRow<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  let all = 0
  for await (const row of rows) {
    all++
    try {
      await work(row)
    } catch (error) {
      errors.push(typeof row === 'string' ? new Error(`row ${row}`, { cause: error }) : error)
    }
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} of ${all} rows failed`)
}

/** Ids of all rows, read in batches behind the last one. */
export async function* inBatches(read: (after: string | null) => Promise<readonly string[]>, batch: number) {
  for (let after: string | null = null; ;) {
    const ids: readonly string[] = await read(after)
    yield* ids
    if (ids.length < batch) return
    after = ids.at(-1)!
  }
}
