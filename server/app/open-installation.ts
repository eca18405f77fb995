import { ensureDemoAccounts, hasDemoAccounts, type DemoAccount } from '../accounts/demo.ts'
import type { Platform } from '../kit/calls/caller.ts'
import { type Config, ConfigError } from '../kit/settings/config.ts'
import type { Database } from '../kit/db/db.ts'
import type { Message } from '../kit/notify/messages.ts'
import type { Services } from '../kit/services.ts'
import { claimDataFolder } from '../kit/storage/data-folder.ts'
import { defaultPlatform, ensureLocalPlatform, localPlatform } from '../platform/platform.service.ts'
import { openAuthority, type Authority } from '../trust/keys/authority.service.ts'
import { TrustError } from '../trust/trust-error.types.ts'
import { keepFresh } from './keep-fresh.ts'
import { type Log, openServices } from './open-services.ts'

export interface Installation {
  services: Services
  authority: Authority
  platform: Platform
  close(): Promise<void>
}

/** Services, keys and platform of a process that takes in evidence. Folder and keys come first: without them nothing needs to be undone. */
export async function openInstallation(
  config: Config,
  log: Log,
  showMessage: (m: Message) => void = () => {},
): Promise<Installation> {
  const { keysDir: dir, mode, keysPassphraseFile: passphraseFile, clockSource } = config
  await claimDataFolder(config.dataDir)
  const authority = await openAuthority({ dir, mode, platformName: localPlatform.name.en, passphraseFile, clockSource })
  if (mode === 'production' && authority.local()) throw new TrustError('keys-local')
  const { services, close } = await openServices(config, log, showMessage)
  try {
    await services.secrets.prepare(services.db)
    const platform =
      mode === 'local' ? await ensureLocalPlatform(services.db) : await requireProductionPlatform(services.db)
    const stop = await keepFresh(authority, log)
    return {
      services,
      authority,
      platform,
      async close() {
        stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Production serves a platform that somebody set up, over a database that never held accounts of known phones. */
async function requireProductionPlatform(db: Database): Promise<Platform> {
  if (await hasDemoAccounts(db))
    throw new ConfigError(
      'This database was used in local mode and holds demo accounts. Give production a database of its own.',
    )
  const platform = await defaultPlatform(db)
  if (!platform || platform.notaryId === localPlatform.notaryId) {
    throw new ConfigError(
      'No platform is set up in this database. Name it: npm run admin -- set-platform --zh <Chinese name> --en <English name> --host <host name>',
    )
  }
  return platform
}

/** Demo accounts that this start made, with the passwords that are shown once; none in production. */
export const demoAccountsOf = ({ services, platform }: Installation): Promise<DemoAccount[]> =>
  services.config.mode === 'local' ? ensureDemoAccounts(services.db, platform.id) : Promise.resolve([])
