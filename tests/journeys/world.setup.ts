import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { joinCluster } from '../../server/kit/db/embedded.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import { type ServiceInfo, startService } from '../kit/browser/start-service.ts'
import { nuonuoSeller, startNuonuo } from '../kit/vendors/nuonuo.ts'
import { settingsFolder } from '../kit/vendors/settings.ts'
import { pdf } from '../kit/invoice-files.ts'
import { refusingPort } from '../kit/outside/free-port.ts'
import { countCommits } from '../kit/sweep/changed-files.ts'

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
    /** Which settings `dressed` deals: all of them, or one each, by the number of the run; `lookedAt` is a folder of pages whose accessibility was seen. */
    dress: { wide: boolean; run: number; lookedAt: string }
  }
}

/** Where bank transfers of the run go: set before anybody reads the platform's settings, which are saved whole. */
const transfersTo = {
  transferPayee: '岛风科技有限公司',
  transferBank: '某银行福州分行',
  transferAccount: '3500 1234 5678',
}

/** Prepares what no page of the run can: everybody comes from this one address, together they are sent more codes than one address is in a day, and nobody waits a minute for the next. */
async function prepare(log: string) {
  const cluster = await joinCluster({ dir: join(dirname(log), 'data/postgres') })
  const owner = new pg.Client({ connectionString: cluster.url('shimakaze') })
  await owner.connect()
  await owner.query(
    `create function shared_by_all() returns trigger language plpgsql as $$ begin new.hits := 0; return new; end $$`,
  )
  await owner.query(
    `create trigger shared_by_all before insert or update on rate_window for each row when (new.bucket ~ '^sms-(address|minute):') execute function shared_by_all()`,
  )
  await owner.query('insert into platform_settings (platform_id, settings) select id, $1 from platform', [
    JSON.stringify(transfersTo),
  ])
  await owner.end()
  await cluster.leave()
}

/** The number of the run is given by DRESS, or is that of the commit: runs of one state are alike, and the next state has the next. */
async function dressOfRun() {
  const [wide, run] = [process.env['WIDE'] === '1', Number(process.env['DRESS'] ?? countCommits())]
  console.log(wide ? 'journeys: in every language and width' : `journeys: DRESS=${run} (WIDE=1 for all)`)
  return { wide, run, lookedAt: await mkdtemp(join(tmpdir(), 'skz-looked-')) }
}

export default async function setup(project: TestProject) {
  const dress = await dressOfRun()
  project.provide('dress', dress)
  // It issues everything at once, by the number of its order.
  const gateway = await startNuonuo(nuonuoSeller, ({ orderNo }) => ({ status: '2', number: orderNo, files: { pdf } }))
  const files = await settingsFolder()
  const seller = await files.write('nuonuo.json', { ...nuonuoSeller, endpoint: gateway.endpoint })
  const [site, service] = await Promise.all([
    startFixtureSite(),
    startService({ SHIMAKAZE_NUONUO_SETTINGS_FILE: seller }),
  ])
  await prepare(service.log)
  const { stop, killAndStart: _, ...plain } = service
  project.provide('world', { service: plain, shop: site.url, closed: `http://127.0.0.1:${await refusingPort()}` })
  return async () => {
    await stop()
    await site.close()
    await gateway.close()
    await files.remove()
    await rm(dress.lookedAt, { recursive: true, force: true })
  }
}
