import pg from 'pg'

/** Any fixed number that no other lock has. */
const lockKey = 7_213_003

/**
 * Runs what grants rights and makes schema, roles and queues, one process at a time: PostgreSQL refuses the second of two that alter one of these at
 * once. Locks of a session go with their connection, so a process that dies holds nobody up.
 */
export async function prepareAlone<T>(adminUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'shimakaze:prepare' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return await work()
  } finally {
    await client.end()
  }
}
