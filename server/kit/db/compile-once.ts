import type { Compilable, CompiledQuery } from 'kysely'
import type { Queryable } from './db.ts'

/**
 * A query that is the same each time but for its values, compiled when it is first asked for: to compile it takes longer than to send it. Its values
 * reach it as parameters alone.
 */
export function compileOnce<Values extends readonly unknown[], Row>(
  build: (db: Queryable, ...values: Values) => Compilable<Row>,
): (db: Queryable, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  const places: unknown[] = Array.from({ length: build.length - 1 }, (_, i) => Symbol(`value ${i}`))
  return async (db, ...values) => {
    compiled ??= build(db, ...(places as unknown as Values)).compile()
    const parameters = compiled.parameters.map((one) => (typeof one === 'symbol' ? values[places.indexOf(one)] : one))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
