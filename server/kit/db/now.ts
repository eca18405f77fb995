import { sql } from 'kysely'

/** The time as the database tells it: processes on several machines agree about no other. */
export const now = sql<Date>`app_now()`
export const inSeconds = (seconds: number) => sql<Date>`app_now() + make_interval(secs => ${seconds})`
