import { sql } from 'kysely'

/**
 * Nobody erases a person just now. That holds their row for as long as they brought much: whoever would wait for it keeps a connection from
 * others meanwhile. What broke off is over after half an hour.
 */
export const isKept = sql<boolean>`(person.closing_began_at is null or person.closing_began_at < app_now() - interval '30 minutes')`
