import { sql } from 'kysely'

/** When the calendar month of Asia/Shanghai began. */
export const startOfMonth = sql<Date>`date_trunc('month', app_now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
