import type { Config } from './settings/config.ts'
import type { Database } from './db/db.ts'
import type { Jobs } from './work/jobs.ts'
import type { LiveHub } from './notify/live.ts'
import type { MessageSender } from './notify/messages.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import type { Store } from './storage/store.ts'

/** What the kit opens by itself. */
export interface CoreServices {
  config: Config
  db: Database
  store: Store
  jobs: Jobs
  live: LiveHub
  secrets: SecretBox
}

/** Ports: what the kit describes for every domain, and one domain opens (`Domain.open`) that may lie above those who use it. */
export interface Ports {
  messages: MessageSender
}

/** What every domain may use. Opened once by the program, handed down, closed by the program. */
export interface Services extends CoreServices, Ports {}
