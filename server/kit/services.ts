import type { Config } from './settings/config.ts'
import type { Database } from './db/db.ts'
import type { Jobs } from './work/jobs.ts'
import type { LiveHub } from './notify/live.ts'
import type { MessageSender } from './notify/messages.ts'
import type { PaperReader } from './files/paper-reader.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import type { Store } from './storage/store.ts'

/** What every domain may use. Opened once by the program, handed down, closed by the program. */
export interface Services {
  config: Config
  db: Database
  store: Store
  jobs: Jobs
  live: LiveHub
  messages: MessageSender
  secrets: SecretBox
  /** Reads pictures of papers; absent where the installation names no vendor that does. */
  papers?: PaperReader | undefined
}
