import { join } from 'node:path'
import { pino } from 'pino'
import { ensureDemoAccounts, ensurePlatform, localPlatform } from '../accounts/demo.ts'
import { buildApp } from '../app/build-app.ts'
import { openServices } from '../app/open-services.ts'
import { browserProbe } from '../app/probes.ts'
import { startWorker } from '../app/worker.ts'
import { ConfigError, readConfig } from '../kit/config.ts'
import { SchemaError } from '../kit/db/migrate.ts'
import { DatabaseTooOld } from '../kit/db/roles.ts'
import { openAuthority } from '../trust/authority.ts'
import { runUntilStopped } from './run-until-stopped.ts'

// The service: console, website, API and, unless SHIMAKAZE_CAPTURES=0, the workers, in one process.
async function main() {
  const began = performance.now()
  const config = readConfig()
  const log = pino({ level: config.logLevel === 'info' ? 'warn' : config.logLevel })
  const say = (line = '') => void process.stdout.write(`${line}\n`)
  const opened = await openServices(config, log, (m) => config.mode === 'local' && say(`[${m.channel} → ${m.recipient}] ${m.text}`))
  const { services } = opened
  const platformId = await ensurePlatform(services.db)
  const demo = config.mode === 'local' ? await ensureDemoAccounts(services.db, platformId) : []
  const authority = await openAuthority({ dir: join(config.dataDir, 'keys'), mode: config.mode, platformName: localPlatform.name.en })
  const worker = await startWorker(services, authority, log, { captures: config.captures })
  const app = await buildApp(services, {
    database: () => services.db.ping(),
    storage: () => services.store.ping(),
    worker: () => services.jobs.ping(),
    trust: () => authority.ready(),
    browser: browserProbe(config),
  })
  const address = await app.listen({ port: config.port, host: config.host })
  say()
  say(`  Shimakaze  ${config.mode === 'local' ? 'local installation: sandbox trust, demo accounts' : 'production'}`)
  say(`  Address    ${address.replace('127.0.0.1', 'localhost')}`)
  say(`  Data       ${config.dataDir}`)
  for (const a of demo) say(`  Account    ${a.who.padEnd(10)}  ${a.phone}  ${a.password}   (shown once)`)
  say(`  Ready in ${((performance.now() - began) / 1000).toFixed(1)} s. Codes sent by SMS appear here. Ctrl-C stops everything.`)
  say()
  await runUntilStopped()
  await app.close()
  await worker.stop()
  await opened.close()
}

try {
  await main()
  process.exit(0)
} catch (error) {
  const told = error instanceof ConfigError || error instanceof SchemaError || error instanceof DatabaseTooOld || (error as { code?: string }).code === 'EADDRINUSE'
  console.error(told ? `Shimakaze did not start: ${(error as Error).message}` : error)
  process.exit(1)
}
