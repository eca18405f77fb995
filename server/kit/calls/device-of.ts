import bowser from 'bowser'
import type { Device } from '../../../contract/accounts/settings.ts'

const kinds: Record<string, Device['kind']> = { desktop: 'DESKTOP', mobile: 'PHONE', tablet: 'TABLET' }

/** What a browser says of itself, for people to tell devices by; anybody may claim anything. Empty where it says nothing. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { browser: '', system: '', kind: 'OTHER' }
  const { browser, os, platform } = bowser.parse(userAgent)
  const named = (name: string | undefined, version: string | undefined) =>
    [name, version].filter(Boolean).join(' ').slice(0, 60)
  return {
    browser: named(browser.name, browser.version?.split('.')[0]),
    system: named(os.name, os.versionName ?? os.version),
    kind: kinds[platform.type ?? ''] ?? 'OTHER',
  }
}
