import pg from 'pg'
import { type Cluster, joinCluster } from '../../server/kit/db/embedded.ts'

/** A PostgreSQL that is not ours to start, as production has one: its own folder, an owner that migrates, a login that serves. */
export interface ExternalDatabase {
  env: { DATABASE_URL: string; DATABASE_ADMIN_URL: string }
  /** Connection string of somebody with a login, on a database. */
  as(login: string, database?: string): string
  stop(): Promise<void>
}

export const superuser = 'shimakaze_owner'
const database = 'shimakaze'

/** Makes roles and database by the statements of docs/operations.md, unless the folder holds a restored server. */
export async function startExternalDatabase(dir: string, { restored = false } = {}): Promise<ExternalDatabase> {
  const cluster: Cluster = await joinCluster({ dir })
  const as = (login: string, name = database) => cluster.url(name).replace(`//${superuser}@`, `//${login}@`)
  if (!restored)
    await statements(as(superuser, 'postgres'), [
      'create role shimakaze_admin login createrole',
      'create role shimakaze login',
      `create database ${database} owner shimakaze_admin`,
    ])
  return {
    env: { DATABASE_URL: as('shimakaze'), DATABASE_ADMIN_URL: as('shimakaze_admin') },
    as,
    stop: () => cluster.leave(),
  }
}

async function statements(url: string, all: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of all) await client.query(statement)
  } finally {
    await client.end()
  }
}
