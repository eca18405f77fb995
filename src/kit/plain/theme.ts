import { useSyncExternalStore } from 'react'

export type Appearance = 'light' | 'dark'
const stored = 'shimakaze.appearance'
/** Absent where pages are written as HTML: there `theme.js` decides when the page arrives. */
const system = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

export function appearance(): Appearance {
  const wish = localStorage.getItem(stored)
  return wish === 'light' || wish === 'dark' ? wish : system?.matches ? 'dark' : 'light'
}

function apply() {
  document.documentElement.dataset['theme'] = appearance()
  for (const listener of listeners) listener()
}

export function setAppearance(next: Appearance) {
  localStorage.setItem(stored, next)
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
