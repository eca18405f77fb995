import { join } from 'node:path'
import { pino } from 'pino'
import { ensurePlatform, localPlatform } from '../accounts/demo.ts'
import { openServices } from '../app/open-services.ts'
import { startWorker } from '../app/worker.ts'
import { readConfig } from '../kit/config.ts'
import { openAuthority } from '../trust/authority.ts'
import { runUntilStopped } from './run-until-stopped.ts'

// A worker as a process of its own: as many as there are cores to spare, on any machine that reaches database and store.
const config = readConfig()
const log = pino({ level: config.logLevel })
const opened = await openServices(config, log, () => {})
await ensurePlatform(opened.services.db)
const authority = await openAuthority({ dir: join(config.dataDir, 'keys'), mode: config.mode, platformName: localPlatform.name.en })
const worker = await startWorker(opened.services, authority, log, { captures: Math.max(1, config.captures) })
console.log(`Worker ready, ${Math.max(1, config.captures)} captures at once. Ctrl-C stops it.`)
await runUntilStopped()
await worker.stop()
await opened.close()
process.exit(0)
