import { useSyncExternalStore } from 'react'
import type { Appearance } from '../../../contract/platform/colours.ts'
import { appearanceCookie, chosenAppearance } from '../../../contract/site/appearance.ts'

const yearSeconds = 365 * 86_400
/** Absent where pages are written as HTML: there the server knows what was chosen, and the style what the system says. */
const system = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function chosen(): Appearance | undefined {
  const kept = document.cookie.split('; ').find((pair) => pair.startsWith(`${appearanceCookie}=`))
  return chosenAppearance(kept?.slice(appearanceCookie.length + 1))
}

export const appearance = (): Appearance => chosen() ?? (system?.matches ? 'dark' : 'light')

function apply() {
  document.documentElement.dataset['theme'] = appearance()
  for (const listener of listeners) listener()
}

export function setAppearance(next: Appearance) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- the store for cookies is not in every browser that we serve
  document.cookie = `${appearanceCookie}=${next}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
  apply()
}

system?.addEventListener('change', apply)
if (system) apply()

/** Light or dark: the user's choice, else the system's, followed live. */
export function useAppearance(): Appearance {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, appearance)
}
