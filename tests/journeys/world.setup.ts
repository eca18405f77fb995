import { dirname, join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { joinCluster } from '../../server/kit/db/embedded.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import { type ServiceInfo, startService } from '../kit/browser/start-service.ts'
import { freePort } from '../kit/free-port.ts'

export interface World {
  service: ServiceInfo
  /** The shop that stands for the pages people capture. */
  shop: string
  /** An address that refuses connections. */
  closed: string
}

declare module 'vitest' {
  interface ProvidedContext {
    world: World
  }
}

/** Everybody of the run comes from this one address: together they are sent more codes than one address is in a day. */
async function shareAddress(log: string) {
  const cluster = await joinCluster({ dir: join(dirname(log), 'data/postgres') })
  const owner = new pg.Client({ connectionString: cluster.url('shimakaze') })
  await owner.connect()
  await owner.query(
    `create function shared_address() returns trigger language plpgsql as $$ begin new.hits := 0; return new; end $$`,
  )
  await owner.query(
    `create trigger shared_address before insert or update on rate_window for each row when (new.bucket like 'sms-address:%') execute function shared_address()`,
  )
  await owner.end()
  await cluster.leave()
}

export default async function setup(project: TestProject) {
  const [site, service] = await Promise.all([startFixtureSite(), startService()])
  await shareAddress(service.log)
  const { stop, killAndStart: _, ...plain } = service
  project.provide('world', { service: plain, shop: site.url, closed: `http://127.0.0.1:${await freePort()}` })
  return async () => {
    await stop()
    await site.close()
  }
}
