const key = 'skz-to'

/** Only a path of ours: an address from outside must not lead away after signing in. */
export function safeTarget(to: string | null): string {
  return to && /^\/(?![/\\])/.test(to) ? to : '/browse'
}

/** Where somebody wanted to go, while they are at a vendor's page. */
export function keepTarget(to: string | null) {
  try {
    sessionStorage.setItem(key, safeTarget(to))
  } catch {
    // Storage is refused: it begins at home.
  }
}

export function keptTarget(): string {
  try {
    return safeTarget(sessionStorage.getItem(key))
  } catch {
    return safeTarget(null)
  }
}
