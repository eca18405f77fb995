import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
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

/** One cluster a run, without fsync, with a template that is migrated once; each file gets a database of its own. */
export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), 'skz-test-'))
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
