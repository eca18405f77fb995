import { findBrowser } from '../captures/engine/browser/browser-path.ts'
import type { Config } from '../kit/settings/config.ts'

/** Whether a browser is there to capture with; looked up once it was found. */
export function browserProbe(config: Config): () => Promise<void> {
  let found = false
  return async () => {
    if (!found) await findBrowser({ configured: config.chromiumPath })
    found = true
  }
}
