import pg from 'pg'
import { type Cluster, joinCluster } from '../../../server/kit/db/embedded.ts'

/** A database server of a bench's own in a folder, with an empty database of that name. */
export async function benchCluster(dir: string, database: string, options: { fsync?: boolean } = {}): Promise<Cluster> {
  const cluster = await joinCluster({ dir, ...options })
  const setup = new pg.Client({ connectionString: cluster.url('postgres') })
  await setup.connect()
  await setup.query(`create database ${database}`)
  await setup.end()
  return cluster
}
