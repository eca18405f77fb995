import type { Dictionary } from '../../contract/platform/dictionary.ts'
import type { Settings } from '../../contract/platform/settings.ts'
import type { Platform } from '../kit/calls/caller.ts'
import type { Database } from '../kit/db/db.ts'

/** What every page reads of a platform, as long as it is remembered. */
export interface RecentSettings {
  settings: Settings
  files: Dictionary['frontPlatformInfo']['files']
  /** Of whoever first asked for it. */
  more?: { price: Record<string, number>; chainTime: string; office: boolean }
  /** The same object as long as platform and settings are: pages are kept by it. */
  dictionaries: WeakMap<Platform, Dictionary>
  until: number
}

const remembered = new WeakMap<Database, Map<string, RecentSettings>>()

/** What this process remembers of each platform, by its id. */
export function recentSettings(db: Database): Map<string, RecentSettings> {
  const all = remembered.get(db) ?? new Map<string, RecentSettings>()
  remembered.set(db, all)
  return all
}

/** What was published shows at once where it was published. */
export const forgetRecent = (db: Database) => remembered.delete(db)
