import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import type { DemoAccount } from '../accounts/demo.ts'
import { buildApp } from '../app/build-app.ts'
import { demoAccountsOf, openInstallation } from '../app/open-installation.ts'
import { browserProbe } from '../app/probes.ts'
import { writeStarterContent } from '../content/starter-content.service.ts'
import { withSandbox } from '../sandbox/with-sandbox.ts'
import { startWorker } from '../app/worker.ts'
import { readConfig } from '../app/read-config.ts'
import type { Config } from '../kit/settings/config.ts'
import { messageSettings } from '../messages/delivery/messages.settings.ts'
import { logOptions } from '../kit/log.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { tellFailure } from './tell-failure.ts'

const say = (line = '') => void process.stdout.write(`${line}\n`)

// The service: console, website, API and, unless SHIMAKAZE_CAPTURES=0, the workers, in one process.
async function main() {
  const began = performance.now()
  const { config, close: closeSandbox } = await withSandbox(readConfig())
  const log = pino(logOptions(config.logLevel === 'info' ? 'warn' : config.logLevel))
  const installation = await openInstallation(config, log, (m) => say(`[${m.channel} → ${m.recipient}] ${m.text}`))
  const { services, authority } = installation
  if (config.mode === 'production' && !config.trustedProxies.length)
    log.warn(
      'SHIMAKAZE_TRUSTED_PROXIES names no proxy: if one stands before this service, all visitors share its address, and with it the limits that hold one. Name it',
    )
  const demo = await demoAccountsOf(installation)
  await writeStarterContent(services, installation.platform.id)
  const worker = await startWorker(services, authority, log, { captures: config.captures })
  const app = await buildApp(
    services,
    {
      database: () => services.db.ping(),
      storage: () => services.store.ping(),
      worker: () => services.jobs.ping(),
      trust: async () => {
        await authority.ready()
        return authority.endings()
      },
      browser: browserProbe(config),
    },
    authority,
  )
  greet(config, await app.listen({ port: config.port, host: config.host }), demo, performance.now() - began)
  // The next start compiles nothing again, even if this process is killed.
  flushCompileCache()
  await runUntilStopped()
  await app.drain.run(app, { sayFor: config.stopSeconds * 1_000, patience: 20_000 })
  await app.close()
  await worker.stop()
  await installation.close()
  await closeSandbox()
}

function greet(config: Config, address: string, demo: DemoAccount[], milliseconds: number) {
  const local = config.mode === 'local'
  say()
  say(`  Shimakaze  ${local ? 'local installation: sandbox trust and payments, demo accounts' : 'production'}`)
  say(`  Address    ${address.replace('127.0.0.1', 'localhost')}${local ? '' : ` for ${config.publicUrl}`}`)
  say(`  Data       ${config.dataDir}`)
  for (const a of demo) say(`  Account    ${a.who.padEnd(13)}  ${a.phone}  ${a.password}   (shown once)`)
  say(
    `  Ready in ${(milliseconds / 1000).toFixed(1)} s. ${local && !messageSettings.of(config).sms ? 'Codes sent by SMS appear here. ' : ''}Ctrl-C stops everything.`,
  )
  say()
}

try {
  await main()
  process.exit(0)
} catch (error) {
  console.error(`Shimakaze did not start: ${tellFailure(error)}`)
  process.exit(1)
}
