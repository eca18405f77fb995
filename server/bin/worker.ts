import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { openInstallation } from '../app/open-installation.ts'
import { startWorker } from '../app/worker.ts'
import { readConfig } from '../app/read-config.ts'
import { logOptions } from '../kit/log.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { tellFailure } from './tell-failure.ts'

// A worker as a process of its own: as many as there are cores to spare, on any machine that reaches database and store.
async function main() {
  const config = readConfig()
  const log = pino(logOptions(config.logLevel))
  const installation = await openInstallation(config, log)
  const captures = Math.max(1, config.captures)
  const worker = await startWorker(installation.services, installation.authority, log, { captures })
  console.log(`Worker ready, ${captures} captures at once. Ctrl-C stops it.`)
  flushCompileCache()
  await runUntilStopped()
  await worker.stop()
  await installation.close()
}

try {
  await main()
  process.exit(0)
} catch (error) {
  console.error(`The worker did not start: ${tellFailure(error)}`)
  process.exit(1)
}
