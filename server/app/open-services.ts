import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Cluster, joinCluster } from '../kit/db/embedded.ts'
import { openDatabase } from '../kit/db/db.ts'
import { migrate } from '../kit/db/migrate.ts'
import { prepareAlone } from '../kit/db/prepare-alone.ts'
import { ensureRoles } from '../kit/db/roles.ts'
import type { Config } from '../kit/settings/config.ts'
import { installJobs, openJobs } from '../kit/work/jobs.ts'
import { openLiveHub } from '../kit/notify/live.ts'
import type { Message } from '../kit/notify/messages.ts'
import { secretBox } from '../kit/secrets/secret-box.ts'
import type { Services } from '../kit/services.ts'
import { claimDataFolder, dropBallast } from '../kit/storage/data-folder.ts'
import { openStore } from '../kit/storage/open-store.ts'
import { domains, queues } from './domains.ts'
import { openPorts } from './open-ports.ts'
import pg from 'pg'

const databaseName = 'shimakaze'

export interface Opened {
  services: Services
  close(): Promise<void>
}

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** Opens everything a process of ours needs, in the order of dependence; closes in the other. */
export async function openServices(config: Config, log: Log, showMessage: (m: Message) => void): Promise<Opened> {
  for (const domain of domains) domain.check?.(config)
  await claimDataFolder(config.dataDir)
  const database = await reachDatabase(config, log)
  await prepareAlone(database.adminUrl, async () => {
    await ensureRoles(database.adminUrl, decodeURIComponent(new URL(database.url).username))
    const applied = await migrate(database.adminUrl)
    if (applied.length) log.info({ applied }, 'database migrated')
    await installJobs(database.adminUrl, queues)
  })
  const db = openDatabase(database.url)
  const jobs = await openJobs(database.url, (err) => log.error({ err }, 'job queue'))
  const live = await openLiveHub(database.url, db)
  const store = await openStore(config, db)
  const secrets = secretBox(config.keysDir)
  return {
    services: openPorts({ config, db, jobs, live, store, secrets }, showMessage),
    async close() {
      await live.close()
      await jobs.stop()
      await db.close()
      await database.cluster?.leave()
    },
  }
}

interface Reached {
  url: string
  adminUrl: string
  cluster?: Cluster
}

/** The server named by DATABASE_URL, or the embedded one under the data folder. */
async function reachDatabase(config: Config, log: Log): Promise<Reached> {
  if (config.databaseUrl) return { url: config.databaseUrl, adminUrl: config.databaseAdminUrl ?? config.databaseUrl }
  if (await dropBallast(config.dataDir))
    log.warn('the disk is almost full: the ballast was removed so that the database can write')
  const cluster = await joinCluster({ dir: join(config.dataDir, 'postgres') })
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [databaseName])
    // Two first starts at once: the second finds it made.
    if (!rowCount)
      await admin.query(`create database ${databaseName}`).catch((e: { code?: string }) => {
        if (e.code !== '42P04' && e.code !== '23505') throw e
      })
  } finally {
    await admin.end()
  }
  return { url: cluster.url(databaseName), adminUrl: cluster.url(databaseName), cluster }
}
