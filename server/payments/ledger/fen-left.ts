import { sql } from 'kysely'

/** Of a charge: what was collected, and not given back since; fen. */
export const fenLeft = sql<number>`(posted_promotional + posted_prepaid - refunded_promotional - refunded_prepaid)`
