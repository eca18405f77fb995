import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { queues } from '../../server/app/domains.ts'
import { joinCluster } from '../../server/kit/db/embedded.ts'
import { migrate } from '../../server/kit/db/migrate.ts'
import { ensureRoles } from '../../server/kit/db/roles.ts'
import { installJobs } from '../../server/kit/work/jobs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's connection to the run's cluster, with `DATABASE` where the name goes. */
    clusterUrl: string
  }
}

const gigabyte = 1024 ** 3
/** What a run's cluster may come to, with its log of writes and what tests of a file leave in a database. */
const mostKept = 4 * gigabyte

/** In memory where there is plenty: each file's database is a thousand files, which are copied and removed there in a quarter of the time. */
async function clusterPlace(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  const isPlenty = memory && memory.bavail * memory.bsize > mostKept && freemem() > 2 * mostKept
  return isPlenty ? '/dev/shm' : tmpdir()
}

/** One cluster a run, without fsync, with a template that is migrated once; each file gets a database of its own. */
export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(await clusterPlace(), 'skz-test-'))
  const cluster = await joinCluster({ dir, fsync: false })
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  await admin.query('create database template_shimakaze')
  await ensureRoles(cluster.url('template_shimakaze'), 'shimakaze_owner')
  await migrate(cluster.url('template_shimakaze'))
  await installJobs(cluster.url('template_shimakaze'), queues)
  await admin.end()
  project.provide('clusterUrl', cluster.url('DATABASE'))
  return async () => {
    await cluster.leave()
    await rm(dir, { recursive: true, force: true })
  }
}
