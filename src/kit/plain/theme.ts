import { useSyncExternalStore } from 'react'
import type { Appearance } from '../../../contract/platform/colours.ts'
import { appearanceCookie, chosenAppearance } from '../../../contract/site/appearance.ts'
import { keepChoice, keptChoice } from './choice-cookie.ts'

/** Absent where pages are written as HTML: there the server knows what was chosen, and the style what the system says. */
const system = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const chosen = (): Appearance | undefined => chosenAppearance(keptChoice(appearanceCookie))

export const appearance = (): Appearance => chosen() ?? (system?.matches ? 'dark' : 'light')

function apply() {
  document.documentElement.dataset['theme'] = appearance()
  for (const listener of listeners) listener()
}

export function setAppearance(next: Appearance) {
  keepChoice(appearanceCookie, next)
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
