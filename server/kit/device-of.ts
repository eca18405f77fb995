import Bowser from 'bowser'

/** Browser and system as a request names them; null where it names neither. Anybody may claim to be anything. */
export function deviceOf(userAgent: string | null): { browser: string; system: string } | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  const [named, system] = [[browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' '), [os.name, os.versionName ?? os.version].filter(Boolean).join(' ')]
  return named || system ? { browser: named, system } : null
}
