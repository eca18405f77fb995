import { sql } from 'kysely'

/** The name under which a row of `evidence` was sealed, as `statedName` reads it; before that the one it has. */
export const sealedName = sql<string>`coalesce(convert_from(evidence.statement, 'UTF8')::json ->> 'name', evidence.name)`
