import {
  keptPlatform,
  notaryIdKey,
  type SessionPlatform,
  sessionPlatformKey,
} from '../../../contract/platform/session-platform.ts'

/** The platform as this tab keeps it for the session; undefined where it does not, or storage is refused. */
export function readPlatform(): SessionPlatform | undefined {
  try {
    return keptPlatform(sessionStorage.getItem(sessionPlatformKey))
  } catch {
    return undefined
  }
}

export function keepPlatform(platform: SessionPlatform) {
  try {
    sessionStorage.setItem(sessionPlatformKey, JSON.stringify(platform))
    sessionStorage.setItem(notaryIdKey, platform.notaryId)
  } catch {
    // Storage is refused: the page works without, and asks again.
  }
}

export function forgetPlatform() {
  sessionStorage.removeItem(sessionPlatformKey)
  sessionStorage.removeItem(notaryIdKey)
}
