const key = 'skz-to'

/** Only a path of ours: an address from outside must not lead away after signing in. Browsers drop tabs and line ends: `/<tab>/host` is `//host`. */
export function safeTarget(to: string | null): string {
  return to && /^\/(?![/\\])\P{Cc}*$/u.test(to) ? to : '/browse'
}

/** For this tab alone; a browser that refuses storage forgets. */
export function keep(name: string, value: string) {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    // Nothing depends on it but comfort.
  }
}

export function kept(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** Where somebody wanted to go, while they are at a vendor's page. */
export const keepTarget = (to: string | null) => keep(key, safeTarget(to))
export const keptTarget = () => safeTarget(kept(key))
